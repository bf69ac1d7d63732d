// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension CMTime: Hashable, Comparable {
    /// Returns whether both times are equal, even with different timescales.
    public static func == (lhs: CMTime, rhs: CMTime) -> Bool {
        guard lhs.isNumeric, rhs.isNumeric else { return lhs.rank == rhs.rank }
        return lhs.epoch == rhs.epoch && lhs.difference(rhs) == 0
    }

    /// Returns whether one time is before another.
    ///
    /// The order is: negative infinity, numeric times, positive infinity, indefinite, invalid.
    public static func < (lhs: CMTime, rhs: CMTime) -> Bool {
        guard lhs.isNumeric, rhs.isNumeric else { return lhs.rank < rhs.rank }
        return lhs.epoch == rhs.epoch ? lhs.difference(rhs) < 0 : lhs.epoch < rhs.epoch
    }

    /// Adds a value that equal times share to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        if isNumeric { hasher.combine(seconds) }
    }

    /// Returns the sum; `invalid` if one time is not numeric or the sum is too large.
    public static func + (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.combined(rhs, 1) }

    /// Returns the difference; `invalid` if one time is not numeric or the difference is too large.
    public static func - (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.combined(rhs, -1) }

    /// The rank in the order of times without a numeric value.
    private var rank: Int {
        guard isValid else { return 3 }
        if isNumeric { return 0 }
        if flags.contains(.negativeInfinity) { return -1 }
        if flags.contains(.positiveInfinity) { return 1 }
        return flags.contains(.indefinite) ? 2 : 3
    }

    /// Returns the sign of the difference between the times.
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

/// Makes a time from a number of fractions of a second.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Makes a time from seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns the time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Returns -1, 0 or 1 if the first time is before, equal to or after the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    time1 < time2 ? -1 : time1 == time2 ? 0 : 1
}
