import Foundation
package import PhotosMedia
import PhotosStore

/// Decides what an export states about an asset in its sidecar or its copy.
package enum ExportMetadata {
    /// Returns what differs from the original as it was last read.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - withheld: What is not stated.
    ///   - removes: Whether the file that takes the metadata may already state what is withheld, so that it must be
    ///     removed. A new sidecar states nothing.
    /// - Returns: The metadata; empty if nothing differs.
    package static func written(
        _ asset: ExportedAsset,
        withheld: ExportOptions.Withheld,
        removes: Bool
    ) -> WrittenMetadata {
        let record = asset.record
        let stated = asset.facts.original.map { FileMetadata(original: $0, companion: nil) }
        let isKnown = asset.facts.original.map { $0.reader > 0 } ?? false
        let differing = stated.map { Set(record.differences(from: $0)) } ?? []
        func differs(_ field: FileMetadata.Field) -> Bool { !isKnown || differing.contains(field) }
        var written = WrittenMetadata()
        if differs(.date), let time = captureTime(record) { written.captureDate = .value(time) }
        if differs(.caption), record.caption != nil || stated?.caption != nil {
            written.caption = .init(record.caption)
        }
        if differs(.keywords), !record.keywords.isEmpty || stated?.keywords.isEmpty == false {
            written.keywords = .init(record.keywords.isEmpty ? nil : record.keywords)
        }
        if differs(.rating), record.rating > 0 || stated?.rating != nil {
            written.rating = .init(record.rating > 0 ? record.rating : nil)
        }
        if withheld.contains(.places) {
            if removes { written.place = .removed }
        } else if differs(.place), record.latitude != nil || stated?.location != nil {
            written.place = .init(place(record))
        }
        if withheld.contains(.persons) {
            if removes { written.persons = .removed }
        } else {
            let persons = self.persons(asset.facts)
            if persons != asset.facts.original?.persons ?? [], !persons.isEmpty {
                written.persons = .value(persons.map { .init(name: $0) })
            }
        }
        // A file has these marks only from an earlier export, so that a missing mark need not be removed.
        if record.isFavorite { written.isFavorite = true }
        if record.isHidden { written.isHidden = true }
        if !asset.albums.isEmpty { written.albums = .value(asset.albums.map(\.path)) }
        return written
    }

    /// Returns what a copy still states although it was to be withheld, because its bytes stay as they are.
    package static func remaining(
        _ asset: ExportedAsset,
        _ withheld: ExportOptions.Withheld
    ) -> ExportOptions.Withheld {
        var remaining: ExportOptions.Withheld = []
        guard let facts = asset.facts.original else { return withheld }
        if facts.location != nil { remaining.insert(.places) }
        if !facts.persons.isEmpty { remaining.insert(.persons) }
        return remaining.intersection(withheld)
    }

    private static func persons(_ facts: AssetFacts) -> [String] {
        var persons: [String] = []
        for person in (facts.original?.persons ?? []) + (facts.companion?.persons ?? [])
        where !persons.contains(person) {
            persons.append(person)
        }
        return persons
    }

    /// Returns the local time; nil for a date that is only that of a file, or of the addition to the library.
    private static func captureTime(_ record: AssetRecord) -> CaptureTime? {
        let guesses = [FactsTable.fileTag, FactsTable.nameTag, AssetRecord.dateOfAddition]
        guard let date = record.creationDate, !guesses.contains(record.dateSource ?? "") else {
            return nil
        }
        // Without a zone, GMT keeps the moment.
        let zone = record.creationZone ?? 0
        return CaptureTime(
            localSeconds: date.timeIntervalSince1970 + Double(zone),
            zoneOffset: record.traits.contains(.zoneAssumed) ? nil : zone
        )
    }

    /// Returns the position, without the values by which the API says that a detail is unknown.
    private static func place(_ record: AssetRecord) -> MediaFacts.Location? {
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
