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
        package var property: EditedProperty
        /// The new values.
        package var values: [AssetField: FieldValue]
        /// The values of these properties at the time of the export.
        package var exported: [AssetField: FieldValue]
        /// Whether the file stated a value, and states none any more.
        package var isRemoval = false
        /// Whether the zone of a new date is assumed; nil for other properties.
        package var isZoneAssumed: Bool?
        /// Whether the zone of the date was assumed at the time of the export; nil for other properties.
        package var wasZoneAssumed: Bool?

        /// The values in the file now, the unchanged ones included.
        package var stated: [AssetField: FieldValue] { exported.merging(values) { $1 } }

        /// The change of a file that states again what the export wrote.
        var reverted: Change {
            Change(
                property: property,
                values: exported,
                exported: exported,
                isZoneAssumed: wasZoneAssumed,
                wasZoneAssumed: wasZoneAssumed
            )
        }
    }

    /// Returns the changes that a sidecar states.
    ///
    /// - Parameters:
    ///   - stated: The present words of the sidecar.
    ///   - exported: The properties of the photo at the time of the export.
    ///   - companion: The words of sidecars beside the original at that time.
    ///   - original: The words of the original; nil if they are not known.
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
            ? ExportedWords(before, original: original, companion: companion)
            : ExportedWords(ImportSupplement(), statesKeywords: false)
        let stated = changedWords(of: stated, since: then)
        var after = before
        let now = FileMetadata(original: nil, companion: RecordedFacts(stated))
        if let caption = stated.caption, !isSameText(caption, as: then.stated.caption) {
            after.caption = caption
        }
        after.keywords = mergedKeywords(of: before, stated: stated.keywords, since: then)
        if let rating = stated.rating, rating != then.stated.rating {
            after.setProperty(.rating, from: now)
        }
        if let place = stated.location, !isSamePlace(place, as: then.stated.location) {
            after.setProperty(.place, from: now)
        }
        var removed = removedProperties(in: stated, since: then)
        if removed.contains(.caption) { after.caption = nil }
        if removed.contains(.keywords) { after.keywords = [] }
        if removed.contains(.rating) { after.setProperty(.rating, from: now) }
        if removed.contains(.place) { after.setProperty(.place, from: now) }
        // The date in a file counts before that in a sidecar that just lies beside it.
        if let date = stated.date, isOfExport || files.capture == nil,
            !isSameDate(date, as: then.stated.date)
        {
            setDate(date, of: &after)
        }
        after.isFavorite = isFavorite(in: stated, since: before, isOfExport: isOfExport)
        if before.isFavorite, !after.isFavorite,
            stated.doubled?.favoriteMarks?.contains(false) == false
        {
            removed.insert(.favorite)
        }
        if let isHidden = stated.isHidden { after.isHidden = isHidden }
        return EditedProperty.allCases.compactMap { property in
            var change = change(of: property, from: before, to: after)
            change?.isRemoval = removed.contains(property)
            return change
        }
    }

    /// Returns the change of a property from one state of a photo to another; nil if nothing differs.
    static func change(
        of property: EditedProperty,
        from before: AssetRecord,
        to after: AssetRecord
    ) -> Change? {
        let changed = property.fields.filter { before[$0] != after[$0] }
        guard !changed.isEmpty else { return nil }
        // Other traits follow from the files.
        let compared = property.fields.filter { $0 != .traits }
        var change = Change(
            property: property,
            values: Dictionary(uniqueKeysWithValues: changed.map { ($0, after[$0]) }),
            exported: Dictionary(uniqueKeysWithValues: compared.map { ($0, before[$0]) })
        )
        if property == .date {
            change.isZoneAssumed = after.traits.contains(.zoneAssumed)
            change.wasZoneAssumed = before.traits.contains(.zoneAssumed)
        }
        return change
    }

    /// Returns the properties that the export stated in the sidecar, and of which the sidecar states nothing any more.
    private static func removedProperties(
        in stated: ImportSupplement,
        since then: ExportedWords
    ) -> Set<EditedProperty> {
        var removed: Set<EditedProperty> = []
        if stated.caption == nil, then.states.contains(.caption),
            let caption = then.stated.caption, !plainText(caption).isEmpty
        {
            removed.insert(.caption)
        }
        if stated.keywords.isEmpty, then.statesKeywords,
            then.stated.keywords.contains(where: { !plainText($0).isEmpty })
        {
            removed.insert(.keywords)
        }
        if stated.rating == nil, then.states.contains(.rating), (then.stated.rating ?? 0) != 0 {
            removed.insert(.rating)
        }
        if stated.location == nil, then.states.contains(.place),
            let place = then.stated.location, abs(place.latitude) <= 90,
            abs(place.longitude) <= 180
        {
            removed.insert(.place)
        }
        return removed
    }

    private static func mergedKeywords(
        of before: AssetRecord,
        stated: [String],
        since then: ExportedWords
    ) -> [String] {
        let (earlier, now) = (then.stated.keywords.map(plainText), stated.map(plainText))
        // Where the export stated no keywords, a program that writes none has removed none.
        guard !now.isEmpty, Set(earlier) != Set(now) else { return before.keywords }
        if then.statesKeywords { return stated }
        let removed = Set(earlier).subtracting(now)
        let kept = before.keywords.filter { !removed.contains(plainText($0)) }
        let known = Set(kept.map(plainText) + earlier)
        return kept + stated.filter { !known.contains(plainText($0)) }
    }

    // MARK: Comparing with what a sidecar can state

    private static func isSameText(_ text: String, as other: String?) -> Bool {
        other.map { plainText($0) == plainText(text) } ?? false
    }

    /// Returns a text without characters that XML has no way to write, and without blanks at its ends.
    static func plainText(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
        return String(String.UnicodeScalarView(scalars))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Sidecars state positions to less than a metre.
    private static func isSamePlace(
        _ place: MediaFacts.Location,
        as other: MediaFacts.Location?
    ) -> Bool {
        guard let other else { return false }
        return abs(place.latitude - other.latitude) < 0.000_001
            && abs(place.longitude - other.longitude) < 0.000_001
            && abs((place.altitude ?? 0) - (other.altitude ?? 0)) < 0.1
    }

    typealias SuppliedDate = ImportSupplement.SuppliedDate

    /// Sidecars state zones in minutes.
    ///
    /// Without a zone, the clock alone counts.
    static func isSameDate(_ date: SuppliedDate, as other: SuppliedDate?) -> Bool {
        guard let other else { return false }
        if let zone = date.zoneOffset, let otherZone = other.zoneOffset {
            return abs(date.date.timeIntervalSince(other.date)) < 0.01 && abs(zone - otherZone) < 60
        }
        guard date.zoneOffset == nil else { return false }
        return abs(localDate(of: date).timeIntervalSince(localDate(of: other))) < 0.01
    }

    static func localDate(of date: SuppliedDate) -> Date {
        date.date + Double(date.zoneOffset ?? date.assumedZoneOffset ?? 0)
    }

    /// Sets a date; one without a zone is in that of the photo.
    private static func setDate(_ date: SuppliedDate, of record: inout AssetRecord) {
        let zone = date.zoneOffset ?? record.creationZone ?? date.assumedZoneOffset
        record.creationDate = localDate(of: date) - Double(zone ?? 0)
        if date.zoneOffset != nil {
            record.traits.remove(.zoneAssumed)
        } else if record.creationZone == nil, zone != nil {
            record.traits.insert(.zoneAssumed)
        }
        record.creationZone = zone
        record.dateSource = date.source
    }
}
