import Foundation

extension MediaFacts {
    /// Takes the best date that the tags have.
    ///
    /// A local time without a zone is taken to be meant in the one given.
    mutating func readDate(from tags: MediaTags, zone: TimeZone) {
        let satellites = Self.satelliteTime(tags)
        for (name, form) in FactsTable.dates {
            guard var time = Self.time(name, form, tags) else { continue }
            if time.zoneOffset == nil {
                time.zoneOffset = Self.impliedOffset(of: time, satellites: satellites?.seconds)
            }
            setDate(time, source: name, zone: zone)
            // A movie's header counts in GMT and says nothing of the place.
            if form == .utc { zoneOffset = nil }
            return
        }
        if let satellites {
            creationDate = Date(timeIntervalSince1970: satellites.seconds)
            dateSource = satellites.source
        }
    }

    private mutating func setDate(_ time: CaptureTime, source: String, zone: TimeZone) {
        dateSource = source
        if let offset = time.zoneOffset {
            creationDate = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
            zoneOffset = offset
        } else {
            isZoneAssumed = true
            // The offset depends on the absolute time that it gives: twice is enough but within the
            // hour that a change of clocks skips or repeats, where both answers are as good.
            var date = Date(timeIntervalSince1970: time.localSeconds)
            for _ in 0..<2 {
                let offset = zone.secondsFromGMT(for: date)
                date = Date(timeIntervalSince1970: time.localSeconds - Double(offset))
            }
            creationDate = date
        }
    }

    private static func time(
        _ name: String,
        _ form: FactsTable.DateForm,
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
            return CaptureTime(text)
        case .utc:
            guard var time = CaptureTime(text) else { return nil }
            time.zoneOffset = 0
            return time
        case .iptc(let timeName):
            guard let clock = tags[timeName] else { return nil }
            return CaptureTime(text + " " + clock)
        }
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

    /// The satellites' time in seconds since 1970, and the tag that it comes from.
    private static func satelliteTime(_ tags: MediaTags) -> (seconds: Double, source: String)? {
        if let day = tags["Exif.GPSInfo.GPSDateStamp"],
            let midnight = CaptureTime(day + " 00:00:00"),
            let clock = tags["Exif.GPSInfo.GPSTimeStamp"].map(Rational.list), clock.count == 3
        {
            let seconds = clock[0] * 3600 + clock[1] * 60 + clock[2]
            if clock.allSatisfy({ $0 >= 0 }), seconds < 86_401 {
                return (midnight.localSeconds + seconds, "Exif.GPSInfo.GPSDateStamp")
            }
        }
        // XMP has both in one text, always in GMT.
        let source = "Xmp.exif.GPSTimeStamp"
        guard let time = tags[source].flatMap(CaptureTime.init) else { return nil }
        return (time.localSeconds - Double(time.zoneOffset ?? 0), source)
    }
}
