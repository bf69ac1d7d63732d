/// A part of a movie, by its start and duration.
public struct CMTimeRange: Hashable, Sendable {
    /// The start of the range.
    public var start: CMTime
    /// The duration of the range.
    public var duration: CMTime

    /// Makes a range from its start and duration.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Makes a range from its start and end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The end of the range; `positiveInfinity` if its duration is infinite.
    public var end: CMTime {
        duration == .positiveInfinity ? .positiveInfinity : start + duration
    }

    /// The empty range at time 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
}
