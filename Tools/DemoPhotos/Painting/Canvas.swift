import MediaSynthesis
import PhotosMedia

/// A picture being painted.
struct Canvas {
    let width: Int
    let height: Int
    private var pixels: [Color]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: .zero, count: width * height)
    }

    subscript(column: Int, row: Int) -> Color {
        get { pixels[row * width + column] }
        set { pixels[row * width + column] = newValue }
    }

    /// Lays a colour over a pixel; places outside the picture are passed over.
    mutating func blend(_ column: Int, _ row: Int, _ color: Color, _ share: Float) {
        guard column >= 0, column < width, row >= 0, row < height else { return }
        self[column, row] = self[column, row].mixed(with: color, share)
    }

    /// Fills an ellipse with soft borders.
    mutating func ellipse(
        x: Float,
        y: Float,
        width: Float,
        height: Float,
        _ color: Color,
        _ share: Float = 1
    ) {
        let (left, right) = (Int(x - width), Int(x + width) + 1)
        for row in Int(y - height)...(Int(y + height) + 1) {
            for column in left...right {
                let across = (Float(column) - x) / width
                let down = (Float(row) - y) / height
                let distance = across * across + down * down
                guard distance < 1 else { continue }
                blend(column, row, color, share * min(1, (1 - distance) * 3))
            }
        }
    }

    /// Fills a convex or concave outline.
    mutating func polygon(_ corners: [SIMD2<Float>], _ color: Color, _ share: Float = 1) {
        guard let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max() else { return }
        for row in Int(top)...Int(bottom) {
            let y = Float(row) + 0.5
            var crossings: [Float] = []
            for (index, from) in corners.enumerated() {
                let to = corners[(index + 1) % corners.count]
                guard (from.y <= y) != (to.y <= y) else { continue }
                crossings.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
            }
            crossings.sort()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                let (left, right) = (crossings[pair], crossings[pair + 1])
                for column in Int(left)...max(Int(left), Int(right)) {
                    let cover = min(Float(column + 1), right) - max(Float(column), left)
                    blend(column, row, color, share * cover)
                }
            }
        }
    }

    /// The picture as a camera stores it: colours limited, the corners a little darker, some grain.
    func developed(grain: Float, seed: Int, turned: Bool = false) -> RasterImage {
        var random = SeededRandom(seed: seed)
        var strip: [Float] = (0..<8191).map { _ in random.value(-grain...grain) }
        strip.append(0)
        return RasterImage(width: turned ? height : width, height: turned ? width : height) {
            // Orientation 6 of Exif: the first stored row is the right side of the picture.
            let (column, row) = turned ? (width - 1 - $1, $0) : ($0, $1)
            let across = Float(column) / Float(width) - 0.5
            let down = Float(row) / Float(height) - 0.5
            let vignette = 1 - 0.35 * (across * across + down * down)
            let noise = strip[(row * 131 + column * 7 + row * column % 61) & 8191]
            let color = self[column, row] * vignette + Color(repeating: noise)
            let limited = color.clamped(lowerBound: .zero, upperBound: .one) * 255
            return RasterImage.Color(
                red: UInt8(limited.x),
                green: UInt8(limited.y),
                blue: UInt8(limited.z)
            )
        }
    }
}
