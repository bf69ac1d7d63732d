/// A stream of H.264 whose two fields are pictures of their own, as many camcorders record it.
///
/// 64 by 64 pixels, each field in one level of grey; samples are written as they are.
package struct FieldPictures {
    package var upper: UInt8
    package var lower: UInt8
    /// Frames, each of them two fields.
    package var count: Int

    package init(upper: UInt8, lower: UInt8, count: Int = 4) {
        self.upper = upper
        self.lower = lower
        self.count = count
    }

    package func pictures() -> [[UInt8]] {
        (0..<count).flatMap { index in
            [
                (index == 0 ? Self.sequence + Self.parameters : [])
                    + field(upper, isLower: false, index),
                field(lower, isLower: true, index),
            ]
        }
    }

    private static var sequence: [UInt8] {
        var bits = Bits()
        for byte in [77, 0, 30] { bits.put(byte, 8) }
        // Numbers of four bits for frames and their order, one reference, 4 by 2 pairs of blocks, fields.
        for value in [0, 0, 0, 0, 1] { bits.code(value) }
        bits.put(0, 1)
        bits.code(3)
        bits.code(1)
        bits.put(0b00100, 5)
        return TestTransportStream.unit(0x67, bits.closed)
    }

    private static var parameters: [UInt8] {
        var bits = Bits()
        bits.code(0)
        bits.code(0)
        bits.put(0, 2)
        for _ in 0..<3 { bits.code(0) }
        bits.put(0, 3)
        for _ in 0..<3 { bits.code(0) }
        bits.put(0b100, 3)
        return TestTransportStream.unit(0x68, bits.closed)
    }

    private func field(_ level: UInt8, isLower: Bool, _ index: Int) -> [UInt8] {
        var bits = Bits()
        bits.code(0)
        bits.code(7)
        bits.code(0)
        bits.put(0, 4)
        bits.put(isLower ? 0b11 : 0b10, 2)
        if !isLower { bits.code(index & 1) }
        bits.put(isLower ? 1 : 0, 4)
        bits.put(0, isLower ? 1 : 2)
        bits.code(0)
        bits.code(1)
        for _ in 0..<8 {
            // A block of samples as they are.
            bits.code(25)
            bits.align()
            for _ in 0..<256 { bits.put(Int(level), 8) }
            for _ in 0..<128 { bits.put(128, 8) }
        }
        let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0x10]
        return delimiter + TestTransportStream.unit(isLower ? 0x61 : 0x65, bits.closed)
    }
}

/// Puts bits one after another, the highest first.
private struct Bits {
    private var bytes: [UInt8] = []
    private var free = 0

    mutating func put(_ value: Int, _ count: Int) {
        for bit in (0..<count).reversed() {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            free -= 1
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(free)
        }
    }

    /// A number of as many zeros as it has bits behind its first.
    mutating func code(_ value: Int) {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        put(0, length - 1)
        put(value + 1, length)
    }

    mutating func align() {
        put(0, free)
    }

    /// The bytes, with the bit that closes them.
    var closed: [UInt8] {
        var copy = self
        copy.put(1, 1)
        return copy.bytes
    }
}
