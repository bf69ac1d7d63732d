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
        func first(_ isAccepted: (CaptureTime) -> Bool) -> CaptureTime? {
            reading.first(.creationDate) { row, _ in
                guard case .date(let candidate) = row.form,
                    let time = Self.time(row.tag, candidate, tags), isAccepted(time)
                else { return nil }
                form = candidate
                return time
            }
        }
        guard var time = first({ !$0.isDriversDefault }) ?? first({ _ in true }),
            var source = reading.sources[.creationDate]
        else { return nil }
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
                ?? Self.offset(of: time, besideHeader: tags)
            self.init(time, source, zone)
            // GMT is the zone of RFC 1123's dates, wherever the picture was taken.
            if form == .text, zoneOffset == 0 { zoneOffset = nil }
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
            let offset = CaptureTime.offset(atLocal: time.localSeconds, in: zone)
            date = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
            assumedZoneOffset = offset
        }
    }

    /// Returns the time in a tag; nil if the tag is missing, is no date, or has that of a cleared clock.
    private static func time(
        _ name: String,
        _ form: FactRow.DateForm,
        _ tags: MediaTags
    ) -> CaptureTime? {
        guard let time = statedTime(name, form, tags) else { return nil }
        // A month or a year alone gets a day here, which no clock stated.
        guard !time.hasTime else { return time.isClearedClock ? nil : time }
        let isDayStated = (tags[name]?.utf8.count ?? 0) > 7 && tags[name]?.hasSuffix("00") == false
        return isDayStated && time.isDayOfClearedClock ? nil : time
    }

    private static func statedTime(
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
        case .text:
            return CaptureTime(text)
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
            guard let midnight = satellitesDay(text),
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

    /// Returns the midnight of the satellites' day; nil if the receiver had none.
    ///
    /// Exif separates year, month and day by colons. Some phones write the day first, separated by dots
    /// (https://github.com/ianare/exif-py/issues/112). A receiver without a date states the day when the satellites' count
    /// began, 6 January 1980.
    private static func satellitesDay(_ text: String) -> CaptureTime? {
        var day = text
        let parts = text.split(separator: ".")
        if parts.count == 3, parts[2].utf8.count == 4 {
            day = parts.reversed().joined(separator: ":")
        }
        guard let midnight = CaptureTime(day + " 00:00:00"),
            midnight.localSeconds != 315_964_800
        else { return nil }
        return midnight
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
    private static func offset(of time: CaptureTime, besideHeader tags: MediaTags) -> Int? {
        guard time.hasTime,
            let header = Self.time("QuickTime.creation_time", .utc, tags),
            let zone = CaptureTime.zone(of: time.localSeconds, at: header.localSeconds, lasting: 0),
            zone != 0
        else { return nil }
        return zone
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
