import ExamplePixels

/// A change of all colours of a picture.
package enum PictureFilter: String, Codable, CaseIterable, Sendable {
    case sepia
    case mono
    case contrast
    case none

    /// The picture in other colours.
    package func applied(to picture: Bitmap) -> Bitmap {
        guard self != .none else { return picture }
        var out = picture
        out.bytes.withUnsafeMutableBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                let color = Color(bytes[offset], bytes[offset + 1], bytes[offset + 2])
                let changed = changed(color)
                bytes[offset] = changed.red
                bytes[offset + 1] = changed.green
                bytes[offset + 2] = changed.blue
                offset += 4
            }
        }
        return out
    }

    package func changed(_ color: Color) -> Color {
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        // Shares of brightness as the eye sees it.
        let grey = (red * 54 + green * 183 + blue * 19) >> 8
        switch self {
        case .sepia:
            return Color(
                Self.byte((grey * 272) >> 8),
                Self.byte((grey * 240) >> 8),
                Self.byte((grey * 192) >> 8)
            )
        case .mono: return Color(Self.byte(grey), Self.byte(grey), Self.byte(grey))
        case .contrast: return Color(Self.steeper(red), Self.steeper(green), Self.steeper(blue))
        case .none: return color
        }
    }

    private static func steeper(_ value: Int) -> UInt8 { byte((value - 128) * 5 / 4 + 128) }

    private static func byte(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}
