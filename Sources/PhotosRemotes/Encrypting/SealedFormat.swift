/// The form of the bytes of an object in an encrypted remote.
///
/// A header of 40 bytes (eight that name the form, and a salt of 32) precedes the chunks. Each chunk is up to 256 KiB of the
/// object, encrypted with AES-GCM, and its tag of 16 bytes.
enum SealedFormat {
    static let mark = Array("OPKSEAL1".utf8)
    static let saltBytes = 32
    static let headerBytes = mark.count + saltBytes
    static let chunk = 256 << 10
    static let tagBytes = 16
    static let sealedChunk = chunk + tagBytes

    /// Returns the number of bytes of a sealed object.
    static func sealedSize(_ byteCount: Int64) -> Int64 {
        let chunks = max(1, (byteCount + Int64(chunk) - 1) / Int64(chunk))
        return Int64(headerBytes) + byteCount + chunks * Int64(tagBytes)
    }

    /// Returns the chunks that a range of the object touches.
    static func chunks(of range: Range<Int64>) -> Range<Int> {
        let size = Int64(chunk)
        return Int(range.lowerBound / size)..<Int((range.upperBound + size - 1) / size)
    }

    /// Returns the number of the last chunk, which is there even without bytes.
    static func lastChunk(_ byteCount: Int64) -> Int {
        Int(max(0, byteCount - 1) / Int64(chunk))
    }

    /// Returns the position of a chunk in the sealed object.
    static func start(ofChunk number: Int) -> Int64 {
        Int64(headerBytes) + Int64(number) * Int64(sealedChunk)
    }

    /// Returns the number of bytes of the object in a sealed one; nil for numbers that no sealed object has.
    static func plainSize(_ sealed: Int64) -> Int64? {
        let rest = sealed - Int64(headerBytes)
        let chunks = (rest + Int64(sealedChunk) - 1) / Int64(sealedChunk)
        let byteCount = rest - chunks * Int64(tagBytes)
        return byteCount >= 0 && sealedSize(byteCount) == sealed ? byteCount : nil
    }

    /// Returns the nonce of a chunk: its number, and whether it is the last one.
    ///
    /// Keys are those of one object each, so no nonce is used twice with one key.
    static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            + [0, 0, 0, isLast ? 1 : 0]
    }
}
