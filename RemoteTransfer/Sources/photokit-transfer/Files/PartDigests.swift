import Crypto
import PhotosBase
import TransferRules

/// The checksums of a part of a file, in hexadecimal digits.
struct PartDigests: Sendable {
    var sha256: String
    var md5: String?

    /// Reads a part.
    ///
    /// Waits for a disk.
    ///
    /// - Parameters:
    ///   - range: The bytes of the part.
    ///   - file: The file.
    ///   - whole: The checksum of the bytes before the part; nil where that of the file is not wanted.
    ///   - md5: Whether the MD5 is wanted.
    /// - Returns: The checksums, and the checksum of all bytes up to the end of the part.
    /// - Throws: `TransferFailure`.
    static func readDigests(
        of range: Range<Int64>,
        in file: UploadFile,
        continuing whole: SHA256?,
        md5: Bool
    ) throws -> (PartDigests, SHA256?) {
        var whole = whole
        var part = SHA256()
        var sum = Insecure.MD5()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = Int(min(Int64(buffer.count), range.upperBound - position))
            try buffer.withUnsafeMutableBytes { bytes in
                let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
                try unsafe file.read(bytes, at: position)
                let read = UnsafeRawBufferPointer(bytes)
                unsafe part.update(bufferPointer: read)
                unsafe whole?.update(bufferPointer: read)
                if md5 { unsafe sum.update(bufferPointer: read) }
            }
            position += Int64(count)
        }
        let digests = PartDigests(
            sha256: Hexadecimal.digits(of: part.finalize()),
            md5: md5 ? Hexadecimal.digits(of: sum.finalize()) : nil
        )
        return (digests, whole)
    }
}
