package import Foundation

/// When a picture was taken, as the best of its tags says.
package struct CreationDate: Sendable, Hashable, Codable {
    package var date: Date
    /// Seconds east of GMT at the place where it was taken, where known.
    package var zoneOffset: Int?
    /// Seconds east of GMT that were taken for a local time without a zone: those of the zone of who imports it, on that
    /// day; nil where the zone is known, or the time is in GMT and says nothing of the place.
    package var assumedZoneOffset: Int?
    /// The tag that says so.
    package var source: String

    /// Takes the best date that the tags have.
    ///
    /// A local time without a zone is taken to be meant in the one given.
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
            // It says nothing of the place.
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

    /// A date from a point in time as files write it.
    package init(_ time: CaptureTime, _ source: String, _ zone: TimeZone) {
        self.source = source
        if let offset = time.zoneOffset {
            date = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
            zoneOffset = offset
        } else {
            // The offset depends on the absolute time that it gives: twice is enough but within the
            // hour that a change of clocks skips or repeats, where both answers are as good.
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
            // Programs for scans write XMP's days without a time; no camera writes its date so.
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

    /// The time that another tag states on the same local day as one which states the day alone.
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

    /// The satellites' time in seconds since 1970, from whichever of its tags is there.
    private static func satellites(_ tags: MediaTags) -> Double? {
        for row in FactsTable.rows(of: .creationDate) {
            guard case .date(let form) = row.form, row.tag.contains(".GPS") else { continue }
            if let time = time(row.tag, form, tags) { return time.localSeconds }
        }
        return nil
    }

    /// The zone that the satellites' time tells of a local time: their difference, to the quarter hour.
    ///
    /// Nil for a difference that no zone has: then one of the clocks was wrong.
    package static func impliedOffset(of time: CaptureTime, satellites: Double?) -> Int? {
        guard let satellites else { return nil }
        let quarters = ((time.localSeconds - satellites) / 900).rounded()
        guard quarters.magnitude <= 26 * 4 else { return nil }
        let offset = Int(quarters) * 900
        return CaptureTime.zoneOffsets.contains(offset) ? offset : nil
    }

    /// The zone that another tag states beside the same local time.
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
