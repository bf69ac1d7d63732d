/// The times at which the fragments of a made movie begin, and the packets of sound that each one has.
///
/// Pictures have ticks of 1/90,000 s. A packet of sound has 1,024 samples. The packets lie on one grid for the whole movie,
/// so that fragments that were made one by one have no gaps between them.
package struct FragmentGrid: Sendable, Hashable {
    /// The number of ticks per second.
    package static let ticksPerSecond = 90_000
    /// The duration of each fragment but the last.
    package static let fragmentTicks = 2 * ticksPerSecond
    /// The number of samples of a packet of sound.
    package static let packetSamples = 1_024
    /// The longest movie: 24 hours.
    package static let longestTicks = 86_400 * ticksPerSecond

    /// The duration of the movie.
    package let ticks: Int

    /// Creates the grid of a movie with a duration, which is cut to the longest one.
    package init(ticks: Int) {
        self.ticks = min(max(ticks, 1), Self.longestTicks)
    }

    /// Creates the grid of a movie with a duration in seconds.
    package init(seconds: Double) {
        let longest = Double(Self.longestTicks)
        let ticks = seconds * Double(Self.ticksPerSecond)
        self.init(ticks: ticks.isNaN ? 1 : Int(min(max(ticks, 1), longest).rounded()))
    }

    /// The number of fragments.
    package var count: Int { (ticks + Self.fragmentTicks - 1) / Self.fragmentTicks }

    /// The ticks of a fragment.
    package func ticks(ofFragment number: Int) -> Range<Int> {
        precondition((0..<count).contains(number), "A movie has no such fragment.")
        let start = number * Self.fragmentTicks
        return start..<min(start + Self.fragmentTicks, ticks)
    }

    /// The packets of sound that begin within a fragment, counted from the movie's beginning.
    ///
    /// - Parameters:
    ///   - number: The fragment.
    ///   - rate: The number of samples per second.
    /// - Returns: The numbers of the packets.
    package func packets(ofFragment number: Int, rate: Int) -> Range<Int> {
        let ticks = ticks(ofFragment: number)
        let first = Self.packet(at: ticks.lowerBound, rate: rate)
        return first..<max(first, Self.packet(at: ticks.upperBound, rate: rate))
    }

    /// Returns the first packet that does not begin before a time.
    private static func packet(at ticks: Int, rate: Int) -> Int {
        let samples = ticks * rate
        let length = packetSamples * ticksPerSecond
        return (samples + length - 1) / length
    }
}
