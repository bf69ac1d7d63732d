/// The sizes, levels and rates of made movies.
package enum MovieMeasures {
    /// The levels of H.264, times ten, with the most macroblocks of a picture and of a second (ITU-T H.264, table A-1).
    static let levels: [(level: Int, picture: Int, second: Int)] = [
        (30, 1_620, 40_500), (31, 3_600, 108_000), (32, 5_120, 216_000), (40, 8_192, 245_760),
        (42, 8_704, 522_240), (50, 22_080, 589_824), (51, 36_864, 983_040), (52, 36_864, 2_073_600),
    ]

    /// The rates of sound that stay as they are; other sound gets the last one.
    package static let soundRates = [32_000, 44_100, 48_000]

    /// Returns the rate of the made sound for a file's own rate.
    package static func soundRate(for rate: Int) -> Int {
        soundRates.contains(rate) ? rate : 48_000
    }

    /// Returns the shown size of a movie, with even sides of which none is longer than wanted.
    ///
    /// - Parameters:
    ///   - stored: The size of the stored pictures.
    ///   - aspect: The width of a pixel divided by its height.
    ///   - swapsSides: Whether the movie is turned by a quarter.
    ///   - longestSide: The longest side that is wanted.
    /// - Returns: The size.
    package static func shownSize(
        of stored: PixelSize,
        aspect: Double,
        swapsSides: Bool,
        longestSide: Int
    ) -> PixelSize {
        var width = Double(stored.width)
        var height = Double(stored.height)
        // Pixels that are not square make the picture wider or higher, so that none are lost.
        if (1.01...10).contains(aspect) {
            width *= aspect
        } else if (0.1...0.99).contains(aspect) {
            height /= aspect
        }
        let scale = min(1, Double(longestSide) / max(width, height))
        func even(_ side: Double) -> Int {
            min(max(2, Int((side * scale / 2).rounded()) * 2), max(2, longestSide / 2 * 2))
        }
        let size = PixelSize(width: even(width), height: even(height))
        return swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns the frames per second that levels and rate control expect of a movie that states some.
    ///
    /// Frames that follow more quickly than 60 a second are left out.
    package static func frameRate(stated: Double) -> Int { stated <= 31 ? 30 : 60 }

    /// The least number of ticks between two frames, a little less than 1/60 s because clocks are rounded.
    package static let leastFrameTicks = 1_300

    /// Returns the level of H.264, times ten, for a size and a number of frames per second.
    package static func level(of size: PixelSize, frameRate: Int) -> Int {
        let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        let enough = levels.first { blocks <= $0.picture && blocks * frameRate <= $0.second }
        return (enough ?? levels[levels.count - 1]).level
    }

    /// Returns the most bits per second, so that each fragment is shorter than ``MovieRequest/mostBytes``.
    package static func mostBits(of size: PixelSize, frameRate: Int) -> Int {
        min(max(size.width * size.height * frameRate / 8, 500_000), 32_000_000)
    }
}
