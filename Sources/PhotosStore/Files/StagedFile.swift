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
    package internal(set) var stayingReason: String?

    package init(file: String, byteCount: Int64, checksum: [UInt8]) {
        self.init(file: file, byteCount: byteCount, checksum: checksum, source: nil)
    }

    init(
        file: String,
        byteCount: Int64,
        checksum: [UInt8],
        source: SourceFile.Given?,
        stayingReason: String? = nil
    ) {
        self.file = file
        self.byteCount = byteCount
        self.checksum = checksum
        self.source = source
        self.stayingReason = stayingReason
    }

    /// The name inside the staging area: that of the original without folder and extension.
    var temporaryName: Substring {
        let name = file.drop { $0 != "/" }.dropFirst()
        return name.prefix { $0 != "." }
    }
}
