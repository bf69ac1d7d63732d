/// The header of a Windows Media file (ASF): its properties and one stream of pictures.
package struct TestWindowsMedia {
    package var width: UInt32
    package var height: UInt32
    /// Tenths of microseconds since 1601.
    package var date: UInt64
    /// Tenths of microseconds.
    package var duration: UInt64
    /// Whether the length is not known when the header is written.
    package var isLive = false

    package init(
        width: UInt32 = 320,
        height: UInt32 = 240,
        date: UInt64 = 132_076_143_100_000_000,
        duration: UInt64 = 50_000_000
    ) {
        self.width = width
        self.height = height
        self.date = date
        self.duration = duration
    }

    private static let header: [UInt8] = [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C,
    ]
    private static let properties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0, 0xC0, 0x0C, 0x20, 0x53,
        0x65,
    ]
    private static let stream: [UInt8] = [
        0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0, 0xC0, 0x0C, 0x20, 0x53,
        0x65,
    ]
    private static let pictures: [UInt8] = [
        0xC0, 0xEF, 0x19, 0xBC, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0, 0x80, 0x5F, 0x5C, 0x44,
        0x2B,
    ]

    package func data() -> [UInt8] {
        let zeros = { [UInt8](repeating: 0, count: $0) }
        var file = zeros(16) + Self.bytes(UInt64(0)) + Self.bytes(date) + Self.bytes(UInt64(1))
        file += Self.bytes(duration) + Self.bytes(duration) + Self.bytes(UInt64(3000))
        file += Self.bytes(UInt32(isLive ? 1 : 2)) + zeros(12)
        var description = Self.pictures + zeros(16 + 8) + Self.bytes(UInt32(51)) + zeros(10)
        description += Self.bytes(width) + Self.bytes(height) + zeros(43)
        let objects =
            Self.object(Self.properties, file) + Self.object(Self.stream, description)
        return Self.object(Self.header, Self.bytes(UInt32(2)) + [1, 2] + objects)
    }

    private static func object(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        type + bytes(UInt64(content.count + 24)) + content
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
