import Foundation
import GRDB

extension ChangeTransaction {
    /// Passes pins, places in selections, the words that only files state, and files of other programs on to an asset.
    ///
    /// Assets that do not exist, or that the client does not see, pass nothing on.
    func passOn(to uuid: UUID, from uuids: [UUID], keptFiles: [KeptFileSource]) throws {
        let row = try assets.row(uuid, in: db)
        if !keptFiles.isEmpty {
            guard let row else { throw Self.missing("asset") }
            var names = try PassedOnNames(besideAsset: row, in: db)
            let named = keptFiles.map { file in
                let name = names.takeName(for: file.filename, file.staged.file.checksum)
                return KeptFileSource(file.staged, filename: name)
            }
            try keepFiles(named, with: uuid)
        }
        guard let heir = row else { return }
        let rows = try assets.rows(uuids, in: db).filter { $0 != heir }
        let others = PackedList.rows(rows)
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO pinned_asset (asset_id)
                SELECT ? WHERE EXISTS
                    (SELECT 1 FROM pinned_asset WHERE asset_id IN (SELECT value FROM photokit_rows(?)))
                """
        ).execute(arguments: [heir, others])
        try db.cachedStatement(sql: Self.clientsThatSee).forEachRow([others], in: db) {
            (columns) -> Void in
            selections[columns.row(), default: []].insert(heir)
        }
        let facts = try AssetFacts.read(of: [heir] + rows, in: db)
        let known = facts[heir] ?? AssetFacts()
        let words = InheritedWords(of: known, from: rows.compactMap { facts[$0] })
        guard !words.isEmpty else { return }
        // The entry of the history names the asset, although no column of its row may differ.
        try assets.load(row: heir, in: db)
        try write(known.adding(words), of: heir, replacing: known)
    }

    private static let clientsThatSee = """
        SELECT DISTINCT client_id FROM selection WHERE asset_id IN (SELECT value FROM photokit_rows(?))
        """
}
