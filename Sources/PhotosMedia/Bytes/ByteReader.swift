/// Reads numbers and bytes one after another, and never beyond their end.
///
/// The bytes are of our own formats, which are in memory as a whole. ``BoundedReader`` reads the formats of files.
package struct ByteReader: Sendable {
    /// The bytes end before the value that is read, or the value does not fit its type.
    package struct Damage: Error, Sendable {
        @inlinable package init() {}
    }

    @usableFromInline let bytes: [UInt8]
    @usableFromInline var offset = 0

    @inlinable package init(_ bytes: [UInt8]) { self.bytes = bytes }

    @inlinable package var isAtEnd: Bool { offset == bytes.count }

    @inlinable package mutating func byte() throws(Damage) -> UInt8 {
        guard offset < bytes.count else { throw Damage() }
        let byte = bytes[offset]
        offset += 1
        return byte
    }

    /// Reads a number that has all the bytes of its type.
    @inlinable package mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type,
        endian: BoundedReader.Endian
    ) throws(Damage) -> Number {
        let size = Number.bitWidth / 8
        let start = offset
        try skip(size)
        var bits: UInt64 = 0
        switch endian {
        case .big: for index in 0..<size { bits = bits << 8 | UInt64(bytes[start + index]) }
        case .little:
            for index in 0..<size { bits |= UInt64(bytes[start + index]) << UInt64(8 * index) }
        }
        return Number(truncatingIfNeeded: bits)
    }

    /// Reads a number in groups of seven bits, the lowest first; the top bit of a byte says that another one follows.
    @inlinable package mutating func packed() throws(Damage) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 64 else { throw Damage() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    /// Reads a packed number whose lowest bit is the sign.
    @inlinable package mutating func packedSigned() throws(Damage) -> Int64 {
        let number = try packed()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Reads a packed count of elements of at least one byte each, which cannot exceed the number of bytes left.
    @inlinable package mutating func packedCount() throws(Damage) -> Int {
        let number = try packed()
        guard number <= UInt64(bytes.count - offset) else { throw Damage() }
        return Int(number)
    }

    /// Reads `count` bytes.
    @inlinable package mutating func slice(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
        let start = offset
        try skip(count)
        return bytes[start..<start + count]
    }

    /// Reads bytes after their packed count.
    @inlinable package mutating func packedSlice() throws(Damage) -> ArraySlice<UInt8> {
        try slice(try packedCount())
    }

    @inlinable package mutating func skip(_ count: Int) throws(Damage) {
        guard count >= 0, count <= bytes.count - offset else { throw Damage() }
        offset += count
    }
}
