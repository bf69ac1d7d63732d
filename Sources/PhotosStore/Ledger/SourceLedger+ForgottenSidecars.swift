import Foundation
import GRDB

/// A sidecar of a source that is about to be forgotten, as it was when the library copied it.
struct ForgottenSidecar: Hashable, Sendable {
    /// The row of the file in the ledger.
    var row: Int64
    var byteCount: Int64
    /// The modification time in nanoseconds since 1970.
    var modification: Int64
    var checksum: [UInt8]

    init(row: Int64, byteCount: Int64, modification: Int64, checksum: [UInt8]) {
        (self.row, self.byteCount) = (row, byteCount)
        (self.modification, self.checksum) = (modification, checksum)
    }
}

/// What the ledger knows of sidecars whose source was forgotten.
///
/// The folder counts as one from which files were copied. The date of its last sweep is that of the forgetting.
extension SourceLedger {
    /// The condition in SQL that a source stands for one that was forgotten.
    static let isForgotten =
        "source.kind = \(SourceKind.copied.rawValue) AND source.swept_date NOT NULL"

    /// Remembers sidecars of a source that is about to be forgotten.
    ///
    /// The date of a kept file is that of the file from which it was copied, and a sidecar whose folder becomes a source again is
    /// recognised by its bytes.
    ///
    /// - Parameters:
    ///   - sidecars: The sidecars, whose rows go with the source.
    ///   - source: The source.
    ///   - uuid: The identifier of a new row of a source.
    ///   - now: The present time.
    /// - Throws: The errors of SQLite.
    func rememberSidecars(
        _ sidecars: [ForgottenSidecar],
        of source: SourceRow,
        uuid: UUID,
        now: Date
    ) throws {
        guard !sidecars.isEmpty else { return }
        var forgotten = try makeSource(
            .copied,
            at: source.path,
            uuid: uuid,
            volume: source.volume,
            now: now
        )
        forgotten.sweptDate = now
        try write(forgotten)
        var folders: [Int64: Int64] = [:]
        for sidecar in sidecars {
            // A name with a slash stands for a file whose name another one has.
            guard let (folder, present) = try file(sidecar.row), !present.name.hasPrefix("/") else {
                continue
            }
            let copy = try folders[folder] ?? makeFolder(like: folder, in: forgotten.id)
            folders[folder] = copy
            try write(
                SourceFileRow(
                    name: present.name,
                    inode: present.inode,
                    byteCount: sidecar.byteCount,
                    modification: sidecar.modification,
                    outcome: .sidecar,
                    checksum: sidecar.checksum,
                    assetID: present.assetID
                ),
                in: copy
            )
        }
    }

    /// Returns the row of the folder of a source that has the path of a folder of another one; it is made if there is none.
    private func makeFolder(like other: Int64, in source: Int64) throws -> Int64 {
        var steps: [SourceFolderRow] = []
        var next: Int64? = other
        while let row = next, let folder = try self.folder(row) {
            steps.append(folder)
            next = folder.parentID
        }
        var made: Int64?
        for step in steps.reversed() {
            made = try makeFolder(source, parent: made, name: step.name, inode: step.inode).id
        }
        return made ?? 0
    }

    /// Returns the checksums of sidecars of an asset whose source was forgotten while another source was there.
    ///
    /// Such a sidecar is no former state of one in the other source.
    ///
    /// - Parameters:
    ///   - name: The name of the sidecars.
    ///   - asset: The row of the asset.
    ///   - source: The other source.
    /// - Returns: The checksums.
    /// - Throws: The errors of SQLite.
    func sidecars(
        named name: String,
        ofAsset asset: Int64,
        forgottenBeside source: SourceRow
    ) throws -> Set<[UInt8]> {
        let date = source.addedDate.timeIntervalSinceReferenceDate
        return try Set(
            Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT source_file.checksum FROM source_file
                        JOIN source_folder ON source_folder.id = source_file.folder_id
                        JOIN source ON source.id = source_folder.source_id
                        WHERE source_file.asset_id = ? AND source_file.name = ? AND source_file.outcome = ?
                            AND source_file.checksum NOT NULL AND \(Self.isForgotten)
                            AND (source.swept_date > ? OR source.swept_date = ? AND source.id > ?)
                        """
                ),
                arguments: [
                    asset, name, SourceOutcome.sidecar.rawValue, date, date, source.id,
                ]
            ).map { Blob.bytes(of: $0, at: 0) }
        )
    }
}
