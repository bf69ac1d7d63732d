package import Foundation
import PhotosMedia
package import PhotosStore

/// An asset as an export reads it.
package struct ExportedAsset: Sendable {
    /// A sidecar that came with the original, in a source or as the library keeps it.
    package struct Companion: Hashable, Sendable {
        package var url: URL
        package var name: String
        package var byteCount: Int64
        package var modification: Int64
        /// Whether the file is in a source that cannot be reached, so that it may state anything.
        package var isOffline = false
        /// Whether the library keeps the file.
        package var isKept: Bool

        package init(
            url: URL,
            name: String,
            byteCount: Int64,
            modification: Int64,
            isKept: Bool = false
        ) {
            self.url = url
            self.name = name
            self.byteCount = byteCount
            self.modification = modification
            self.isKept = isKept
        }

        /// Whether the name is that of an XMP sidecar.
        var isXMP: Bool { NameParts(name).ending.lowercased() == ".xmp" }
    }

    package var record: AssetRecord
    /// The files; one that was renamed in its source has its present name.
    package var resources: [ResourceRecord]
    /// The names with which the files came into the library, by the rows of the resources.
    package var importNames: [Int64: String]
    package var facts: AssetFacts
    /// The albums that contain the asset, in the order of the library.
    package var albums: [CollectionTree.Node]
    package var companions: [Companion]

    package init(
        record: AssetRecord,
        resources: [ResourceRecord],
        importNames: [Int64: String] = [:],
        facts: AssetFacts = AssetFacts(),
        albums: [CollectionTree.Node] = [],
        companions: [Companion] = []
    ) {
        self.record = record
        self.resources = resources
        self.importNames = importNames
        self.facts = facts
        self.albums = albums
        self.companions = companions
    }

    /// The original.
    package var original: ResourceRecord? {
        resources.first { ResourceRole.originals.contains($0.type) }
    }

    /// Raised when exports write other files for the same asset, so that the next export into a folder checks all again.
    private static let recipe: Int64 = 10

    /// Returns a checksum over everything that an export writes about the asset with these options.
    package func stateChecksum(for options: ExportOptions) -> [UInt8] {
        var digest = ExportDigest()
        digest.add(Self.recipe)
        options.add(to: &digest)
        for field in AssetField.allCases where field.manifestUse != .never {
            digest.add(record[field])
        }
        for resource in resources {
            digest.add(Int64(resource.type.rawValue))
            digest.add(resource.checksum)
            digest.add(resource.filename ?? "")
        }
        for album in albums {
            digest.add(album.uuid.bytes)
            for title in album.path { digest.add(title) }
        }
        for companion in companions {
            digest.add(companion.url.path)
            digest.add(companion.byteCount)
            digest.add(companion.modification)
        }
        for facts in [facts.original, facts.companion] { digest.addFacts(facts) }
        return digest.value
    }

    /// The values for the pattern of paths.
    package var templateValues: ExportTemplateValues {
        var name = original?.filename ?? record.filename ?? ""
        if name.isEmpty { name = String(original?.file.dropFirst(3) ?? "photo") }
        var values = ExportTemplateValues(
            original: NameParts(name).stem,
            type: Self.typeName(of: record.mediaType),
            id: String(record.uuid.uuidString.prefix(8))
        )
        values.creationDate = record.creationDate
        values.zone = record.creationZone
        values.addedDate = record.addedDate
        values.album = albums.first?.path ?? []
        values.camera = facts.original.flatMap(Self.cameraName)
        values.rating = record.rating
        values.isFavorite = record.isFavorite
        values.caption = record.caption
        return values
    }

    private static func typeName(of type: AssetMediaType) -> String {
        switch type {
        case .video: "video"
        case .audio: "audio"
        default: "image"
        }
    }

    /// Returns the model, with the maker where the model does not begin with it.
    private static func cameraName(in facts: RecordedFacts) -> String? {
        let make = facts.camera.make?.trimmingCharacters(in: .whitespaces) ?? ""
        let model = facts.camera.model?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !model.isEmpty else { return make.isEmpty ? nil : make }
        let isNamed = model.lowercased().hasPrefix(make.lowercased())
        return isNamed ? model : "\(make) \(model)"
    }
}

extension ExportDigest {
    fileprivate mutating func addFacts(_ facts: RecordedFacts?) {
        guard let facts else { return add(.null) }
        add(Int64(facts.reader))
        add(FieldValue(facts.capture?.date.timeIntervalSinceReferenceDate))
        add(FieldValue(facts.capture?.zone))
        add(facts.capture?.source ?? "")
        let place = facts.location
        for value in [
            place?.latitude, place?.longitude, place?.altitude, place?.horizontalAccuracy,
            place?.direction, place?.speed,
        ] {
            add(FieldValue(value))
        }
        add(FieldValue(facts.caption))
        add(FieldValue(facts.rating))
        add(FieldValue(facts.camera.model))
        let names = facts.placeNames
        for word in [
            facts.title, facts.headline, names.sublocation, names.city, names.region, names.country,
        ] {
            add(FieldValue(word))
        }
        for words in [facts.keywords, facts.persons, facts.creators] {
            add(Int64(words.count))
            for word in words { add(word) }
        }
    }
}
