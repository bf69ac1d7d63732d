import GRDB

/// The assets into which others were merged, as far as the change log has the changes.
///
/// A merge changes an asset and moves others to Recently Deleted in one block. No other record says so.
struct MergeTargets {
    private var assets: Set<Int64> = []
    /// The last change that was read.
    private var sequence: Int64 = 0
    /// Whether the log lacks changes, or has one that cannot be read.
    private var isPartial = false

    /// Returns whether others may have been merged into an asset.
    ///
    /// Where the log lacks changes, that may be any asset. Each change is read once.
    mutating func mayContain(_ asset: Int64, in db: Database) throws -> Bool {
        if sequence < (try ChangeLog.oldest(db)).sequence { isPartial = true }
        let last = try ChangeLog.current(db).sequence
        let statement = try db.cachedStatement(
            sql: "SELECT body FROM change WHERE sequence > ? AND sequence <= ? AND work = ?"
        )
        let work = WorkKind.edit.rawValue
        try statement.forEachRow([sequence, last, work], in: db) { (columns) -> Void in
            add(columns.blob() ?? [])
        }
        sequence = max(sequence, last)
        return isPartial || assets.contains(asset)
    }

    private mutating func add(_ body: [UInt8]) {
        guard let objects = try? ChangeBody.outline(encoded: body) else {
            isPartial = true
            return
        }
        let changed = objects.filter { $0.id.entity == .asset }
        let left = changed.filter { $0.kind == .deleted || $0.trashMove == .trashed }
        guard !left.isEmpty, left.count < changed.count else { return }
        let gone = Set(left.map(\.id.rowID))
        assets.formUnion(changed.map(\.id.rowID).filter { !gone.contains($0) })
    }
}
