import Foundation
import GRDB
import Synchronization

extension Library {
    package func currentPosition() throws -> LogPosition {
        // An empty log takes a second statement, and either of the two answers is right for its moment.
        try readStatement { db in try ChangeLog.current(db) }
    }

    /// The oldest place that the history can still be read from.
    package func oldestPosition() throws -> LogPosition {
        try read { db in try ChangeLog.oldest(db) }
    }

    /// - Throws: ``PositionProblem`` when the history cannot be read from there.
    /// - Returns: the present end of the log, which bounds what is read from here on.
    package func checkPosition(_ position: LogPosition) throws -> LogPosition {
        try read { db in
            if let problem = try ChangeLog.problem(with: position, db) { throw problem }
            return try ChangeLog.current(db)
        }
    }

    /// At most `limit` changes behind a place and up to another, oldest first.
    ///
    /// - Throws: ``PositionProblem/expired`` when the log was pruned beyond that place meanwhile.
    package func changes(
        after sequence: Int64,
        upTo last: Int64,
        limit: Int = 256
    ) throws -> [LoggedChange] {
        try read { db in
            guard sequence >= (try ChangeLog.oldest(db)).sequence else {
                throw PositionProblem.expired
            }
            return try ChangeLog.changes(after: sequence, upTo: last, limit: limit, db)
        }
    }

    /// The changes behind a place and up to another, oldest first, about `size` bytes of them, but at least one.
    ///
    /// - Throws: ``PositionProblem/expired`` when the log was pruned beyond that place meanwhile.
    package func changePage(
        after sequence: Int64,
        upTo last: Int64,
        size: Int
    ) throws -> ChangePage {
        try read { db in
            guard sequence >= (try ChangeLog.oldest(db)).sequence else {
                throw PositionProblem.expired
            }
            return ChangePage(
                try ChangeLog.changes(after: sequence, upTo: last, limit: .max, size: size, db),
                of: self
            )
        }
    }

    /// The names of objects, of those too that have been deleted since.
    ///
    /// One statement for any number of them, and another one where some were deleted.
    package func identifiers(
        _ rows: some Collection<Int64>,
        in entity: Entity
    ) throws -> [Int64: LocalIdentifier] {
        guard !rows.isEmpty else { return [:] }
        return try read { db in
            // In their order the rows lie side by side.
            let sorted = rows.sorted()
            var names: [Int64: LocalIdentifier] = [:]
            names.reserveCapacity(sorted.count)
            let kind = entity == .asset ? "1" : "CASE kind WHEN 0 THEN 3 ELSE 2 END"
            try db.cachedStatement(
                sql: """
                    SELECT id, uuid, \(kind) FROM photokit_rows(?) AS list
                    CROSS JOIN \(entity.table) ON \(entity.table).id = list.value
                    """
            ).forEachRow([PackedList.rows(sorted)], in: db) { names.add(&$0) }
            let missing = sorted.filter { names[$0] == nil }
            guard !missing.isEmpty else { return names }
            try db.cachedStatement(
                sql: """
                    SELECT id, uuid, kind FROM photokit_rows(?) AS list
                    CROSS JOIN tombstone ON tombstone.entity = ? AND tombstone.id = list.value
                    """
            ).forEachRow([PackedList.rows(missing), entity.rawValue], in: db) { names.add(&$0) }
            return names
        }
    }

    // MARK: Observation

    /// Brings a result forward to a place in the log.
    ///
    /// - Returns: nil when nothing up to there concerns it.
    package func forward(_ snapshot: FetchSnapshot, to sequence: Int64) throws -> SnapshotChange? {
        let start = snapshot.sequence
        guard start < sequence else { return nil }
        let change: SnapshotChange?
        do {
            change = try read { db in
                let rewind = try rewind(from: start, to: sequence, db)
                return try SnapshotForwarding(snapshot: snapshot, rewind: rewind, db: db).change()
            }
        } catch  where Self.isUntold(error) {
            return try refetch(snapshot)
        }
        if change == nil { snapshot.advance(to: sequence) }
        return change
    }

    /// When the log cannot tell: the same fetch again, without saying what changed on the way.
    private func refetch(_ snapshot: FetchSnapshot) throws -> SnapshotChange {
        SnapshotChange(after: try fetch(snapshot.plan), diff: nil)
    }

    private static func isUntold(_ error: any Error) -> Bool {
        error as? PositionProblem == .expired || (error as? StoreError)?.code == .detailsUnavailable
    }

    /// What happened to one asset between two places; nil when nothing did.
    package func assetChange(
        _ row: Int64,
        from start: Int64,
        to end: Int64
    ) throws -> (before: AssetRecord?, after: AssetRecord?)? {
        guard start < end else { return nil }
        return try read { db in
            guard let delta = try rewind(from: start, to: end, db).assets[row], !delta.isNothing
            else { return nil }
            return (delta.before, delta.after)
        }
    }

    /// What happened to one collection's own properties between two places; nil when nothing did.
    package func collectionChange(
        _ row: Int64,
        from start: Int64,
        to end: Int64
    ) throws -> (before: CollectionRecord?, after: CollectionRecord?)? {
        guard start < end else { return nil }
        return try read { db in
            guard let delta = try rewind(from: start, to: end, db).collections[row] else {
                return nil
            }
            if delta.before == nil, delta.after == nil { return nil }
            if delta.before != nil, delta.after != nil, delta.mask.isEmpty { return nil }
            return (delta.before, delta.after)
        }
    }

    private func rewind(from start: Int64, to end: Int64, _ db: Database) throws -> Rewind {
        let current = try ChangeLog.current(db).sequence
        // Only a stretch that ends at the present stays true: of others the later part may have grown.
        if end == current,
            let known = rewinds.withLock({ $0.first { $0.from == start && $0.to == end } })
        {
            return known
        }
        let rewind = try Rewind(from: start, to: end, db)
        rewinds.withLock { list in
            list.removeAll { $0.from == start && $0.to == end }
            if list.count >= 4 { list.removeFirst() }
            list.append(rewind)
        }
        return rewind
    }
}

extension [Int64: LocalIdentifier] {
    fileprivate mutating func add(_ columns: inout ColumnReader) {
        guard let row = columns.integer(), let uuid = columns.uuid(),
            let kind = columns.integer().flatMap({ ObjectKind(rawValue: UInt8(clamping: $0)) })
        else { return }
        self[row] = LocalIdentifier(uuid: uuid, kind: kind)
    }
}
