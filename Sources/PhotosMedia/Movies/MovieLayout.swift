/// The facts of a made movie that all its fragments have in common.
package struct MovieLayout: Sendable, Hashable {
    /// The duration in ticks of ``FragmentGrid``.
    package var ticks: Int
    /// The width in pixels, turned upright.
    package var width: Int
    /// The height in pixels, turned upright.
    package var height: Int
    /// The level of H.264, times ten.
    package var level: Int
    /// The number of samples of sound per second; 0 without sound.
    package var soundRate: Int

    package init(ticks: Int, width: Int, height: Int, level: Int, soundRate: Int) {
        self.ticks = ticks
        self.width = width
        self.height = height
        self.level = level
        self.soundRate = soundRate
    }

    package var grid: FragmentGrid { FragmentGrid(ticks: ticks) }

    /// The duration in seconds.
    package var duration: Double { Double(ticks) / Double(FragmentGrid.ticksPerSecond) }

    package var hasSound: Bool { soundRate > 0 }

    /// The type of the fragments, with the codecs by their names for browsers (RFC 6381).
    package var mimeType: String {
        let digits = String(level, radix: 16)
        let pictures = "avc1.6400" + (digits.count == 1 ? "0" : "") + digits
        return "video/mp4; codecs=\"\(hasSound ? "\(pictures), mp4a.40.2" : pictures)\""
    }

    /// Whether a worker can have made such a movie.
    package func isPossible(longestSide: Int) -> Bool {
        let sides = 2...max(2, longestSide)
        return (1...FragmentGrid.longestTicks).contains(ticks)
            && sides.contains(width) && sides.contains(height)
            && width.isMultiple(of: 2) && height.isMultiple(of: 2)
            && MovieMeasures.levels.contains { $0.level == level }
            && (soundRate == 0 || MovieMeasures.soundRates.contains(soundRate))
    }
}
