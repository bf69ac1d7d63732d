import Foundation

/// The byte with the ratio of a photo's sides, for a layout before any photo is loaded.
public enum PhotoShape {
    /// The byte of a photo without a size.
    public static let unknown: UInt8 = 128

    /// Returns the byte: 128 for a square, 32 more for each doubling of width by height.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels; a side of 0 or less means that the size is unknown.
    /// - Returns: The byte; ``unknown`` for a photo without a size.
    public static func ratioByte(width: Int, height: Int) -> UInt8 {
        guard width > 0, height > 0 else { return unknown }
        let value = 128 + 32 * log2(Double(width) / Double(height))
        return UInt8(min(max(value.rounded(), 0), 255))
    }
}
