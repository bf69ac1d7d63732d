/// Makes pictures that look like photos of different scenes: ground, sky, light in soft patches, and things in it.
package struct SceneImage: Sendable {
    private struct Thing: Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var color: [Double]
        var isRound: Bool
    }

    private let things: [Thing]
    private let noise: [[Double]]
    private let sky: [Double]
    private let ground: [Double]
    private let horizon: Double

    private static let noiseSide = 33

    /// Makes a scene.
    ///
    /// - Parameters:
    ///   - seed: Scenes of different seeds are different.
    ///   - moved: How far one of the things has moved to the right, in widths of the picture.
    package init(seed: UInt64, moved: Double = 0) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }
        for _ in 0..<8 { _ = next() }
        func color() -> [Double] { (0..<3).map { _ in 30 + 200 * next() } }
        (sky, ground, horizon) = (color(), color(), 0.25 + 0.5 * next())
        noise = (0..<4).map { _ in (0..<Self.noiseSide * Self.noiseSide).map { _ in next() - 0.5 } }
        var things = (0..<14).map { _ in
            let (width, height) = (0.05 + 0.2 * next(), 0.05 + 0.25 * next())
            return Thing(
                x: next(),
                y: next(),
                width: width,
                height: height,
                color: color(),
                isRound: next() < 0.5
            )
        }
        // The thing that moves is in front of the others.
        things[13].width = 0.15
        things[13].height = 0.2
        things[13].x = 0.3 + 0.3 * things[13].x + moved
        things[13].y = 0.3 + 0.3 * things[13].y
        self.things = things
    }

    /// Draws the scene.
    package func image(width: Int, height: Int) -> RasterImage {
        RasterImage(width: width, height: height) { column, row in
            let (x, y) = (Double(column) / Double(width), Double(row) / Double(height))
            var color = y < horizon ? sky : ground
            for thing in things {
                let (dx, dy) = ((x - thing.x) / thing.width, (y - thing.y) / thing.height)
                let isInside =
                    thing.isRound
                    ? dx * dx + dy * dy < 0.25 : abs(dx) < 0.5 && abs(dy) < 0.5
                if isInside { color = thing.color }
            }
            var light = 0.0
            for (octave, strength) in [70.0, 45, 30, 20].enumerated() {
                light += strength * value(octave, x, y, fields: 4 << octave)
            }
            let samples = color.map { UInt8(max(0, min(255, $0 + light))) }
            return RasterImage.Color(red: samples[0], green: samples[1], blue: samples[2])
        }
    }

    private func value(_ octave: Int, _ x: Double, _ y: Double, fields: Int) -> Double {
        let (u, v) = (x * Double(fields), y * Double(fields))
        let (column, line) = (min(Int(u), fields - 1), min(Int(v), fields - 1))
        let (right, below) = (u - Double(column), v - Double(line))
        func at(_ c: Int, _ l: Int) -> Double { noise[octave][l * Self.noiseSide + c] }
        let upper = at(column, line) * (1 - right) + at(column + 1, line) * right
        let lower = at(column, line + 1) * (1 - right) + at(column + 1, line + 1) * right
        return upper * (1 - below) + lower * below
    }
}
