// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension CMTime: Hashable, Comparable {
    /// Whether both are the same time, in whatever parts of a second.
    public static func == (lhs: CMTime, rhs: CMTime) -> Bool {
        guard lhs.isNumeric, rhs.isNumeric else { return lhs.rank == rhs.rank }
        return lhs.epoch == rhs.epoch && lhs.difference(rhs) == 0
    }

    /// Whether one time is before another; those that are none stand behind all.
    public static func < (lhs: CMTime, rhs: CMTime) -> Bool {
        guard lhs.isNumeric, rhs.isNumeric else { return lhs.rank < rhs.rank }
        return lhs.epoch == rhs.epoch ? lhs.difference(rhs) < 0 : lhs.epoch < rhs.epoch
    }

    /// Feeds what equal times have in common to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        if isNumeric { hasher.combine(seconds) }
    }

    /// The sum; `invalid` where one is no number of seconds, or it is too large.
    public static func + (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.combined(rhs, 1) }

    /// The difference; `invalid` where one is no number of seconds, or it is too large.
    public static func - (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.combined(rhs, -1) }

    /// The place among times that are no numbers.
    private var rank: Int {
        guard isValid else { return 3 }
        if isNumeric { return 0 }
        if flags.contains(.negativeInfinity) { return -1 }
        if flags.contains(.positiveInfinity) { return 1 }
        return flags.contains(.indefinite) ? 2 : 3
    }

    /// The sign of how much this time is later.
    private func difference(_ other: CMTime) -> Int {
        let mine = value.multipliedFullWidth(by: Int64(other.timescale))
        let theirs = other.value.multipliedFullWidth(by: Int64(timescale))
        if mine.high != theirs.high { return mine.high < theirs.high ? -1 : 1 }
        return mine.low == theirs.low ? 0 : mine.low < theirs.low ? -1 : 1
    }

    private func combined(_ other: CMTime, _ sign: Int64) -> CMTime {
        guard isNumeric, other.isNumeric, epoch == other.epoch else { return .invalid }
        let common = Self.commonScale(timescale, other.timescale)
        guard let scale = CMTimeScale(exactly: common) else {
            return CMTime(
                seconds: seconds + Double(sign) * other.seconds,
                preferredTimescale: Swift.max(timescale, other.timescale)
            )
        }
        let mine = value.multipliedReportingOverflow(by: common / Int64(timescale))
        let theirs = other.value.multipliedReportingOverflow(
            by: sign * common / Int64(other.timescale)
        )
        let sum = mine.partialValue.addingReportingOverflow(theirs.partialValue)
        guard !mine.overflow, !theirs.overflow, !sum.overflow else { return .invalid }
        return CMTime(value: sum.partialValue, timescale: scale)
    }

    private static func commonScale(_ one: CMTimeScale, _ other: CMTimeScale) -> Int64 {
        var (large, small) = (Int64(one), Int64(other))
        while small != 0 { (large, small) = (small, large % small) }
        return Int64(one) / large * Int64(other)
    }
}

/// Makes a time of parts of a second.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Makes a time of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// -1, 0 or 1 where the first time is before, at or behind the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    time1 < time2 ? -1 : time1 == time2 ? 0 : 1
}
