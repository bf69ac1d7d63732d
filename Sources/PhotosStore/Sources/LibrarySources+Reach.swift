import Foundation
import GRDB

extension LibrarySources {
    /// Returns whether a file of an asset is in a source that is offline.
    ///
    /// The last sweep may have been made on another machine, as in a copy of the library. So the folder
    /// itself is checked, too.
    package func isSourceOffline(ofAsset row: Int64) throws -> Bool {
        var sources: [(path: String, isOffline: Bool)] = []
        try core.readAll { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT DISTINCT source.path, source.is_offline FROM resource
                    JOIN source_file ON source_file.id = resource.source_file_id
                    JOIN source_folder ON source_folder.id = source_file.folder_id
                    JOIN source ON source.id = source_folder.source_id
                    WHERE resource.asset_id = ?
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(row)
            } _: { (columns) -> Void in
                sources.append((columns.text() ?? "", columns.flag()))
            }
        }
        return sources.contains { isOffline($0.path, atLastSweep: $0.isOffline) }
    }

    /// Returns the assets with a file in a source that is offline.
    ///
    /// The cost follows the files in such sources.
    package func assetsOfOfflineSources() throws -> [Int64] {
        // A folder may answer late, and no connection waits for it.
        let offline = try offlineSources()
        guard !offline.isEmpty else { return [] }
        var rows: [Int64] = []
        try core.readAll { db in
            let files = try db.cachedStatement(
                sql: """
                    SELECT DISTINCT resource.asset_id FROM source_folder
                    JOIN source_file ON source_file.folder_id = source_folder.id
                    JOIN resource ON resource.source_file_id = source_file.id
                    WHERE source_folder.source_id = ?
                    """
            )
            for source in offline {
                try files.forEachRow(in: db) {
                    $0.integer(source.id)
                } _: { (columns) -> Void in
                    rows.append(columns.row())
                }
            }
        }
        return rows
    }

    /// Returns the in-place sources whose folder is missing now, or was missing at the last sweep.
    package func offlineSources() throws -> [SourceRow] {
        let sources = try all(.inPlace)
        core.environment.folders.begin(sources.filter { !$0.isOffline }.map(\.path))
        return sources.filter { isOffline($0.path, atLastSweep: $0.isOffline) }
    }

    /// Whether a source counts as offline for people: the last sweep did not find it, or its folder does not answer within a
    /// second.
    ///
    /// An empty folder is online, as that of a new source is. Only a sweep decides whether its files should be there. Decisions
    /// about files follow ``LibraryCore/isReachable(_:)``.
    private func isOffline(_ path: String, atLastSweep wasOffline: Bool) -> Bool {
        wasOffline || core.environment.folders.presence(of: path) != .there
    }
}
