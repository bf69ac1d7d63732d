/// The checksum of ZIP, gzip and PNG (RFC 1952, section 8).
public struct CRC32: Hashable, Sendable {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    /// Begins a checksum.
    public init() {}

    /// Computes the checksum of bytes.
    public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    /// Adds bytes.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        var state = state
        unsafe Self.table.withUnsafeBufferPointer { table in
            for byte in bytes {
                state = unsafe table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
            }
        }
        self.state = state
    }

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~state }
}
