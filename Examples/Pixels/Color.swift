/// A colour of sRGB.
package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let white = Color(255, 255, 255)
    package static let black = Color(0, 0, 0)

    /// A share of 0 gives this colour, one of 1 the other.
    package func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
            UInt8((Double(first) + (Double(second) - Double(first)) * share).rounded())
        }
        return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
