import Foundation

extension MediaFacts {
    /// Takes the zone that a time in the name and the file's own date give together.
    ///
    /// - Parameters:
    ///   - time: The time in the name.
    ///   - isPixels: Whether the name is one of a Pixel, which states the moment in GMT.
    ///   - zone: The zone in which a local time is read.
    mutating func takeZone(of time: CaptureTime, isPixels: Bool, zone: TimeZone) {
        guard time.hasTime, zoneOffset == nil, let moment = creationDate?.timeIntervalSince1970
        else { return }
        if let assumedZoneOffset {
            let local = moment + Double(assumedZoneOffset)
            guard let found = Self.zone(ofLocal: local, beside: time, isPixels: isPixels) else {
                return
            }
            creationDate = Date(timeIntervalSince1970: local - Double(found))
            zoneOffset = found
            self.assumedZoneOffset = nil
        } else if time.zoneOffset == nil {
            takeZone(ofLocal: time, at: moment, zone: zone)
        }
    }

    /// Takes the zone that a local time in the name gives to a moment in GMT, as movies' headers state.
    ///
    /// Equal digits mean that the camera knows no zone, and wrote its local time into the header. The zone of a movie from
    /// a place with GMT is found by its place.
    private mutating func takeZone(ofLocal time: CaptureTime, at moment: Double, zone: TimeZone) {
        let offset = CaptureTime.zone(of: time.localSeconds, at: moment, lasting: duration)
        guard offset == 0, let dateSource, FactsTable.headerTags.contains(dateSource) else {
            zoneOffset = offset
            return
        }
        setDate(CreationDate(CaptureTime(localSeconds: moment, zoneOffset: nil), dateSource, zone))
    }

    /// Returns the zone of a local time without one, from a name with the same time and a zone, or with its moment.
    ///
    /// Programs write a local time into names for GMT, too. So the same digits say nothing.
    private static func zone(
        ofLocal local: Double,
        beside time: CaptureTime,
        isPixels: Bool
    ) -> Int? {
        guard let stated = time.zoneOffset else { return nil }
        guard stated == 0 else {
            return time.localSeconds.rounded(.down) == local.rounded(.down) ? stated : nil
        }
        guard isPixels,
            let zone = CaptureTime.zone(of: local, at: time.localSeconds, lasting: 0), zone != 0
        else { return nil }
        return zone
    }
}
