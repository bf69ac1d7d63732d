/// The comparison of two small pictures that have nearly the same hash.
///
/// If one picture is a part of the other, the comparison finds the edges that were cut off. Then it compares 32 rows of 32
/// fields, allows for another brightness and contrast, and finds the place where the pictures differ most.
package struct PictureLikeness: Sendable, Hashable {
    /// The largest difference of light in a square of four fields, in standard deviations of the picture's light.
    package var largestDifference: Double
    /// The correlation of the light of both pictures, from -1 to 1.
    package var correlation: Double
    /// The largest difference of colour in a field, from 0 to 255.
    package var colorDifference: Float
    /// Whether one of the pictures has colours and the other has hardly any.
    package var lacksColors: Bool

    /// The largest difference that copies have.
    package static let mostDifference = 0.55
    /// The smallest correlation that copies have.
    package static let leastCorrelation = 0.975
    private static let mostColorDifference: Float = 32
    /// The difference of both aspect ratios, as a factor, that edges which were cut off can make.
    private static let mostStretch = 1.2

    /// Whether the pictures are copies of one picture.
    package var isCopy: Bool {
        largestDifference <= Self.mostDifference && correlation >= Self.leastCorrelation
            && colorDifference <= Self.mostColorDifference && !lacksColors
    }

    /// Compares two pictures.
    ///
    /// The result does not depend on their order. The result is nil if their shapes are too different.
    ///
    /// - Parameters:
    ///   - first: An upright picture of about 256 pixels on the longer side.
    ///   - second: Another one.
    package init?(_ first: PictureLight, _ second: PictureLight) {
        let shapes = [first, second].map { Double($0.width) / Double($0.height) }
        guard max(shapes[0] / shapes[1], shapes[1] / shapes[0]) <= Self.mostStretch else {
            return nil
        }
        let one = EdgeSearch(second, in: first).best
        let other = EdgeSearch(first, in: second).best
        let fit =
            (one.correlation, -one.largest) >= (other.correlation, -other.largest) ? one : other
        largestDifference = fit.largest
        correlation = fit.correlation
        colorDifference = zip(first.colors, second.colors).map { abs($0 - $1) }.max() ?? 0
        let strengths = [first, second].map(Self.colorStrength)
        let (weak, strong) = (min(strengths[0], strengths[1]), max(strengths[0], strengths[1]))
        lacksColors = strong > 4 && weak < strong * 0.35
    }

    private static func colorStrength(_ light: PictureLight) -> Float {
        light.colors.reduce(0) { $0 + abs($1) } / Float(light.colors.count)
    }
}

/// How well two grids of light agree.
struct LightFit {
    static let side = 32

    var correlation: Double
    /// The largest difference in a square of four fields, in standard deviations.
    var largest: Double

    /// Compares two grids after the first got the brightness and the contrast of the second.
    init(_ first: [Double], _ second: [Double]) {
        let count = Double(first.count)
        let firstMean = first.reduce(0, +) / count
        let secondMean = second.reduce(0, +) / count
        var (firstSquares, secondSquares, products) = (0.0, 0.0, 0.0)
        for index in first.indices {
            let (one, two) = (first[index] - firstMean, second[index] - secondMean)
            firstSquares += one * one
            secondSquares += two * two
            products += one * two
        }
        correlation = products / max(1e-9, (firstSquares * secondSquares).squareRoot())
        let contrast = products / max(1e-9, firstSquares)
        let side = Self.side
        var largest = 0.0
        // Half fields at the edges, which two crops share with nothing, are left out.
        for y in 1..<(side - 2) {
            for x in 1..<(side - 2) {
                var sum = 0.0
                let corner = y * side + x
                for place in [corner, corner + 1, corner + side, corner + side + 1] {
                    sum += second[place] - secondMean - contrast * (first[place] - firstMean)
                }
                largest = max(largest, abs(sum / 4))
            }
        }
        self.largest = largest / max(1e-9, (secondSquares / count).squareRoot())
    }
}

/// The search for the edges of a picture that another picture lacks.
private struct EdgeSearch {
    /// The largest part of a side that is looked for at each edge.
    private static let most = 0.08
    private static let steps = [0.03, 0.015, 0.007_5, 0.004]
    /// The edges that are moved together: each alone, opposite ones, and all.
    private static let moves = [[0], [1], [2], [3], [0, 2], [1, 3], [0, 1, 2, 3]]

    let best: LightFit

    init(_ part: PictureLight, in whole: PictureLight) {
        let wanted = part.means(LightFit.side)
        func fit(_ edges: [Double]) -> LightFit {
            let rectangle = UnitRectangle(
                x: edges[0],
                y: edges[1],
                width: 1 - edges[0] - edges[2],
                height: 1 - edges[1] - edges[3]
            )
            return LightFit(whole.means(LightFit.side, of: rectangle), wanted)
        }
        var edges = [0.0, 0, 0, 0]
        var best = fit(edges)
        for step in Self.steps {
            var hasMoved = true
            var rounds = 0
            while hasMoved, rounds < 3 {
                hasMoved = false
                rounds += 1
                for move in Self.moves {
                    for direction in [step, -step] {
                        var next = edges
                        for edge in move {
                            next[edge] = min(Self.most, max(0, next[edge] + direction))
                        }
                        guard next != edges else { continue }
                        let found = fit(next)
                        if found.correlation > best.correlation + 1e-6 {
                            (edges, best, hasMoved) = (next, found, true)
                        }
                    }
                }
            }
        }
        self.best = best
    }
}
