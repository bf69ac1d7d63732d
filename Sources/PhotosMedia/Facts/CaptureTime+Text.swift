import PhotosBase

extension CaptureTime {
    /// The years that texts of four digits state, and that the reader accepts.
    private static let writableSeconds = -5_364_662_400.0..<253_402_300_800.0

    /// Whether the time can be written to a file: from the year 1800 to the year 9999, in a zone on earth.
    package var isWritable: Bool {
        localSeconds.isFinite && Self.writableSeconds.contains(localSeconds)
            && zoneOffset.map(Self.zoneOffsets.contains) != false
    }

    /// The parts of the time as texts.
    package struct Texts: Sendable, Hashable {
        /// "2024-05-01".
        package var day: String
        /// "12:30:00".
        package var time: String
        /// The digits after the second's point; empty for a whole second.
        package var subSeconds: String
        /// "+02:00"; nil if the zone is unknown.
        package var zone: String?
    }

    /// Returns the parts of the time as texts.
    ///
    /// The digits after the second's point are the fewest that read back to the same time, and at most nine. A zone
    /// with seconds is rounded to the minute, and the moment stays.
    ///
    /// - Precondition: The time is writable.
    package var texts: Texts {
        precondition(isWritable, "A file can only state a time from the year 1800 to 9999.")
        var local = localSeconds
        let zone = zoneOffset.map { Int((Double($0) / 60).rounded()) * 60 }
        if let zone, let zoneOffset { local += Double(zone - zoneOffset) }
        var whole = local.rounded(.down)
        let subSeconds = Self.digits(local - whole, after: whole)
        if subSeconds == nil { whole += 1 }
        let days = Int((whole / 86_400).rounded(.down))
        let second = Int(whole) - days * 86_400
        let (year, month, day) = CivilDay(days).parts
        return Texts(
            day:
                "\(DecimalText.padded(year, width: 4))-\(Self.twoDigits(month))-\(Self.twoDigits(day))",
            time:
                "\(Self.twoDigits(second / 3600)):\(Self.twoDigits(second / 60 % 60)):\(Self.twoDigits(second % 60))",
            subSeconds: subSeconds ?? "",
            zone: zone.map(Self.zoneText)
        )
    }

    /// The time as XMP states it: "2024-05-01T12:30:00.25+02:00", or the day alone if the time of day is unknown.
    ///
    /// - Precondition: The time is writable.
    package var xmpText: String {
        let texts = texts
        guard hasTime else { return texts.day }
        let fraction = texts.subSeconds.isEmpty ? "" : "." + texts.subSeconds
        return "\(texts.day)T\(texts.time)\(fraction)\(texts.zone ?? "")"
    }

    /// Returns the fewest digits that read back to the same fraction of a second; nil for nearly a whole second.
    private static func digits(_ fraction: Double, after whole: Double) -> String? {
        guard fraction != 0 else { return "" }
        var scale = 1.0
        for count in 1...9 {
            scale *= 10
            let scaled = (fraction * scale).rounded()
            guard scaled < scale else { continue }
            let digits = DecimalText.padded(Int(scaled), width: count)
            if Double("0." + digits).map({ whole + $0 == whole + fraction }) == true {
                return digits
            }
        }
        let billionths = (fraction * 1e9).rounded()
        guard billionths < 1e9 else { return nil }
        let digits = DecimalText.padded(Int(billionths), width: 9)
        return digits.allSatisfy { $0 == "0" } ? "" : digits
    }

    private static func zoneText(seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    private static func twoDigits(_ number: Int) -> String { DecimalText.padded(number, width: 2) }
}
