/// A new file on its way into the library: written and checked, but not yet mentioned by any row.
package struct StagedFile: Hashable, Sendable {
    /// The name below the folder of originals.
    package var file: String
    package var byteCount: Int64
    /// SHA-256.
    package var checksum: [UInt8]
    /// Removed once the block has been committed, when the caller gave the file away.
    var source: SourceFile.Given?
    /// Why a file that was to be moved was copied, and stays where it is.
    var stayingReason: String?

    /// The name inside the staging area: that of the original without folder and extension.
    var temporaryName: Substring {
        let name = file.drop { $0 != "/" }.dropFirst()
        return name.prefix { $0 != "." }
    }
}
