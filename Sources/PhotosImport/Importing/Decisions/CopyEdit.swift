import Foundation
import PhotosMedia
package import PhotosStore

/// Decides which properties of a photo somebody has changed inside a copy after an export.
///
/// A property that the copy stated and does not state any more was removed by a person. Only a date is never removed: a photo
/// always has one.
package enum CopyEdit {
    /// Returns the changes inside a copy.
    ///
    /// - Parameters:
    ///   - now: The present values of the copy.
    ///   - exported: The properties of the photo at the time of the export.
    ///   - stated: The properties of which the copy stated other values, with these values.
    /// - Returns: The changes; none where the copy states what it did.
    package static func changes(
        _ now: FileMetadata,
        exported: [AssetField: FieldValue],
        stated: [AssetField: FieldValue]
    ) -> [SidecarEdit.Change] {
        var before = AssetRecord(rowID: 0, uuid: .zero)
        before.restore(exported)
        before.restore(stated)
        var (after, present) = (before, before)
        for field in FileMetadata.Field.allCases { present.setProperty(field, from: now) }
        if trimmedText(present.caption) != trimmedText(before.caption) {
            after.caption = present.caption
        }
        if Set(present.keywords.map(trimmedText)) != Set(before.keywords.map(trimmedText)) {
            after.keywords = present.keywords
        }
        if present.rating != before.rating || present.isRejected != before.isRejected {
            after.setProperty(.rating, from: now)
        }
        if !isSamePlace(in: present, and: before) { after.setProperty(.place, from: now) }
        if let capture = now.capture, !isSameTime(capture, as: before) {
            after.setProperty(.date, from: now)
        }
        return EditedProperty.allCases.compactMap { property in
            guard var change = SidecarEdit.change(of: property, from: before, to: after) else {
                return nil
            }
            change.isRemoval =
                switch property {
                case .caption: now.caption == nil
                case .keywords: now.keywords.isEmpty
                case .rating: (now.rating ?? 0) == 0
                case .place: now.location == nil
                default: false
                }
            return change
        }
    }

    private static func trimmedText(_ text: String?) -> String {
        (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Tags state positions to about a metre.
    private static func isSamePlace(in one: AssetRecord, and other: AssetRecord) -> Bool {
        guard let latitude = one.latitude, let longitude = one.longitude,
            let otherLatitude = other.latitude, let otherLongitude = other.longitude
        else { return one.latitude == nil && other.latitude == nil }
        return abs(latitude - otherLatitude) < 0.000_01
            && abs(longitude - otherLongitude) < 0.000_01
    }

    /// Tags state whole seconds, and not always a zone.
    ///
    /// Without a zone, the clock alone counts.
    private static func isSameTime(
        _ capture: RecordedFacts.Capture,
        as record: AssetRecord
    ) -> Bool {
        guard let date = record.creationDate else { return false }
        if abs(capture.date.timeIntervalSince(date)) < 1 { return true }
        let hasZones =
            capture.zone != nil && !capture.isZoneAssumed && record.creationZone != nil
            && !record.traits.contains(.zoneAssumed)
        guard !hasZones else { return false }
        let (clock, other) = (
            capture.date + Double(capture.zone ?? 0), date + Double(record.creationZone ?? 0)
        )
        return abs(clock.timeIntervalSince(other)) < 1
    }
}
