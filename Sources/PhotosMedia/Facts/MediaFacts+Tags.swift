package import Foundation

extension MediaFacts {
    /// Frames per second from which on a movie counts as slow motion: cameras record it at 120 or more.
    package static let highFrameRate = 100.0

    /// Facts from a file's header and tags.
    ///
    /// A local time without a zone is taken to be meant in the one given.
    package init(header: MediaHeader, tags: MediaTags, zone: TimeZone) {
        self.init(header: header, reader: .worker)
        readDate(from: tags, zone: zone)
        readLocation(from: tags)
        cameraMake = Self.text(FactsTable.make, tags)
        cameraModel = Self.text(FactsTable.model, tags)
        isFrontCamera =
            Self.text(FactsTable.lens, tags)?.lowercased().contains("front camera") ?? false
        caption = Self.text(FactsTable.caption, tags)
        keywords = Self.keywords(tags)
        rating = Self.text(FactsTable.rating, tags).flatMap { Double($0) }
            .flatMap { (-1...5).contains($0) ? Int($0) : nil }
        contentIdentifier = Self.text(FactsTable.contentIdentifier, tags)
        burstIdentifier = Self.text(FactsTable.burstIdentifier, tags)
        readSubtypes(from: tags)
        self = withinLimits()
    }

    private static func text(_ names: [String], _ tags: MediaTags) -> String? {
        names.lazy.compactMap { tags[$0] }.first
    }

    private static func keywords(_ tags: MediaTags) -> [String] {
        var seen: Set<String> = []
        return FactsTable.keywords.flatMap { tags.values[$0] ?? [] }
            .map { $0.trimmingBlanks() }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Only what a file says plainly; the live subtype belongs to a pair of files and is not set here.
    private mutating func readSubtypes(from tags: MediaTags) {
        switch kind {
        case .image:
            if Self.text(FactsTable.panorama, tags) != nil { subtypes.insert(.panorama) }
            if Self.text(FactsTable.userComment, tags)?.hasSuffix("Screenshot") == true {
                subtypes.insert(.screenshot)
            }
            // Apple's cameras use values of this tag that Exif leaves open.
            guard cameraMake == "Apple" else { return }
            switch Self.text(FactsTable.customRendered, tags) {
            case "2", "3": subtypes.insert(.hdr)
            case "6": subtypes.insert(.panorama)
            case "7": subtypes.formUnion([.hdr, .depthEffect])
            case "8": subtypes.insert(.depthEffect)
            default: break
            }
        case .video:
            if let rate = Self.text(FactsTable.frameRate, tags).flatMap({ Double($0) }),
                rate >= Self.highFrameRate
            {
                subtypes.insert(.videoHighFrameRate)
            }
            if Self.text(FactsTable.movieAuthor, tags) == "ReplayKitRecording" {
                subtypes.insert(.videoScreenRecording)
            }
        case .audio:
            break
        }
    }
}
