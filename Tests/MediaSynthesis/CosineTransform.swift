import Foundation

/// The discrete cosine transform of 8 by 8 samples.
enum CosineTransform {
    /// The basis at `[frequency * 8 + position]`, scaled so that the transform keeps lengths.
    private static let basis: [Float] = (0..<64).map { index in
        let frequency = Double(index / 8)
        let column = Double(index % 8)
        let scale = frequency == 0 ? (1.0 / 8).squareRoot() : 0.5
        return Float(scale * cos((2 * column + 1) * frequency * .pi / 16))
    }

    static func forward(_ samples: [Float]) -> [Float] {
        transposedPass(transposedPass(samples))
    }

    /// Transforms each row and stores it as a column.
    ///
    /// Two passes thus transform both directions.
    private static func transposedPass(_ input: [Float]) -> [Float] {
        var output = [Float](repeating: 0, count: 64)
        for row in 0..<8 {
            for frequency in 0..<8 {
                var sum: Float = 0
                for column in 0..<8 {
                    sum += input[row * 8 + column] * basis[frequency * 8 + column]
                }
                output[frequency * 8 + row] = sum
            }
        }
        return output
    }
}
