import Foundation
import GRDB
import Synchronization

extension LibraryHistory {
    package func currentPosition() throws -> LogPosition {
        try core.reading { _ in try core.accessControl.end().position }
    }

    /// Returns the oldest position from which the history can still be read.
    package func oldestPosition() throws -> LogPosition {
        try core.read { db in try ChangeLog.oldest(db) }
    }

    /// Checks that the history can be read from a position.
    ///
    /// - Throws: ``PositionProblem`` when the history cannot be read from there.
    /// - Returns: The present end of the log. Reads from that position end there.
    package func checkPosition(_ position: LogPosition) throws -> LogPosition {
        try core.read { db in
            if let problem = try ChangeLog.problem(with: position, db) { throw problem }
            return try ChangeLog.current(db)
        }
    }

    /// Whether the library made a change, even if its log has forgotten it since.
    package func knows(_ position: LogPosition) throws -> Bool {
        try core.readAll { db in
            try ChangeLog.knows(position, in: db)
        }
    }

    /// Returns at most `limit` changes between two positions, oldest first.
    ///
    /// - Throws: ``PositionProblem/expired`` when the log was pruned beyond the start meanwhile.
    package func changes(
        after sequence: Int64,
        upTo last: Int64,
        limit: Int = 256
    ) throws -> [LoggedChange] {
        try core.read { db in
            guard sequence >= (try ChangeLog.oldest(db)).sequence else {
                throw PositionProblem.expired
            }
            return try ChangeLog.changes(after: sequence, upTo: last, limit: limit, db)
        }
    }

    /// Returns a page of changes between two positions, oldest first: about `size` bytes, but at least one
    /// change.
    ///
    /// - Throws: ``PositionProblem/expired`` when the log was pruned beyond the start meanwhile.
    package func changePage(
        after sequence: Int64,
        upTo last: Int64,
        size: Int
    ) throws -> ChangePage {
        try core.read { db in
            guard sequence >= (try ChangeLog.oldest(db)).sequence else {
                throw PositionProblem.expired
            }
            return ChangePage(
                try ChangeLog.changes(after: sequence, upTo: last, limit: .max, size: size, db),
                of: self
            )
        }
    }

    /// Returns the identifiers of objects, including objects that were deleted since.
    ///
    /// This takes one statement for any number of objects, and a second one if some were deleted.
    package func identifiers(
        _ rows: some Collection<Int64>,
        in entity: Entity
    ) throws -> [Int64: LocalIdentifier] {
        guard !rows.isEmpty else { return [:] }
        return try core.read { db in
            // In sorted order, adjacent lookups hit adjacent rows of the table.
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

    static func lacksDetails(_ error: any Error) -> Bool {
        error as? PositionProblem == .expired || error is Rewind.TooLarge
            || (error as? StoreError)?.code == .detailsUnavailable
    }

    /// Returns the change of one asset between two positions; nil when it did not change.
    ///
    /// `known` is the record that the caller has. Where the log has no details, `known` is compared with the
    /// present record.
    package func assetChange(
        _ row: Int64,
        from start: Int64,
        to end: Int64,
        known: AssetRecord? = nil
    ) throws -> (before: AssetRecord?, after: AssetRecord?)? {
        guard start < end else { return nil }
        do {
            let rewind = try rewind(from: start, to: end, positions: .none)
            guard let delta = rewind.assets[row], !delta.isNothing else { return nil }
            return (delta.before, delta.after)
        } catch  where Self.lacksDetails(error) {
            guard let known else { throw error }
            return try difference(from: known)
        }
    }

    /// Compares a known record with the present one, without the log.
    private func difference<R: Record>(from known: R) throws -> (before: R?, after: R?)? {
        let present = try core.read { db in try R.fetch([known.rowID], in: db)[known.rowID] }
        guard let present else { return (known, nil) }
        return present.differences(from: known).isEmpty ? nil : (known, present)
    }

    /// Returns the change of one collection's own properties between two positions; nil when they did not
    /// change.
    package func collectionChange(
        _ row: Int64,
        from start: Int64,
        to end: Int64,
        known: CollectionRecord? = nil
    ) throws -> (before: CollectionRecord?, after: CollectionRecord?)? {
        guard start < end else { return nil }
        do {
            let rewind = try rewind(from: start, to: end, positions: .none)
            guard let delta = rewind.collections[row] else { return nil }
            if delta.before == nil, delta.after == nil { return nil }
            if delta.before != nil, delta.after != nil, delta.mask.isEmpty { return nil }
            return (delta.before, delta.after)
        } catch  where Self.lacksDetails(error) {
            guard let known else { throw error }
            return try difference(from: known)
        }
    }

    /// Returns the changes on a range of the log.
    ///
    /// Its end must be a position that the log has reached.
    ///
    /// - Throws: ``PositionProblem/expired`` when the client's read scope is no longer `readScope`. Nil means
    ///   the present read scope. ``Rewind/TooLarge`` when more than `most` objects changed.
    func rewind(
        from start: Int64,
        to end: Int64,
        positions: Rewind.NeededPositions,
        atMost most: Int = Rewind.largest,
        in readScope: ReadScope? = nil
    ) throws -> Rewind {
        let readScope = try readScope ?? core.clientAccess().readScope
        let known = rewinds.withLock { list in
            list.last {
                $0.from == start && $0.to == end && $0.readScope == readScope
                    && $0.has(positions)
            }
        }
        if let known { return known }
        let rewind = try read(in: readScope) { db in
            var rewind = try Rewind(
                from: start,
                to: end,
                withPositions: positions.isAny,
                atMost: most,
                db
            )
            rewind.readScope = readScope
            return rewind
        }
        remember(rewind)
        return rewind
    }

    /// Reads in a given read scope.
    ///
    /// - Throws: ``PositionProblem/expired`` when the client has another read scope by now.
    func read<Result>(
        in wanted: ReadScope,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try core.readSeeing { db, readScope in
            guard readScope == wanted else { throw PositionProblem.expired }
            return try body(db)
        }
    }

    func remember(_ rewind: Rewind) {
        rewinds.withLock { list in
            list.removeAll {
                $0.from == rewind.from && $0.to == rewind.to && $0.readScope == rewind.readScope
            }
            if list.count >= 4 { list.removeFirst() }
            list.append(rewind)
        }
    }
}

extension Rewind.NeededPositions {
    fileprivate var isAny: Bool { if case .none = self { false } else { true } }
}

extension FetchPlan {
    var neededPositions: Rewind.NeededPositions {
        if case .members(let album) = scope { .album(album) } else { .none }
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
