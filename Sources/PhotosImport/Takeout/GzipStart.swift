import PhotosBase

/// Decompresses the first bytes of a gzip file (RFC 1952, RFC 1951), enough to detect its content.
///
/// The worker decompresses everything else, inside its sandbox. The work here is bounded by the number of
/// bytes requested.
enum GzipStart {
    /// Returns the first decompressed bytes.
    ///
    /// Returns fewer, or none, where the file ends or is damaged before.
    static func unpacked(_ bytes: [UInt8], upTo count: Int) -> [UInt8] {
        guard let start = contentStart(bytes) else { return [] }
        return Inflation.start(ofDeflate: bytes[start...], count: count)
    }

    /// Returns the offset of the compressed bytes, after the header.
    private static func contentStart(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else {
            return nil
        }
        let flags = bytes[3]
        var offset = 10
        if flags & 4 != 0 {
            guard offset + 2 <= bytes.count else { return nil }
            offset += 2 + Int(bytes[offset]) + Int(bytes[offset + 1]) << 8
        }
        // A file name and a comment, each terminated by a zero byte.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard offset < bytes.count, let zero = bytes[offset...].firstIndex(of: 0) else {
                return nil
            }
            offset = zero + 1
        }
        if flags & 2 != 0 { offset += 2 }
        return offset < bytes.count ? offset : nil
    }
}
