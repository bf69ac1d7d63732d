/// Writes the canonical form: numbers with the most significant byte first, lengths in front.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: UInt16) { bytes += number.bigEndianBytes }

    mutating func write(_ number: UInt64) { bytes += number.bigEndianBytes }

    mutating func write(_ id: UniqueID) {
        write(id.high)
        write(id.low)
    }

    /// Writes a length in seven bits a byte, the last byte without the high bit.
    mutating func write(length: Int) {
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ text: [UInt8]) {
        write(length: text.count)
        bytes += text
    }

    mutating func write(_ vector: VersionVector) {
        write(length: vector.dots.count)
        for dot in vector.dots {
            write(dot.member.id)
            write(dot.number)
        }
    }

    mutating func write(_ stamp: Stamp) {
        write(stamp.origin.rawValue)
        write(UInt64(bitPattern: stamp.time))
        write(stamp.member.id)
        write(stamp.number)
    }

    mutating func write(_ stamps: [Stamp]) {
        write(length: stamps.count)
        for stamp in stamps { write(stamp) }
    }
}
