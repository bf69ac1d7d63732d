import GRDB

/// Names the files of other programs that an asset gets from others which are merged into it.
///
/// A name differs from those of all files beside the asset, in the library and in sources, so that no file takes the place of
/// another one. A sidecar whose words the library would read gets ``FileName/mergedEnding``, because the merge has decided
/// which words the asset has.
struct PassedOnNames {
    private var taken: Set<ExactText> = []
    /// The names of the files that the asset keeps, by checksum.
    private var kept: [[UInt8]: String] = [:]

    /// Reads the names of the files beside an asset.
    init(besideAsset row: Int64, in db: Database) throws {
        var taken: Set<ExactText> = []
        var kept: [[UInt8]: String] = [:]
        let inSources = try db.cachedStatement(
            sql: "SELECT name FROM source_file WHERE asset_id = ? AND outcome = ?"
        )
        try inSources.forEachRow(in: db) {
            $0.integer(row)
            $0.integer(Int64(SourceOutcome.sidecar.rawValue))
        } _: { (columns) -> Void in
            if let name = columns.text() { taken.insert(ExactText(name)) }
        }
        let inLibrary = try db.cachedStatement(
            sql:
                "SELECT filename, checksum FROM kept_file WHERE asset_id = ? AND replaced_date IS NULL"
        )
        try inLibrary.forEachRow(in: db) {
            $0.integer(row)
        } _: { (columns) -> Void in
            guard let name = columns.text(), let checksum = columns.blob() else { return }
            taken.insert(ExactText(name))
            kept[checksum] = name
        }
        self.taken = taken
        self.kept = kept
    }

    /// Whether the asset keeps a file with some bytes, or gets one.
    func hasFile(with checksum: [UInt8]) -> Bool { kept[checksum] != nil }

    /// Returns the name that a file gets beside the asset, and takes it.
    ///
    /// - Parameters:
    ///   - filename: The name of the file beside another asset.
    ///   - checksum: The checksum of its bytes. If the asset keeps these bytes already, the name is that of the kept file.
    /// - Returns: The name, with a number where another file has it.
    mutating func takeName(for filename: String, _ checksum: [UInt8]) -> String {
        if let name = kept[checksum] { return name }
        var (base, ending) = (filename, "")
        if base.hasSuffix(FileName.mergedEnding) {
            base.removeLast(FileName.mergedEnding.count)
            ending = FileName.mergedEnding
        } else if CompanionFile.isRead(base) {
            ending = FileName.mergedEnding
        }
        var (name, number) = (FileName.fitting(base + ending), 1)
        while !taken.insert(ExactText(name)).inserted {
            number += 1
            name = FileName.fitting(FileName.fitting(base, suffix: " (\(number))") + ending)
        }
        kept[checksum] = name
        return name
    }
}
