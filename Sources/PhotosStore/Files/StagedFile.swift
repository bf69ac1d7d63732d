/// A new file on its way into the library, written and checked, but not yet mentioned by any row.
package struct StagedFile: Hashable, Sendable {
    /// The name below the folder of originals.
    package var file: String
    package var byteCount: Int64
    /// The SHA-256 checksum.
    package var checksum: [UInt8]
    /// The file that the caller gave away, to be removed once the block has been committed.
    var source: SourceFile.Given?
    /// The reason why a file that was to be moved was copied, and stays at its path.
    var stayingReason: String?

    /// The name inside the staging area: that of the original without folder and extension.
    var temporaryName: Substring {
        let name = file.drop { $0 != "/" }.dropFirst()
        return name.prefix { $0 != "." }
    }
}
