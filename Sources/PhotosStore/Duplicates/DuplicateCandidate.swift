package import Foundation

/// How much of two photos or videos is the same.
package enum DuplicateKind: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The files that show them have the same bytes.
    case bytes
    /// The files have the same pixels, in whatever format.
    case pixels
    /// The pictures are copies of one picture, of another size or compression for example.
    case alike

    package static func < (one: DuplicateKind, other: DuplicateKind) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// The properties of a photo or video that a search for duplicates needs.
package struct DuplicateCandidate: Sendable, Hashable {
    package var row: Int64
    package var mediaType: AssetMediaType
    package var isHidden: Bool
    package var isFavorite: Bool
    package var burst: String?
    /// The moment at which a camera says that it took the picture.
    package var capture: Date?
    package var added: Date?
    /// The size of the shown picture in pixels.
    package var width: Int
    package var height: Int
    package var isEdited: Bool
    package var hasRaw: Bool
    package var hasMovie: Bool
    /// Whether a file of it stays in a source, so that neither backups nor remotes have it.
    package var staysInSource: Bool
    /// The number of facts in the original.
    package var factCount: Int
    /// The file that shows the asset.
    package var shown: ResourceRecord
    /// The checksums of all pictures and movies.
    package var checksums: Set<[UInt8]>

    package init(_ record: AssetRecord, _ resources: [ResourceRecord], _ shown: ResourceRecord) {
        row = record.rowID
        mediaType = record.mediaType
        isHidden = record.isHidden
        isFavorite = record.isFavorite
        burst = record.burstIdentifier
        added = record.addedDate
        width = record.pixelWidth
        height = record.pixelHeight
        isEdited = record.adjustmentsState != .unedited
        hasRaw = resources.contains { $0.isRaw }
        hasMovie = resources.contains { $0.type == ResourceRole.pairedVideo }
        staysInSource = resources.contains { $0.sourceFileID != nil }
        factCount = 0
        self.shown = shown
        let files = resources.filter { $0.type != ResourceRole.adjustmentData }
        checksums = Set(files.map(\.checksum))
    }
}

extension DuplicateCandidate {
    /// The difference of two clocks that a wrong time zone can make, in seconds.
    private static let zoneStep = 900.0

    /// Whether two assets may be duplicates of a kind at all, whatever their pictures are.
    ///
    /// Hidden and visible ones never are. Pictures of one burst and pictures that a camera took at different moments are
    /// different pictures, unless their pixels are the same.
    package func mayEqual(_ other: DuplicateCandidate, as kind: DuplicateKind) -> Bool {
        guard isHidden == other.isHidden, mediaType == other.mediaType else { return false }
        switch kind {
        case .bytes: return true
        case .pixels: return width == other.width && height == other.height
        case .alike:
            if let burst, burst == other.burst { return false }
            guard let capture, let moment = other.capture else { return true }
            let seconds = abs(capture.timeIntervalSince(moment))
            // Copies may lack the fraction of the second, or have the time of another zone.
            let rest = seconds.truncatingRemainder(dividingBy: Self.zoneStep)
            return min(rest, Self.zoneStep - rest) < 1 && seconds < 100_000
        }
    }

    /// Whether the asset can make way for another one.
    package func canMakeWay(for other: DuplicateCandidate) -> Bool {
        !hasOwnFiles(against: other) && !isInLibraryAlone(against: other)
    }

    /// Whether the files of the asset are in the library, and a file of another one stays in a source.
    ///
    /// A file in a source may be gone tomorrow, and neither backups nor remotes have it.
    package func isInLibraryAlone(against other: DuplicateCandidate) -> Bool {
        other.staysInSource && !staysInSource
    }

    /// Whether the asset has a file that another one lacks.
    ///
    /// The shown picture itself may be lost, unless it is an edit.
    package func hasOwnFiles(against other: DuplicateCandidate) -> Bool {
        var own = checksums
        if !isEdited { own.remove(shown.checksum) }
        return !own.isSubset(of: other.checksums)
    }
}
