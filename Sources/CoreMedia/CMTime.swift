/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The parts of a second that a time counts.
public typealias CMTimeScale = Int32
/// Tells stretches of time apart that are not joined.
public typealias CMTimeEpoch = Int64

/// What a time is, beside its number.
public struct CMTimeFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It is a time at all.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// It is not exactly what it was made of.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// It is later than any other.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// It is earlier than any other.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// Nobody knows it yet.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// Those that are no number.
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// A time in a movie: a number of parts of a second.
public struct CMTime: Sendable {
    /// How many parts.
    public var value: CMTimeValue
    /// Parts of a second.
    public var timescale: CMTimeScale
    /// What the time is, beside its number.
    public var flags: CMTimeFlags
    /// The stretch of time that it counts in.
    public var epoch: CMTimeEpoch

    /// Makes ``invalid``.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Takes all parts as they are.
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

    /// Makes a time of parts of a second; ``invalid`` where there are none to a second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        guard timescale > 0 else {
            self.init()
            return
        }
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }

    /// Makes a time of seconds, rounded to parts of a second.
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

    /// Now.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time at all.
    public static let invalid = CMTime()
    /// A time that nobody knows yet.
    public static let indefinite = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .indefinite],
        epoch: 0
    )
    /// Later than any other.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// Earlier than any other.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )

    /// Whether it is a time at all.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is a number of seconds.
    ///
    /// A time of which there are no parts to a second is none.
    public var isNumeric: Bool {
        isValid && timescale > 0 && flags.isDisjoint(with: .impliedValueFlagsMask)
    }
    /// Whether nobody knows it yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }

    /// The time in seconds; not a number where it is none.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isValid, flags.contains(.positiveInfinity) { return .infinity }
        if isValid, flags.contains(.negativeInfinity) { return -.infinity }
        return .nan
    }
}
