import Foundation
import GRDB

/// Copies: known files with the same bytes, for assets whose own file cannot be reached.
extension LibrarySources {
    /// A resource without a reachable file, and the row of its last file.
    package struct WaitingResource: Hashable, Sendable {
        package var resource: Int64
        package var before: Int64?
        /// The source of that row.
        var source: Int64?
    }

    /// Returns the rows of in-place sources that cannot be reached.
    ///
    /// Their folder is missing, or empty as a bare mount point is, or the last sweep did not find it.
    package func unreachableSources() throws -> Set<Int64> {
        let sources = try all(.inPlace)
        core.environment.folders.begin(sources.filter { !$0.isOffline }.map(\.path))
        return Set(sources.filter { !core.isReachable($0) }.map(\.id))
    }

    /// Returns a resource with the given bytes, outside Recently Deleted, whose own file cannot be reached.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of the bytes.
    ///   - given: Resources that have got a file already.
    ///   - isReachable: Whether the files of a source can be reached.
    /// - Returns: The oldest such resource; nil where there is none.
    /// - Throws: ``StoreError``.
    package func waitingResource(
        of checksum: [UInt8],
        besides given: Set<Int64> = [],
        isReachable: (Int64) throws -> Bool
    ) throws -> WaitingResource? {
        var found: [(waiting: WaitingResource, file: String, isAbsent: Bool)] = []
        try core.readAll { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT resource.id, held.id, held_folder.source_id, resource.file,
                        held.outcome IS 5
                    FROM resource JOIN asset ON asset.id = resource.asset_id
                    LEFT JOIN source_file AS held ON held.id = resource.source_file_id
                    LEFT JOIN source_folder AS held_folder ON held_folder.id = held.folder_id
                    WHERE resource.checksum = ? AND resource.type <> 7 AND asset.trashed_date IS NULL
                        AND (held.id NOT NULL OR asset.traits & ? <> 0)
                    ORDER BY resource.id
                    """
            )
            try statement.forEachRow(in: db) { columns in
                columns.blob(checksum)
                columns.integer(AssetTraits.offline.rawValue)
            } _: { (columns) -> Void in
                let waiting = WaitingResource(
                    resource: columns.row(),
                    before: columns.integer(),
                    source: columns.integer()
                )
                found.append((waiting, columns.text() ?? "", columns.flag()))
            }
        }
        return try found.first { entry in
            if given.contains(entry.waiting.resource) { return false }
            if entry.isAbsent { return true }
            if let source = entry.waiting.source { return try !isReachable(source) }
            return FileOperations.size(core.layout.original(entry.file)) == nil
        }?.waiting
    }

    /// Returns known copies for resources whose own file cannot be reached, one copy for each resource.
    ///
    /// - Parameters:
    ///   - unreachable: The sources whose files cannot be used at present.
    ///   - source: Considers only assets that have their file in this source. Nil considers all assets.
    ///   - target: Takes only files of this source. Nil takes files of all sources that can be reached.
    /// - Returns: The pairs of copy and resource. Each copy and each resource occurs once.
    /// - Throws: ``StoreError``.
    package func substitutes(
        without unreachable: Set<Int64>,
        for source: Int64? = nil,
        from target: Int64? = nil
    ) throws -> [SourceConclusions.Taken] {
        var found: [(taken: SourceConclusions.Taken, file: String?)] = []
        try core.readAll { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT copy.folder_id, copy_folder.source_id, resource.id, held.id, resource.file,
                        copy.id, copy.name, copy.inode, copy.byte_count, copy.modification, copy.outcome,
                        copy.checksum, copy.asset_id
                    FROM source_file AS copy
                    JOIN source_folder AS copy_folder ON copy_folder.id = copy.folder_id
                    JOIN source ON source.id = copy_folder.source_id
                    JOIN resource ON resource.asset_id = copy.asset_id AND resource.checksum = copy.checksum
                    JOIN asset ON asset.id = resource.asset_id
                    LEFT JOIN source_file AS held ON held.id = resource.source_file_id
                    LEFT JOIN source_folder AS held_folder ON held_folder.id = held.folder_id
                    WHERE copy.outcome = 1 AND source.kind = 1 AND source.is_offline = 0
                        AND copy.name NOT LIKE '/%'
                        AND (held.outcome = 5 OR held_folder.source_id IN (SELECT value FROM json_each(?))
                            OR held.id IS NULL AND asset.traits & ? <> 0)
                        AND (? IS NULL OR held_folder.source_id = ?)
                    ORDER BY resource.id, copy.id
                    """
            )
            let list = "[" + unreachable.map(String.init).joined(separator: ",") + "]"
            try statement.forEachRow(in: db) { columns in
                columns.text(list)
                columns.integer(AssetTraits.offline.rawValue)
                columns.optional(source)
                columns.optional(source)
            } _: { (columns) -> Void in
                let (folder, owner) = (columns.row(), columns.row())
                let (resource, before) = (columns.row(), columns.integer())
                let file = columns.text()
                guard !unreachable.contains(owner), target == nil || target == owner else { return }
                let row = SourceFileRow(columns: &columns)
                let taken = SourceConclusions.Taken(
                    ledgerRow: SourceConclusions.LedgerRow(folder: folder, row: row),
                    resource: resource,
                    before: before
                )
                found.append((taken, before == nil ? file : nil))
            }
        }
        var resources: Set<Int64> = []
        var copies: Set<Int64> = []
        return found.filter { entry in
            let taken = entry.taken
            guard !resources.contains(taken.resource), !copies.contains(taken.ledgerRow.row.id)
            else {
                return false
            }
            // The asset is offline because of another file. The library has this resource's own file.
            if let file = entry.file, FileOperations.size(core.layout.original(file)) != nil {
                return false
            }
            resources.insert(taken.resource)
            copies.insert(taken.ledgerRow.row.id)
            return true
        }.map(\.taken)
    }

    /// Assigns files to resources, in blocks of bounded size.
    package func serve(_ taken: [SourceConclusions.Taken]) throws {
        for start in stride(from: 0, to: taken.count, by: 2_000) {
            var conclusions = SourceConclusions()
            conclusions.taken = Array(taken[start..<min(start + 2_000, taken.count)])
            try commits.commit(ChangeBlock([.follow(conclusions)], work: .imported))
        }
    }
}
