import Foundation
import PhotosMedia
import PhotosSearch

/// The time zone of the place where a photo was taken, for files that state none.
///
/// A movie's header states its moment in GMT alone, and many cameras state a local time alone.
/// https://developer.apple.com/documentation/quicktime-file-format/movie_header_atom
extension AssetRecord {
    /// Gives a date that the files state without a zone the zone of the asset's place, marked as assumed.
    ///
    /// A moment in GMT stays, and so do the digits of a local time, whose moment follows the zone. Dates that a person set, and
    /// dates of files, which say nothing about where the photo was taken, stay as they are.
    ///
    /// - Parameters:
    ///   - metadata: The present values in the asset's files.
    ///   - places: The zones of places; nil where there is no table of them.
    package mutating func assumeZone(of metadata: FileMetadata, _ places: (any PlaceZoning)?) {
        guard let places, let capture = metadata.capture, isDate(of: metadata),
            capture.zone == nil || capture.isZoneAssumed,
            capture.source != FactsTable.fileTag,
            let latitude, let longitude, let point = PlacePoint(latitude, longitude),
            let zone = places.zone(near: point)
        else { return }
        let (date, offset) = Self.moment(of: capture, in: zone)
        guard CaptureTime.zoneOffsets.contains(offset) else { return }
        if locationDate == creationDate { locationDate = date }
        creationDate = date
        creationZone = offset
        traits.insert(.zoneAssumed)
    }

    /// Returns whether the date is the one in the files, or differs from it in an assumed zone alone.
    func isDate(of metadata: FileMetadata) -> Bool {
        guard dateSource != Self.personsDate, let creationDate, let capture = metadata.capture,
            traits.contains(.zoneAssumed) || creationZone == nil
        else { return false }
        guard let zone = capture.zone else { return creationDate == capture.date }
        guard capture.isZoneAssumed else { return false }
        return creationDate + Double(creationZone ?? 0) == capture.date + Double(zone)
    }

    /// Returns the moment of a capture whose files state no zone, and the offset of a zone from GMT at that time.
    private static func moment(
        of capture: RecordedFacts.Capture,
        in zone: TimeZone
    ) -> (date: Date, offset: Int) {
        guard let assumed = capture.zone else {
            return (capture.date, zone.secondsFromGMT(for: capture.date))
        }
        let local = capture.date + Double(assumed)
        let offset = CaptureTime.offset(atLocal: local.timeIntervalSince1970, in: zone)
        return (local - Double(offset), offset)
    }
}
