extension CaptureTime {
    /// The moments that clocks without a date state, in seconds since 1970.
    ///
    /// Counts of seconds begin in 1970 and, in QuickTime, in 1904. Minus one marks an unknown time. Counts of 31 and 32
    /// bits end in 2038, in 2106 and, in QuickTime, in 2040.
    private static let emptyMoments: [Double] = [
        0, -1, -2_082_844_800, -2_082_844_801, 2_147_483_647, 2_212_122_495,
        4_294_967_295,
    ]

    /// The days on which counts of seconds begin and, in 1899, Microsoft's count of days.
    ///
    /// https://learn.microsoft.com/en-us/cpp/atl-mfc-shared/date-type
    private static let firstDays: [Double] = [0, -2_082_844_800, -2_209_161_600]

    /// The last day that four digits for the year can state, in 9999, which stands for an unknown date.
    private static let lastDay = 253_402_214_400.0

    /// Whether a clock that was never set, or was cleared, shows this time.
    ///
    /// The moment decides where the zone is known. Without a zone, the time may be such a moment in any zone on earth, so
    /// every whole quarter of an hour around it counts. A clock that was cleared goes on, so all the first day counts. Noon
    /// does not: programs write it for a picture of 1970 whose day and time are unknown (see ``isNoonOfFirstDay``).
    package var isClearedClock: Bool {
        let second = localSeconds.rounded(.down)
        let secondOfDay = second - (second / 86_400).rounded(.down) * 86_400
        let moment = second - Double(zoneOffset ?? 0)
        if Self.emptyMoments.contains(moment) || second >= Self.lastDay { return true }
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
        localSeconds >= Self.lastDay
            || Self.firstDays.contains((localSeconds / 86_400).rounded(.down) * 86_400)
    }

    /// Whether clocks begin with this time after a reset, or a driver writes it where it has none.
    ///
    /// The time counts only if nothing else states a date.
    ///
    /// Cameras begin at the midnight of 1 January 1980 or 2000. Android's camera driver writes 8 December 2002, 12:00:00,
    /// in files that state the true time elsewhere (https://github.com/photoprism/photoprism/issues/3309,
    /// https://github.com/mapillary/mapillary_issues/issues/2438). The digits or the moment may be such a time.
    package var isResetClock: Bool {
        [localSeconds, localSeconds - Double(zoneOffset ?? 0)]
            .contains { Self.resets.contains($0.rounded(.down)) }
    }

    /// Whether the time is noon, which stands for a day alone.
    package var isNoon: Bool {
        localSeconds - (localSeconds / 86_400).rounded(.down) * 86_400 == 43_200
    }

    private static let resets = [315_532_800.0, 946_684_800, 1_039_348_800]

    /// Whether the time is noon of a day on which a count begins.
    ///
    /// Programs write it for a picture of 1970 whose day is unknown, and for a picture of an unknown year.
    var isNoonOfFirstDay: Bool { isNoon && Self.firstDays.contains(localSeconds - 43_200) }

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
        let offsets = stride(from: zoneOffsets.lowerBound, through: zoneOffsets.upperBound, by: 900)
        let fitting = offsets.filter { isSame(local, zone: $0, at: moment, lasting: duration) }
        // Of several, which a long movie allows, most zones have whole hours.
        return fitting.min { first, second in
            let isWhole = (first % 3600 == 0, second % 3600 == 0)
            if isWhole.0 != isWhole.1 { return isWhole.0 }
            return (moment + Double(first) - local).magnitude
                < (moment + Double(second) - local).magnitude
        }
    }

    /// Returns whether a local time in a zone is the same moment as one in GMT, by the rules of ``zone(of:at:lasting:)``.
    package static func isSame(
        _ local: Double,
        zone: Int,
        at moment: Double,
        lasting duration: Double
    ) -> Bool {
        (-60...max(0, duration) + 60).contains(moment + Double(zone) - local)
    }
}
