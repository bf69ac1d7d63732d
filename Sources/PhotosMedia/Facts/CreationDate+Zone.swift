/// The zone of a date, from what other tags state.
extension CreationDate {
    /// Returns the time of the satellites in seconds since 1970, from the first tag that has it.
    static func satelliteTime(in tags: MediaTags) -> Double? {
        for row in FactsTable.rows(of: .creationDate) {
            guard case .date(let form) = row.form, row.tag.contains(".GPS") else { continue }
            if let time = captureTime(named: row.tag, form: form, in: tags) {
                return time.localSeconds
            }
        }
        return nil
    }

    /// Returns the zone of a local time: its difference from the satellites' time, rounded to a quarter of an hour.
    ///
    /// The result is nil for a difference that is no zone's, since one of the clocks was wrong then.
    package static func impliedOffset(of time: CaptureTime, satellites: Double?) -> Int? {
        guard let satellites else { return nil }
        for moment in [satellites, satellites + rolloverOfWeeks] {
            let quarters = ((time.localSeconds - moment) / 900).rounded()
            guard quarters.magnitude <= 26 * 4 else { continue }
            let offset = Int(quarters) * 900
            if CaptureTime.zoneOffsets.contains(offset) { return offset }
        }
        return nil
    }

    /// The seconds by which receivers state too early a date that lost a period of their count of weeks.
    ///
    /// The satellites send ten bits of the number of the week (https://www.gps.gov/support/user/rollover/).
    private static let rolloverOfWeeks = 1024.0 * 7 * 86_400

    /// Returns the zone of a local time in a movie from its header, which counts in GMT.
    ///
    /// Many cameras write their local time into the header. So the same digits say nothing.
    static func offset(of time: CaptureTime, besideHeader tags: MediaTags) -> Int? {
        guard time.hasTime,
            let header = Self.captureTime(named: "QuickTime.creation_time", form: .utc, in: tags),
            let zone = CaptureTime.zone(of: time.localSeconds, at: header.localSeconds, lasting: 0),
            zone != 0
        else { return nil }
        return zone
    }

    /// Returns the zone that another tag states with the same local time.
    static func offset(ofSameTime time: CaptureTime, in tags: MediaTags) -> Int? {
        for (other, form) in localTimes(in: tags) {
            // GMT in a text for people is no zone of a place.
            guard let offset = other.zoneOffset, form != .text || offset != 0,
                other.localSeconds.rounded(.down) == time.localSeconds.rounded(.down)
            else { continue }
            return offset
        }
        return nil
    }

    /// Returns the zone that a local time in another tag gives to a moment in GMT, as movies' headers state.
    ///
    /// Many cameras write their local time into the header. So the same digits say nothing.
    static func offset(
        ofMoment moment: Double,
        lasting duration: Double,
        in tags: MediaTags
    ) -> Int? {
        for (other, form) in localTimes(in: tags) where form != .text {
            let zone = CaptureTime.zone(of: other.localSeconds, at: moment, lasting: duration)
            guard let zone = other.zoneOffset ?? zone, zone != 0,
                CaptureTime.isSame(other.localSeconds, zone: zone, at: moment, lasting: duration)
            else { continue }
            return zone
        }
        return nil
    }

    /// Returns the local times of all tags, the best first.
    private static func localTimes(in tags: MediaTags) -> [(CaptureTime, FactRow.DateForm)] {
        FactsTable.rows(of: .creationDate).compactMap { row in
            guard case .date(let form) = row.form, form.isLocal,
                let time = captureTime(named: row.tag, form: form, in: tags), time.hasTime
            else { return nil }
            return (time, form)
        }
    }
}
