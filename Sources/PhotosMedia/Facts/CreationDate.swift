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
    /// A local time without a zone is read in `zone`. The duration of a movie in seconds is the time by which its header
    /// may be later than other tags.
    init?(_ reading: inout TagReading, zone: TimeZone, lasting duration: Double = 0) {
        let tags = reading.tags
        var form = FactRow.DateForm.outside
        func first(_ isAccepted: (CaptureTime) -> Bool) -> CaptureTime? {
            reading.firstValue(of: .creationDate) { row, _ in
                guard case .date(let candidate) = row.form,
                    let time = Self.captureTime(named: row.tag, form: candidate, in: tags),
                    isAccepted(time)
                else { return nil }
                form = candidate
                return time
            }
        }
        let isCertain = { (time: CaptureTime) in
            !time.hasTime || !(time.isResetClock || time.isNoonOfFirstDay)
        }
        guard var time = first(isCertain) ?? first({ _ in true }),
            var source = reading.sources[.creationDate]
        else { return nil }
        if !time.hasTime {
            guard let precise = Self.captureTime(onDayOf: time, in: tags) else {
                self.init(time, source, zone)
                return
            }
            (time, source, form) = precise
            reading.recordSource(of: .creationDate, tag: source)
        }
        switch form {
        case .utc, .satellites:
            // GMT does not reveal the zone where the picture was taken.
            self.init(CaptureTime(localSeconds: time.localSeconds, zoneOffset: 0), source, zone)
            zoneOffset =
                form == .utc
                ? Self.offset(ofMoment: time.localSeconds, lasting: duration, in: tags) : nil
        default:
            time.zoneOffset =
                time.zoneOffset
                ?? Self.impliedOffset(of: time, satellites: Self.satelliteTime(in: tags))
                ?? Self.offset(ofSameTime: time, in: tags)
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
}
