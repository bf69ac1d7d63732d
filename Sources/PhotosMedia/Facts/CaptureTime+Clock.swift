extension CaptureTime {
    /// The moments that clocks without a date state, in seconds since 1970.
    ///
    /// Counts of seconds begin in 1970 and, in QuickTime, in 1904. Minus one marks an unknown time. Counts of 31 and 32
    /// bits end in 2038 and, in QuickTime, in 2040.
    private static let emptyMoments: [Double] = [
        0, -1, -2_082_844_800, -2_082_844_801, 2_147_483_647, 2_212_122_495,
    ]

    /// The days on which counts of seconds begin.
    private static let firstDays: [Double] = [0, -2_082_844_800]

    /// Whether a clock that was never set, or was cleared, shows this time.
    ///
    /// The moment decides where the zone is known. Without a zone, the time may be such a moment in any zone on earth, so
    /// every whole quarter of an hour around it counts. A clock that was cleared goes on, so all the first day counts. Noon
    /// does not: programs write it for a picture of 1970 whose day and time are unknown.
    package var isClearedClock: Bool {
        let second = localSeconds.rounded(.down)
        let secondOfDay = second - (second / 86_400).rounded(.down) * 86_400
        let moment = second - Double(zoneOffset ?? 0)
        if Self.emptyMoments.contains(moment) { return true }
        guard secondOfDay != 43_200 else { return false }
        for start in Self.firstDays {
            let day = start..<start + 86_400
            if day.contains(second) || day.contains(moment) { return true }
        }
        guard zoneOffset == nil else { return false }
        return Self.emptyMoments.contains { empty in
            let offset = second - empty
            return offset.truncatingRemainder(dividingBy: 900) == 0
                && offset.magnitude <= 86_400 && Self.zoneOffsets.contains(Int(offset))
        }
    }

    /// Whether a clock that was never set, or was cleared, shows this day.
    var isDayOfClearedClock: Bool {
        Self.firstDays.contains((localSeconds / 86_400).rounded(.down) * 86_400)
    }

    /// Whether Android's camera driver wrote this time where the camera gave it none: 8 December 2002, 12:00:00.
    ///
    /// Such files state the true time elsewhere (https://github.com/photoprism/photoprism/issues/3309,
    /// https://github.com/mapillary/mapillary_issues/issues/2438).
    package var isDriversDefault: Bool { localSeconds.rounded(.down) == 1_039_348_800 }

    /// Returns the zone of a local time, from the same moment in GMT that another source states.
    ///
    /// A movie's header may state the end of the recording, and a program some seconds after a picture was taken. So both
    /// times may differ by a minute and the duration.
    ///
    /// - Parameters:
    ///   - local: The local time, in seconds since 1970 as if it were GMT.
    ///   - moment: The moment, in seconds since 1970.
    ///   - duration: The duration of a movie in seconds; 0 for a picture.
    /// - Returns: Seconds east of GMT in whole quarters of an hour; nil if no zone makes both the same.
    package static func zone(of local: Double, at moment: Double, lasting duration: Double) -> Int?
    {
        guard local.isFinite, moment.isFinite, (moment - local).magnitude < 4 * 86_400 else {
            return nil
        }
        let allowed = -60...max(0, duration) + 60
        let offsets = stride(from: zoneOffsets.lowerBound, through: zoneOffsets.upperBound, by: 900)
        let fitting = offsets.filter { allowed.contains(moment + Double($0) - local) }
        // Of several, which a long movie allows, most zones have whole hours.
        return fitting.min { first, second in
            let isWhole = (first % 3600 == 0, second % 3600 == 0)
            if isWhole.0 != isWhole.1 { return isWhole.0 }
            return (moment + Double(first) - local).magnitude
                < (moment + Double(second) - local).magnitude
        }
    }
}
