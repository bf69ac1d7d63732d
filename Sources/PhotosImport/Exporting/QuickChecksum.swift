/// A checksum of 64 bits that finds accidental changes at the speed of memory.
///
/// An export compares what the disk returns with what it wrote, and SHA-256 for both would take twice the time. A change of
/// up to eight bytes in a row that begins at a multiple of eight is always found, and any other one but for a chance of
/// 2⁻⁶⁴. Nobody who changes bytes on purpose is kept from finding bytes with the same checksum.
package struct QuickChecksum: Hashable, Sendable {
    private var lanes = SIMD4<UInt64>(1, 2, 3, 4)
    private var byteCount: UInt64 = 0
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []

    private static let block = 32
    /// An odd number, so that multiplying by it loses nothing; 2⁶⁴ divided by the golden ratio.
    private static let factor = SIMD4<UInt64>(repeating: 0x9E37_79B9_7F4A_7C15)

    package init() {}

    /// Adds bytes; how they are divided among calls does not matter.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = min(Self.block - rest.count, bytes.count)
            rest += bytes.prefix(missing)
            bytes = bytes.dropFirst(missing)
            guard rest.count == Self.block else { return }
            rest.withUnsafeBytes { mixBytes($0) }
            rest = []
        }
        let whole = bytes.count / Self.block * Self.block
        mixBytes(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
        rest = Array(bytes.dropFirst(whole))
    }

    /// The checksum of all bytes so far.
    package var value: UInt64 {
        var copy = self
        if !rest.isEmpty {
            let padded = rest + [UInt8](repeating: 0, count: Self.block - rest.count)
            padded.withUnsafeBytes { copy.mixBytes($0) }
        }
        var value = byteCount
        for lane in 0..<4 {
            value = (value ^ copy.lanes[lane]) &* Self.factor[0]
            value ^= value >> 32
        }
        return value
    }

    private mutating func mixBytes(_ bytes: UnsafeRawBufferPointer) {
        var lanes = lanes
        var offset = 0
        while offset < bytes.count {
            let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ words) &* Self.factor
            // The high bits return to the low ones, which multiplying never changes by higher ones.
            lanes ^= lanes &>> 32
            offset += Self.block
        }
        self.lanes = lanes
    }
}
