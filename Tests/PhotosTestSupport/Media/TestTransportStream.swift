/// A transport stream with one stream of H.264, as camcorders write it.
///
/// Tables of programs come first; each picture is one packet of the elementary stream, split over as many packets of 188
/// bytes as it takes.
package struct TestTransportStream {
    /// Whether each packet has a camcorder's clock of four bytes before it.
    package var hasClocks = true
    /// The bytes of each picture, start codes included.
    package var pictures: [[UInt8]]

    package init(pictures: [[UInt8]], hasClocks: Bool = true) {
        self.pictures = pictures
        self.hasClocks = hasClocks
    }

    private static let tablePacket = 0x100
    private static let videoPacket = 0x1011

    package func data() -> [UInt8] {
        var bytes: [UInt8] = []
        var counters: [Int: UInt8] = [:]
        func packet(_ identifier: Int, isStart: Bool, _ content: ArraySlice<UInt8>) {
            let counter = counters[identifier, default: 0]
            counters[identifier] = (counter + 1) & 15
            if hasClocks { bytes += [0, 0, 0, 0] }
            bytes += [
                0x47, UInt8(identifier >> 8) | (isStart ? 0x40 : 0), UInt8(identifier & 0xFF),
            ]
            let spare = 184 - content.count
            bytes.append((spare > 0 ? 0x30 : 0x10) | counter)
            if spare > 0 {
                bytes.append(UInt8(spare - 1))
                if spare > 1 { bytes.append(0) }
                if spare > 2 { bytes += [UInt8](repeating: 0xFF, count: spare - 2) }
            }
            bytes += content
        }
        func table(_ identifier: Int, _ section: [UInt8]) {
            let whole = [0] + section + Self.checksum(section)
            packet(
                identifier,
                isStart: true,
                (whole + [UInt8](repeating: 0xFF, count: 184 - whole.count))[...]
            )
        }
        table(0, [0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1] + Self.packed(Self.tablePacket))
        table(
            Self.tablePacket,
            [2, 0xB0, 18, 0, 1, 0xC1, 0, 0] + Self.packed(Self.videoPacket) + [0xF0, 0]
                + [0x1B] + Self.packed(Self.videoPacket) + [0xF0, 0]
        )
        for (index, picture) in pictures.enumerated() {
            let time = UInt64(90_000 + index * 3600)
            let whole = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5] + Self.stamp(time) + picture
            var start = 0
            while start < whole.count {
                let end = min(start + 184, whole.count)
                packet(Self.videoPacket, isStart: start == 0, whole[start..<end])
                start = end
            }
        }
        return bytes
    }

    private static func packed(_ identifier: Int) -> [UInt8] {
        [0xE0 | UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
    }

    private static func stamp(_ time: UInt64) -> [UInt8] {
        [
            0x21 | UInt8(time >> 30 & 7) << 1, UInt8(time >> 22 & 0xFF),
            UInt8(time >> 15 & 0x7F) << 1 | 1, UInt8(time >> 7 & 0xFF),
            UInt8(time & 0x7F) << 1 | 1,
        ]
    }

    private static func checksum(_ section: [UInt8]) -> [UInt8] {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in section {
            value ^= UInt32(byte) << 24
            for _ in 0..<8 { value = value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0) }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension TestTransportStream {
    /// A unit of H.264 with its start code, its content protected from looking like another start code.
    package static func unit(_ header: UInt8, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 1, header]
        var zeros = 0
        for byte in content {
            if zeros == 2, byte <= 3 {
                bytes.append(3)
                zeros = 0
            }
            bytes.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return bytes
    }

    /// A message of user data, which is named by 16 bytes.
    package static func userData(_ content: [UInt8]) -> [UInt8] {
        var size: [UInt8] = []
        var rest = content.count
        while rest >= 255 {
            size.append(255)
            rest -= 255
        }
        size.append(UInt8(rest))
        return [5] + size + content
    }

    /// What camcorders write of a picture, as one unit: tags of four bytes each, in the order of their numbers, behind other
    /// messages of the same unit.
    package static func camera(_ tags: [UInt8: [UInt8]], before: [UInt8] = []) -> [UInt8] {
        let name: [UInt8] = [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0, 0x20, 0x0C, 0x9A,
            0x66,
        ]
        var content = name + Array("MDPM".utf8) + [UInt8(tags.count)]
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) { content += [tag] + value }
        return unit(6, before + userData(content) + [0x80])
    }
}
