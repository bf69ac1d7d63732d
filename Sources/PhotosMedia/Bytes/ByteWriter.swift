/// Appends numbers, texts and bytes one after another.
///
/// Methods that name no order of bytes write the most significant byte first. ``ByteReader`` reads our own formats again.
package struct ByteWriter: Sendable {
    @usableFromInline var buffer: [UInt8] = []

    @inlinable package var bytes: [UInt8] { buffer }
    @inlinable package var count: Int { buffer.count }

    @inlinable package init() {}

    /// Makes a writer with memory for `capacity` bytes, which avoids copies while the bytes grow.
    @inlinable package init(capacity: Int) { buffer.reserveCapacity(capacity) }

    package init(_ build: (inout ByteWriter) -> Void) {
        build(&self)
    }

    @inlinable package mutating func byte(_ byte: UInt8) { buffer.append(byte) }

    package mutating func uint8(_ value: Int) { byte(UInt8(truncatingIfNeeded: value)) }

    package mutating func uint16(_ value: Int) {
        number(UInt16(truncatingIfNeeded: value), endian: .big)
    }

    package mutating func uint32(_ value: Int) {
        number(UInt32(truncatingIfNeeded: value), endian: .big)
    }

    /// Appends all the bytes of a number.
    @inlinable package mutating func number<Number: FixedWidthInteger>(
        _ value: Number,
        endian: BoundedReader.Endian
    ) {
        let ordered = endian == .big ? value.bigEndian : value.littleEndian
        unsafe withUnsafeBytes(of: ordered) { unsafe buffer.append(contentsOf: $0) }
    }

    /// Appends a number in groups of seven bits, the lowest first; the top bit of a byte says that another one follows.
    @inlinable package mutating func packed(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(rest))
    }

    /// Appends a packed number whose lowest bit is the sign.
    @inlinable package mutating func packedSigned(_ number: Int64) {
        packed(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// Appends bytes after their packed count.
    @inlinable package mutating func packed(_ bytes: some Collection<UInt8>) {
        packed(UInt64(bytes.count))
        buffer.append(contentsOf: bytes)
    }

    package mutating func text(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    @inlinable package mutating func append(_ more: some Sequence<UInt8>) {
        buffer.append(contentsOf: more)
    }

    /// Appends a box of an ISO base media file, with the content that `build` writes.
    package mutating func box(_ type: String, build: (inout ByteWriter) -> Void) {
        let content = ByteWriter(build).bytes
        uint32(content.count + 8)
        text(type)
        append(content)
    }

    package mutating func zeros(_ count: Int) {
        buffer.append(contentsOf: repeatElement(0, count: count))
    }
}
