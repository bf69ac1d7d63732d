/// A part of a movie: when it begins, and how long it lasts.
public struct CMTimeRange: Hashable, Sendable {
    /// When it begins.
    public var start: CMTime
    /// How long it lasts.
    public var duration: CMTime

    /// Takes a beginning and a duration.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Takes a beginning and an end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// When it ends; `positiveInfinity` where it lasts for ever.
    public var end: CMTime {
        duration == .positiveInfinity ? .positiveInfinity : start + duration
    }

    /// Nothing, at the beginning.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
}
