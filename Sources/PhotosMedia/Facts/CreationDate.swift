package import Foundation

/// The time when a picture was taken, from the best of its tags.
package struct CreationDate: Sendable, Hashable, Codable {
    package var date: Date
    /// The number of seconds east of GMT where the picture was taken, if known.
    package var zoneOffset: Int?
    /// The number of seconds east of GMT that was assumed for a local time without a zone.
    ///
    /// The assumed zone is that of the importing user on that day. The value is nil if the zone is known, or if the
    /// time is in GMT, so that the local time is unknown.
    package var assumedZoneOffset: Int?
    /// The tag with the date.
    package var source: String

    /// Finds the best date in the tags.
    ///
    /// A local time without a zone is read in `zone`.
    init?(_ reading: inout TagReading, zone: TimeZone) {
        let tags = reading.tags
        var form = FactRow.DateForm.outside
        let found: CaptureTime? = reading.first(.creationDate) { row, _ in
            guard case .date(let candidate) = row.form,
                let time = Self.time(row.tag, candidate, tags), !time.isClearedClock
            else { return nil }
            form = candidate
            return time
        }
        guard var time = found, var source = reading.sources[.creationDate] else { return nil }
        if !time.hasTime {
            guard let precise = Self.time(onDayOf: time, tags) else {
                self.init(time, source, zone)
                return
            }
            (time, source, form) = precise
            reading.note(.creationDate, source)
        }
        switch form {
        case .utc, .satellites:
            // GMT does not reveal the zone where the picture was taken.
            self.init(CaptureTime(localSeconds: time.localSeconds, zoneOffset: 0), source, zone)
            zoneOffset = nil
        default:
            time.zoneOffset =
                time.zoneOffset
                ?? Self.impliedOffset(of: time, satellites: Self.satellites(tags))
                ?? Self.offset(ofSameTime: time, tags)
            self.init(time, source, zone)
        }
    }

    package init(date: Date, zoneOffset: Int?, assumedZoneOffset: Int? = nil, source: String) {
        self.date = date
        self.zoneOffset = zoneOffset
        self.assumedZoneOffset = assumedZoneOffset
        self.source = source
    }

    /// Creates a date from a point in time as written in files.
    package init(_ time: CaptureTime, _ source: String, _ zone: TimeZone) {
        self.source = source
        if let offset = time.zoneOffset {
            date = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
            zoneOffset = offset
        } else {
            // The offset depends on the absolute time that it gives. Two rounds are enough, except in the hour that a
            // change of clocks skips or repeats. There, both answers are equally good.
            date = Date(timeIntervalSince1970: time.localSeconds)
            for _ in 0..<2 {
                let offset = zone.secondsFromGMT(for: date)
                date = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
                assumedZoneOffset = offset
            }
        }
    }

    private static func time(
        _ name: String,
        _ form: FactRow.DateForm,
        _ tags: MediaTags
    ) -> CaptureTime? {
        guard let text = tags[name] else { return nil }
        switch form {
        case .exif(let subSeconds, let offset):
            guard var time = CaptureTime(text) else { return nil }
            if let digits = tags[subSeconds]?.prefix(while: \.isNumber), !digits.isEmpty,
                let fraction = Double("0." + digits)
            {
                time.localSeconds += fraction
            }
            time.zoneOffset = time.zoneOffset ?? tags[offset].flatMap(CaptureTime.zone)
            return time
        case .local:
            // Programs for scans write days without a time to XMP. No camera writes its date in this form.
            return CaptureTime(text)
                ?? (name.hasPrefix("Xmp.") ? CaptureTime.dayAlone(text) : nil)
        case .utc:
            // XMP allows a zone even here.
            return CaptureTime(text).map {
                CaptureTime(
                    localSeconds: $0.localSeconds - Double($0.zoneOffset ?? 0),
                    zoneOffset: 0
                )
            }
        case .iptc(let timeName):
            return tags[timeName].flatMap { CaptureTime(text + " " + $0) }
                ?? CaptureTime.dayAlone(text)
        case .satellites(let timeName):
            guard let midnight = CaptureTime(text + " 00:00:00"),
                let clock = tags[timeName].map(Rational.list), clock.count == 3,
                clock.allSatisfy({ $0 >= 0 })
            else { return nil }
            let seconds = clock[0] * 3600 + clock[1] * 60 + clock[2]
            guard seconds < 86_401 else { return nil }
            return CaptureTime(
                localSeconds: midnight.localSeconds + seconds,
                zoneOffset: 0
            )
        case .outside:
            return nil
        }
    }

    /// Returns the time in another tag on the same local day as `day`, which has no time; nil if there is none.
    private static func time(
        onDayOf day: CaptureTime,
        _ tags: MediaTags
    ) -> (CaptureTime, String, FactRow.DateForm)? {
        for row in FactsTable.rows(of: .creationDate) {
            guard case .date(let form) = row.form,
                let time = time(row.tag, form, tags), time.hasTime,
                (time.localSeconds / 86_400).rounded(.down)
                    == (day.localSeconds / 86_400).rounded(.down)
            else { continue }
            switch form {
            case .local, .iptc: return (time, row.tag, form)
            default: continue
            }
        }
        return nil
    }

    /// Returns the time of the satellites in seconds since 1970, from the first tag that has it.
    private static func satellites(_ tags: MediaTags) -> Double? {
        for row in FactsTable.rows(of: .creationDate) {
            guard case .date(let form) = row.form, row.tag.contains(".GPS") else { continue }
            if let time = time(row.tag, form, tags) { return time.localSeconds }
        }
        return nil
    }

    /// Returns the zone of a local time: its difference from the satellites' time, rounded to a quarter of an hour.
    ///
    /// The result is nil for a difference that is no zone's, since one of the clocks was wrong then.
    package static func impliedOffset(of time: CaptureTime, satellites: Double?) -> Int? {
        guard let satellites else { return nil }
        let quarters = ((time.localSeconds - satellites) / 900).rounded()
        guard quarters.magnitude <= 26 * 4 else { return nil }
        let offset = Int(quarters) * 900
        return CaptureTime.zoneOffsets.contains(offset) ? offset : nil
    }

    /// Returns the zone that another tag states with the same local time.
    private static func offset(ofSameTime time: CaptureTime, _ tags: MediaTags) -> Int? {
        for row in FactsTable.rows(of: .creationDate) {
            guard case .date(let form) = row.form, form == .local,
                let other = Self.time(row.tag, form, tags), let offset = other.zoneOffset
            else { continue }
            if other.localSeconds.rounded(.down) == time.localSeconds.rounded(.down) {
                return offset
            }
        }
        return nil
    }
}
