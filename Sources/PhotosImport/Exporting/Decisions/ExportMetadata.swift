import Foundation
package import PhotosMedia
import PhotosStore

/// Decides what an export states about an asset in its sidecar or its copy.
package enum ExportMetadata {
    /// The file that takes the metadata.
    package enum Base: Sendable {
        /// A new sidecar, which states nothing yet.
        case nothing
        /// A copy of the original.
        case copy
        /// A sidecar that came in, which may state what has changed since.
        case sidecar
    }

    /// Returns what differs from the original as it was last read.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - withheld: The properties that are not stated.
    ///   - base: The file that takes the metadata; withheld properties that it may state already are removed.
    /// - Returns: The metadata; empty if nothing differs.
    package static func writtenMetadata(
        of asset: ExportedAsset,
        withheld: ExportOptions.Withheld,
        in base: Base
    ) -> WrittenMetadata {
        let record = asset.record
        let stated = asset.facts.original.map { FileMetadata(original: $0, companion: nil) }
        let isKnown = asset.facts.original.map { $0.reader > 0 } ?? false
        let differing = stated.map { Set(record.differences(from: $0)) } ?? []
        let outdated = base == .sidecar ? outdatedFields(asset) : []
        func differs(_ field: FileMetadata.Field) -> Bool {
            !isKnown || differing.contains(field) || outdated.contains(field)
        }
        var written = WrittenMetadata()
        let hasDate = stated?.capture.map { !isGuess($0.source) } ?? false
        if !hasDate || differs(.date), let time = captureTime(record) {
            written.captureDate = .value(time)
        }
        if differs(.caption),
            record.caption != nil || stated?.caption != nil || outdated.contains(.caption)
        {
            written.caption = .init(record.caption)
        }
        let persons = self.personNames(in: asset.facts)
        let withheldWords = self.withheldWords(of: asset, withheld: withheld)
        let keywords = record.keywords.filter { !withheldWords.contains($0) }
        let withholdsWords = keywords != record.keywords
        if differs(.keywords) || withholdsWords,
            !keywords.isEmpty || stated?.keywords.isEmpty == false || outdated.contains(.keywords)
                || base == .sidecar && withholdsWords
        {
            written.keywords = .init(keywords.isEmpty ? nil : keywords)
        }
        let rating = record.isRejected ? -1 : record.rating
        if differs(.rating),
            rating != 0 || stated?.rating != nil || outdated.contains(.rating)
        {
            written.rating = .init(rating != 0 ? rating : nil)
        }
        addCompanionWords(of: asset.facts, withheld: withheld, to: &written)
        if withheld.contains(.places) {
            if base != .nothing { written.place = .removed }
        } else if differs(.place),
            record.latitude != nil || stated?.location != nil || outdated.contains(.place)
        {
            written.place = .init(recordedLocation(of: record))
        }
        if withheld.contains(.persons) {
            if base != .nothing { written.persons = .removed }
        } else {
            if persons != asset.facts.original?.persons ?? [], !persons.isEmpty {
                written.persons = .value(persons.map { .init(name: $0) })
            }
        }
        // A copy has these marks only from an earlier export, so that a missing mark need not be removed.
        let isSidecar = base == .sidecar
        if record.isFavorite || isSidecar { written.isFavorite = record.isFavorite }
        if record.isHidden || isSidecar { written.isHidden = record.isHidden }
        if !asset.albums.isEmpty || isSidecar {
            written.albums = .init(asset.albums.isEmpty ? nil : asset.albums.map(\.path))
        }
        return written
    }

    /// Returns the properties of which the sidecars that came in state something else than the library.
    ///
    /// A person changed or removed these values in the library after the sidecars were read.
    private static func outdatedFields(_ asset: ExportedAsset) -> Set<FileMetadata.Field> {
        guard let companion = asset.facts.companion else { return [] }
        let read = FileMetadata(original: asset.facts.original, companion: companion)
        return Set(asset.record.differences(from: read))
    }

    /// Returns what changes in a sidecar that came in and that an export copies.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - withheld: The properties that the sidecar loses.
    ///   - tags: The values that the sidecar states.
    /// - Returns: The present values of the properties that the library has changed since the sidecar was read.
    package static func metadataUpdating(
        _ asset: ExportedAsset,
        withheld: ExportOptions.Withheld,
        tags: MediaTags?
    ) -> WrittenMetadata {
        let now = writtenMetadata(of: asset, withheld: withheld, in: .sidecar)
        let outdated = outdatedFields(asset)
        var written = metadataWithout(withheld, in: asset)
        if outdated.contains(.caption) { written.caption = now.caption }
        if outdated.contains(.keywords) { written.keywords = now.keywords }
        if outdated.contains(.rating) { written.rating = now.rating }
        if outdated.contains(.date) { written.captureDate = now.captureDate }
        if outdated.contains(.place) { written.place = now.place }
        for (tag, isSet, path) in [
            (FactsTable.favoriteTag, asset.record.isFavorite, \WrittenMetadata.isFavorite),
            (FactsTable.hiddenTag, asset.record.isHidden, \WrittenMetadata.isHidden),
        ] {
            if let mark = tags?[tag], (mark == "True") != isSet { written[keyPath: path] = isSet }
        }
        return written
    }

    /// Returns whether an export without metadata leaves out what people said about an asset.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - withheld: The properties that are left out on request.
    /// - Returns: False where the original holds the words itself, and where a file that came in beside it holds them.
    package static func leavesOut(
        _ asset: ExportedAsset,
        withheld: ExportOptions.Withheld
    ) -> Bool {
        let words = writtenMetadata(of: asset, withheld: withheld, in: .nothing)
        guard
            words.caption?.value != nil || words.keywords?.value != nil
                || words.rating?.value != nil || words.captureDate?.value != nil
                || words.place?.value != nil || words.title?.value != nil
        else { return false }
        // A sidecar of a merged photo, an unreadable one, settings of raw developers and files in sources of which nothing was read
        // state none of the words.
        let companions = asset.companions.map {
            CompanionFile(url: $0.url, name: $0.name, isKept: $0.isKept)
        }.filter { $0.isRead || $0.isOfExporter }
        // A copied XMP gets the library's values. Other files hold what was read from them.
        if companions.contains(where: \.isXMP) { return false }
        return companions.isEmpty || !outdatedFields(asset).isEmpty
    }

    /// States the words of sidecars and other records beside the original, which differ from those in the original.
    private static func addCompanionWords(
        of facts: AssetFacts,
        withheld: ExportOptions.Withheld,
        to written: inout WrittenMetadata
    ) {
        guard let companion = facts.companion else { return }
        let original = facts.original
        if let title = companion.title, title != original?.title { written.title = .value(title) }
        if let headline = companion.headline, headline != original?.headline {
            written.headline = .value(headline)
        }
        if !companion.creators.isEmpty, companion.creators != original?.creators {
            written.creators = .value(companion.filled(from: original).creators)
        }
        guard !withheld.contains(.places), !companion.placeNames.isEmpty,
            companion.placeNames != original?.placeNames
        else { return }
        written.placeNames = .value(companion.filled(from: original).placeNames)
    }

    /// Returns what a copy still states although it was to be withheld, because its bytes stay as they are.
    package static func stillStated(
        in asset: ExportedAsset,
        of withheld: ExportOptions.Withheld
    ) -> ExportOptions.Withheld {
        var remaining: ExportOptions.Withheld = []
        guard let facts = asset.facts.original, facts.reader > 0 else { return withheld }
        if facts.location != nil || !facts.placeNames.isEmpty { remaining.insert(.places) }
        if !facts.persons.isEmpty { remaining.insert(.persons) }
        return remaining.intersection(withheld)
    }

    /// Returns what a sidecar that came in loses where nothing is added to it.
    package static func metadataWithout(
        _ withheld: ExportOptions.Withheld,
        in asset: ExportedAsset
    ) -> WrittenMetadata {
        var written = WrittenMetadata()
        if withheld.contains(.places) { written.place = .removed }
        if withheld.contains(.persons) { written.persons = .removed }
        let words = withheldWords(of: asset, withheld: withheld)
        let stated = asset.facts.companion?.keywords ?? []
        let keywords = stated.filter { !words.contains($0) }
        if keywords != stated { written.keywords = .init(keywords.isEmpty ? nil : keywords) }
        return written
    }

    /// Returns the keywords that are left out: the names of persons with a region are read as keywords, too.
    package static func withheldWords(
        of asset: ExportedAsset,
        withheld: ExportOptions.Withheld
    ) -> Set<String> {
        withheld.contains(.persons) ? Set(personNames(in: asset.facts)) : []
    }

    /// Returns the keywords of an asset and of its files, without names of persons.
    static func keywordsWithoutNames(of asset: ExportedAsset) -> Set<String> {
        let facts = [asset.facts.original, asset.facts.companion].compactMap(\.self)
        return Set(asset.record.keywords + facts.flatMap(\.keywords))
            .subtracting(personNames(in: asset.facts))
    }

    private static func personNames(in facts: AssetFacts) -> [String] {
        var persons: [String] = []
        for person in (facts.original?.persons ?? []) + (facts.companion?.persons ?? [])
        where !persons.contains(person) {
            persons.append(person)
        }
        return persons
    }

    /// Returns the local time; nil for a date that is only that of a file, or of the addition to the library.
    private static func captureTime(_ record: AssetRecord) -> CaptureTime? {
        guard let date = record.creationDate, !isGuess(record.dateSource) else { return nil }
        // Without a zone, GMT keeps the moment.
        let zone = record.creationZone ?? 0
        return CaptureTime(
            localSeconds: date.timeIntervalSince1970 + Double(zone),
            zoneOffset: record.traits.contains(.zoneAssumed) ? nil : zone
        )
    }

    private static func isGuess(_ dateSource: String?) -> Bool {
        [FactsTable.fileTag, FactsTable.nameTag, AssetRecord.dateOfAddition].contains(
            dateSource ?? ""
        )
    }

    /// Returns the position, without the values by which the API says that a detail is unknown.
    private static func recordedLocation(of record: AssetRecord) -> MediaFacts.Location? {
        guard let latitude = record.latitude, let longitude = record.longitude else { return nil }
        return MediaFacts.Location(
            latitude: latitude,
            longitude: longitude,
            altitude: record.verticalAccuracy.map { $0 >= 0 } ?? true ? record.altitude : nil,
            horizontalAccuracy: record.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil },
            direction: record.course.flatMap { (0...360).contains($0) ? $0 : nil },
            speed: record.speed.flatMap { $0 >= 0 ? $0 : nil }
        )
    }
}
