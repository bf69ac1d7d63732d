/// Red, green and blue, 0 to 1; brighter than 1 while painting.
typealias Color = SIMD3<Float>

extension Color {
    func mixed(with other: Color, _ share: Float) -> Color {
        self + (other - self) * Swift.min(Swift.max(share, 0), 1)
    }

    var brightness: Float { 0.3 * x + 0.59 * y + 0.11 * z }
}
