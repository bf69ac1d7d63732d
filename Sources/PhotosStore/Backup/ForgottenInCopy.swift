import Foundation
import GRDB

/// The assets whose files stay in the folders of forgotten sources, by whether a backup or a restored library has these files.
struct ForgottenInCopy {
    /// The assets with a file that the backup lacks.
    let lacking: Set<UUID>
    /// The assets whose files the backup has, from the time when their sources were not forgotten.
    let whole: Set<UUID>

    /// Finds files in a backup.
    ///
    /// - Parameters:
    ///   - files: The files that the library does not have, because their sources were forgotten.
    ///   - layout: The backup.
    init(_ files: [PromisedFile], _ layout: LibraryLayout) {
        let isThere = Dictionary(grouping: files) { file in
            FileOperations.size(layout.original(file.file)) == file.byteCount
        }
        lacking = Set((isThere[false] ?? []).map(\.asset))
        whole = Set((isThere[true] ?? []).map(\.asset)).subtracting(lacking)
    }
}

extension BackupSnapshot {
    /// Notes in the copied database that assets have all their files in the copy.
    func noteOnline(_ assets: Set<UUID>) throws { try Self.noteOnline(assets, in: url) }

    /// Does the same in the copied database at a URL.
    static func noteOnline(_ assets: Set<UUID>, in url: URL) throws {
        guard !assets.isEmpty else { return }
        let queue = try queue(url)
        try queue.write { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE asset SET traits = traits & ~? WHERE uuid = ? AND NOT EXISTS (
                        SELECT 1 FROM resource WHERE asset_id = asset.id AND source_file_id IS NOT NULL)
                    """
            )
            for asset in assets {
                try statement.execute(
                    arguments: [AssetTraits.offline.rawValue, Data(asset.bytes)]
                )
            }
        }
        try queue.close()
        try FileOperations.syncFile(url)
    }
}
