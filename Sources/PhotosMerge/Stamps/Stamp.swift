/// The origin of a value, from which follows what a person's word is worth.
package enum StampClass: UInt8, Comparable, Sendable {
    /// A default that nobody chose.
    case blank = 0
    /// A value that a file states.
    case file = 1
    /// A value that a person chose.
    case person = 2

    package static func < (left: StampClass, right: StampClass) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// When and by whom a register was written.
///
/// Class, time and member decide between values. The number decides whether a value was seen. Neither is ever used for the
/// other; only between stamps that are otherwise equal, which a member writes at most by mistake, the number is the last word.
package struct Stamp: Hashable, Comparable, Sendable {
    package var origin: StampClass
    /// Microseconds since 1970.
    package var time: Int64
    package var member: MemberID
    /// The number of the member's block.
    package var number: UInt64

    package init(origin: StampClass, time: Int64, member: MemberID, number: UInt64) {
        self.origin = origin
        self.time = time
        self.member = member
        self.number = number
    }

    package var dot: Dot { Dot(member, number) }

    /// The first moment of the year 2200: later times are refused.
    package static let latestTime: Int64 = 7_258_118_400_000_000

    /// The latest time that a member takes from its own clock.
    ///
    /// It leaves room below ``latestTime`` for 10^12 values that each replace the one before.
    package static let latestClock = latestTime - (1 << 40)

    package static func < (left: Stamp, right: Stamp) -> Bool {
        if left.origin != right.origin { return left.origin < right.origin }
        if left.time != right.time { return left.time < right.time }
        if left.member != right.member { return left.member < right.member }
        return left.number < right.number
    }
}

extension MergeRules {
    /// Returns whether a stamp is less than another: its value gives way.
    func precedes(_ left: Stamp, _ right: Stamp) -> Bool {
        if has(.stampsIgnoreClass), left.time != right.time { return left.time < right.time }
        if has(.stampsIgnoreMember), left.origin == right.origin, left.time == right.time {
            return false
        }
        if has(.stampsCompareNumbers), left.number != right.number {
            return left.number < right.number
        }
        return left < right
    }
}
