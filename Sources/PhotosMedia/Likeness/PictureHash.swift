import Foundation

/// A hash of 64 bits that is nearly the same for nearly the same pictures.
///
/// The bits are the signs of the 64 lowest frequencies of the picture's light, without the mean. So the size, the
/// compression, the brightness and the contrast hardly matter. The distance of two hashes is the number of different
/// bits: different pictures have a distance of about 32.
package enum PictureHash {
    /// The number of the rules for making hashes.
    package static let version: Int64 = 1

    /// The standard deviation of the light, from 0 to 127, below which a picture has no hash.
    ///
    /// The frequencies of flatter pictures are noise, and those of black pictures are all zero.
    package static let leastContrast = 3.0

    private static let side = 64

    /// Returns the hash of a picture; nil if the picture is nearly of one brightness.
    ///
    /// - Parameter light: The upright picture. About 256 pixels on the longer side are enough.
    /// - Returns: The hash.
    package static func hash(_ light: PictureLight) -> UInt64? {
        let means = light.means(side)
        guard deviation(means) >= leastContrast else { return nil }
        // Each row first, then each column, for the frequencies that are needed.
        var rows = [Double](repeating: 0, count: side * frequencyCount)
        for line in 0..<side {
            for frequency in 0..<frequencyCount {
                var sum = 0.0
                for x in 0..<side {
                    sum += means[line * side + x] * cosines[frequency * side + x]
                }
                rows[line * frequencyCount + frequency] = sum
            }
        }
        var hash: UInt64 = 0
        for (bit, place) in places.enumerated() {
            var sum = 0.0
            for y in 0..<side {
                sum += rows[y * frequencyCount + place.x] * cosines[place.y * side + y]
            }
            if sum > 0 { hash |= 1 << UInt64(bit) }
        }
        return hash
    }

    /// Returns the standard deviation of numbers.
    static func deviation(_ numbers: [Double]) -> Double {
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(numbers.count)).squareRoot()
    }

    /// The number of frequencies in each direction.
    private static let frequencyCount = 11

    /// The 64 lowest pairs of frequencies without the mean.
    private static let places: [(x: Int, y: Int)] = {
        let all = (0..<frequencyCount).flatMap { y in (0..<frequencyCount).map { (x: $0, y: y) } }
        let ordered = all.dropFirst().sorted { ($0.x + $0.y, $0.y) < ($1.x + $1.y, $1.y) }
        return Array(ordered.prefix(64))
    }()

    private static let cosines: [Double] = (0..<frequencyCount).flatMap { frequency in
        (0..<side).map { cos(.pi * (2 * Double($0) + 1) * Double(frequency) / (2 * Double(side))) }
    }
}
