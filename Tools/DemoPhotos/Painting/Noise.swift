/// Smooth random values over a line and over a plane, between 0 and 1.
struct Noise {
    private static let side = 128
    private let table: [Float]

    init(seed: Int) {
        var random = SeededRandom(seed: seed)
        table = (0..<Self.side * Self.side).map { _ in random.value(0...1) }
    }

    /// One octave, with features about one unit long.
    func plane(_ x: Float, _ y: Float) -> Float {
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (right, down) = (smooth(x - column), smooth(y - row))
        let mask = Self.side - 1
        let (left, top) = (Int(column) & mask, Int(row) & mask)
        let upper = top * Self.side
        let lower = ((top + 1) & mask) * Self.side
        let next = (left + 1) & mask
        let above = table[upper + left] + (table[upper + next] - table[upper + left]) * right
        let below = table[lower + left] + (table[lower + next] - table[lower + left]) * right
        return above + (below - above) * down
    }

    /// Octaves on top of each other, each half as strong and twice as fine as the one before.
    func layered(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, total, strength, scale): (Float, Float, Float, Float) = (0, 0, 1, 1)
        for octave in 0..<octaves {
            sum +=
                strength * plane(x * scale + Float(octave) * 17.3, y * scale + Float(octave) * 9.1)
            total += strength
            strength *= 0.5
            scale *= 2
        }
        return sum / total
    }

    /// Like `layered`, with sharp crests as mountains have them.
    func crested(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, total, strength, scale): (Float, Float, Float, Float) = (0, 0, 1, 1)
        for octave in 0..<octaves {
            let value = plane(x * scale + Float(octave) * 31.7, y * scale + Float(octave) * 5.3)
            sum += strength * (1 - abs(2 * value - 1))
            total += strength
            strength *= 0.48
            scale *= 2.1
        }
        return sum / total
    }

    private func smooth(_ value: Float) -> Float {
        value * value * (3 - 2 * value)
    }
}
