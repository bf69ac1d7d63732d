/// The bytes by which imports know archives, whatever else a file is.
public enum ArchiveSignature {
    /// The number of bytes at the start of a file that tell.
    public static let length = 262

    /// Returns whether a file begins as ZIP, gzip or tar files do.
    ///
    /// A picture can have all bytes that a tar file needs in a comment.
    ///
    /// - Parameter bytes: The start of the file.
    /// - Returns: Whether an import might unpack the file.
    public static func begins(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0x1F, 0x8B])
            || bytes.dropFirst(length - 5).starts(with: "ustar".utf8)
    }
}
