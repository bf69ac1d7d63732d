import Foundation
import PhotosMedia
package import PhotosStore

/// Decides which properties of a photo somebody has changed in a sidecar after an export.
///
/// An export states a property in a sidecar only where it differs from the original. The other values in a sidecar are those with
/// which it came into the library. Only a value that is neither of both is an edit.
package enum SidecarEdit {
    /// Changes of properties that a person sets as a whole, such as a date and its zone.
    package struct Change: Hashable, Sendable {
        /// The new values.
        package var values: [AssetField: FieldValue]
        /// The values of these properties at the time of the export.
        package var exported: [AssetField: FieldValue]
    }

    /// Returns the changes that a sidecar states.
    ///
    /// - Parameters:
    ///   - stated: What the sidecar states now.
    ///   - exported: The properties of the photo at the time of the export.
    ///   - companion: What sidecars beside the original stated at that time.
    ///   - original: What the original states; nil if it is not known.
    ///   - isOfExport: Whether the export wrote the sidecar, and not another program.
    /// - Returns: The changes; none where the sidecar states what the export did.
    package static func changes(
        _ stated: ImportSupplement,
        exported: [AssetField: FieldValue],
        companion: ImportSupplement,
        original: RecordedFacts?,
        isOfExport: Bool
    ) -> [Change] {
        var before = AssetRecord(rowID: 0, uuid: .zero)
        before.restore(exported)
        let files = FileMetadata(original: original, companion: nil)
        let then =
            isOfExport
            ? ExportedWords(before, original, companion)
            : ExportedWords(ImportSupplement(), statesKeywords: false)
        var after = before
        let now = FileMetadata(original: nil, companion: RecordedFacts(stated))
        if let caption = stated.caption, !isSame(caption, then.stated.caption) {
            after.caption = caption
        }
        after.keywords = keywords(before, stated.keywords, then)
        if let rating = stated.rating, rating != then.stated.rating {
            after.take(.rating, of: now)
        }
        if let place = stated.location, !isSame(place, then.stated.location) {
            after.take(.place, of: now)
        }
        // The date in a file counts before that in a sidecar that just lies beside it.
        if let date = stated.date, isOfExport || files.capture == nil,
            !isSame(date, then.stated.date)
        {
            set(date, &after)
        }
        if let isFavorite = stated.isFavorite { after.isFavorite = isFavorite }
        if let isHidden = stated.isHidden { after.isHidden = isHidden }
        return groups.compactMap { change(of: $0, from: before, to: after) }
    }

    private static let groups: [[AssetField]] = [
        [.creationDate, .creationZone, .dateSource, .traits],
        [
            .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course,
            .speed, .locationDate,
        ],
        [.caption], [.keywords], [.rating, .isRejected], [.isFavorite], [.isHidden],
    ]

    private static func change(
        of fields: [AssetField],
        from before: AssetRecord,
        to after: AssetRecord
    ) -> Change? {
        let changed = fields.filter { before[$0] != after[$0] }
        guard !changed.isEmpty else { return nil }
        // Other traits follow from the files.
        let compared = fields.filter { $0 != .traits }
        return Change(
            values: Dictionary(uniqueKeysWithValues: changed.map { ($0, after[$0]) }),
            exported: Dictionary(uniqueKeysWithValues: compared.map { ($0, before[$0]) })
        )
    }

    private static func keywords(
        _ before: AssetRecord,
        _ stated: [String],
        _ then: ExportedWords
    ) -> [String] {
        let (earlier, now) = (then.stated.keywords.map(plain), stated.map(plain))
        // A program that writes no keywords has removed none.
        guard !now.isEmpty, Set(earlier) != Set(now) else { return before.keywords }
        if then.statesKeywords { return stated }
        let removed = Set(earlier).subtracting(now)
        let kept = before.keywords.filter { !removed.contains(plain($0)) }
        let known = Set(kept.map(plain) + earlier)
        return kept + stated.filter { !known.contains(plain($0)) }
    }

    // MARK: Comparing with what a sidecar can state

    private static func isSame(_ text: String, _ other: String?) -> Bool {
        other.map { plain($0) == plain(text) } ?? false
    }

    /// Returns a text without characters that XML has no way to write, and without blanks at its ends.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
        return String(String.UnicodeScalarView(scalars))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Sidecars state positions to less than a metre.
    private static func isSame(
        _ place: MediaFacts.Location,
        _ other: MediaFacts.Location?
    ) -> Bool {
        guard let other else { return false }
        return abs(place.latitude - other.latitude) < 0.000_001
            && abs(place.longitude - other.longitude) < 0.000_001
            && abs((place.altitude ?? 0) - (other.altitude ?? 0)) < 0.1
    }

    private typealias SuppliedDate = ImportSupplement.SuppliedDate

    /// Sidecars state zones in minutes.
    ///
    /// Without a zone, the clock alone counts.
    private static func isSame(_ date: SuppliedDate, _ other: SuppliedDate?) -> Bool {
        guard let other else { return false }
        if let zone = date.zoneOffset, let otherZone = other.zoneOffset {
            return abs(date.date.timeIntervalSince(other.date)) < 0.01 && abs(zone - otherZone) < 60
        }
        guard date.zoneOffset == nil else { return false }
        return abs(local(date).timeIntervalSince(local(other))) < 0.01
    }

    private static func local(_ date: SuppliedDate) -> Date {
        date.date + Double(date.zoneOffset ?? date.assumedZoneOffset ?? 0)
    }

    /// Sets a date; one without a zone is in that of the photo.
    private static func set(_ date: SuppliedDate, _ record: inout AssetRecord) {
        let zone = date.zoneOffset ?? record.creationZone ?? date.assumedZoneOffset
        record.creationDate = local(date) - Double(zone ?? 0)
        if date.zoneOffset != nil {
            record.traits.remove(.zoneAssumed)
        } else if record.creationZone == nil, zone != nil {
            record.traits.insert(.zoneAssumed)
        }
        record.creationZone = zone
        record.dateSource = date.source
    }
}
