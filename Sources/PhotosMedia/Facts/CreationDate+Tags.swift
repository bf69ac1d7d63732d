import Foundation

/// The times that tags state.
extension CreationDate {
    /// Returns the time in a tag; nil if the tag is missing, is no date, or has that of a cleared clock.
    static func captureTime(
        named name: String,
        form: FactRow.DateForm,
        in tags: MediaTags
    ) -> CaptureTime? {
        guard let time = statedTime(named: name, form: form, in: tags) else { return nil }
        // A month or a year alone gets a day here, which no clock stated.
        guard !time.hasTime else { return time.isClearedClock ? nil : time }
        let isDayStated = (tags[name]?.utf8.count ?? 0) > 7 && tags[name]?.hasSuffix("00") == false
        return isDayStated && time.isDayOfClearedClock ? nil : time
    }

    private static func statedTime(
        named name: String,
        form: FactRow.DateForm,
        in tags: MediaTags
    ) -> CaptureTime? {
        guard let stated = tags[name] else { return nil }
        let text = form.isLocal ? CaptureTime.withoutThaiYear(stated) : stated
        switch form {
        case .exif(let subSeconds, let offset):
            guard var time = CaptureTime(text) else { return CaptureTime.wholeDay(text) }
            if let digits = tags[subSeconds]?.prefix(while: \.isNumber), !digits.isEmpty,
                let fraction = Double("0." + digits)
            {
                time.localSeconds += fraction
            }
            time.zoneOffset = time.zoneOffset ?? tags[offset].flatMap(CaptureTime.zone)
            return time
        case .local:
            // Programs for scans write days, months and years without a time to XMP.
            return CaptureTime(text)
                ?? (name.hasPrefix("Xmp.")
                    ? CaptureTime.dayAlone(text) : CaptureTime.wholeDay(text))
        case .text:
            return CaptureTime(text) ?? CaptureTime.wholeDay(text)
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
                let clock = tags[timeName].map(Rational.numberList), clock.count == 3,
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
    static func captureTime(
        onDayOf day: CaptureTime,
        in tags: MediaTags
    ) -> (CaptureTime, String, FactRow.DateForm)? {
        for row in FactsTable.rows(of: .creationDate).prefix(while: { $0.tag != FactsTable.nameTag }
        ) {
            guard case .date(let form) = row.form, form.isLocal,
                let time = captureTime(named: row.tag, form: form, in: tags), time.hasTime,
                (time.localSeconds / 86_400).rounded(.down)
                    == (day.localSeconds / 86_400).rounded(.down)
            else { continue }
            return (time, row.tag, form)
        }
        return nil
    }
}
