/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The number of units in a second.
public typealias CMTimeScale = Int32
/// A number that separates unrelated timelines.
public typealias CMTimeEpoch = Int64

/// The flags of a time.
public struct CMTimeFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is valid.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The time was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is later than any other.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is earlier than any other.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is not known yet.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times without a numeric value.
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// A time in a movie, as a number of fractions of a second.
public struct CMTime: Sendable {
    /// The number of units.
    public var value: CMTimeValue
    /// The number of units in a second.
    public var timescale: CMTimeScale
    /// The flags of the time.
    public var flags: CMTimeFlags
    /// The number of the timeline that the time belongs to.
    public var epoch: CMTimeEpoch

    /// Makes ``invalid``.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time from all its parts.
    public init(
        value: CMTimeValue,
        timescale: CMTimeScale,
        flags: CMTimeFlags,
        epoch: CMTimeEpoch
    ) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Makes a time from a number of units; ``invalid`` unless the timescale is positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        guard timescale > 0 else {
            self.init()
            return
        }
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }

    /// Makes a time from seconds, rounded to units of the timescale.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self.init()
            return
        }
        let parts = seconds * Double(preferredTimescale)
        guard abs(parts) < Double(Int64.max) else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        let rounded = parts.rounded()
        self.init(value: Int64(rounded), timescale: preferredTimescale)
        if rounded != parts { flags.insert(.hasBeenRounded) }
    }

    /// The time 0.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// An invalid time.
    public static let invalid = CMTime()
    /// A time that is not known yet.
    public static let indefinite = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .indefinite],
        epoch: 0
    )
    /// A time that is later than any other.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// A time that is earlier than any other.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )

    /// Whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time has a numeric value.
    ///
    /// A time without a positive timescale has none.
    public var isNumeric: Bool {
        isValid && timescale > 0 && flags.isDisjoint(with: .impliedValueFlagsMask)
    }
    /// Whether the time is not known yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }

    /// The time in seconds; infinite for infinite times, and otherwise NaN for times without a numeric value.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isValid, flags.contains(.positiveInfinity) { return .infinity }
        if isValid, flags.contains(.negativeInfinity) { return -.infinity }
        return .nan
    }
}
