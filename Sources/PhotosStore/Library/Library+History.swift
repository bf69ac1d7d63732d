import Foundation
import GRDB
import Synchronization

extension Library {
    package func currentPosition() throws -> LogPosition {
        try reading { _ in try accessControl.end().position }
    }

    /// Returns the oldest position from which the history can still be read.
    package func oldestPosition() throws -> LogPosition {
        try read { db in try ChangeLog.oldest(db) }
    }

    /// Checks that the history can be read from a position.
    ///
    /// - Throws: ``PositionProblem`` when the history cannot be read from there.
    /// - Returns: The present end of the log. Reads from that position end there.
    package func checkPosition(_ position: LogPosition) throws -> LogPosition {
        try read { db in
            if let problem = try ChangeLog.problem(with: position, db) { throw problem }
            return try ChangeLog.current(db)
        }
    }

    /// Whether the library made a change, even if its log has forgotten it since.
    package func knows(_ position: LogPosition) throws -> Bool {
        try readAll { db in
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
        try read { db in
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

    /// Returns the identifiers of objects, including objects that were deleted since.
    ///
    /// This takes one statement for any number of objects, and a second one if some were deleted.
    package func identifiers(
        _ rows: some Collection<Int64>,
        in entity: Entity
    ) throws -> [Int64: LocalIdentifier] {
        guard !rows.isEmpty else { return [:] }
        return try read { db in
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

    /// Brings a result forward to a position in the log.
    ///
    /// The cost depends on the number of changes up to there. After the first result has read those changes,
    /// a result that no change affects needs no query.
    ///
    /// - Returns: nil when no change up to there affects the result, or when the changes cancel each other
    ///   out.
    package func forward(_ snapshot: FetchSnapshot, to sequence: Int64) throws -> SnapshotChange? {
        let change = try brought(snapshot, to: sequence)
        return change?.diff?.isEmpty == true ? nil : change
    }

    /// Brings a result forward, as ``forward(_:to:)`` does, but returns an empty difference where the changes
    /// cancel each other out.
    ///
    /// The returned result is a new one then, because callers that hold the old one may still ask for a
    /// position in between.
    func brought(_ snapshot: FetchSnapshot, to sequence: Int64) throws -> SnapshotChange? {
        guard let state = snapshot.start(for: sequence) else { return nil }
        do {
            let rewind = try rewind(
                from: state.sequence,
                to: sequence,
                positions: snapshot.plan.neededPositions,
                in: snapshot.readScope
            )
            let compiled = snapshot.compiled
            guard compiled.isIncremental,
                !compiled.readsAlbums || !snapshot.plan.filter.mayChange(by: rewind)
            else {
                return try refetchedChange(from: snapshot, rewind: rewind)
            }
            let forwarding = SnapshotForwarding(
                compiled: snapshot.compiled,
                state: state,
                rewind: rewind,
                related: try relatedStates(of: snapshot, rewind)
            ) { row in
                try self.read(in: snapshot.readScope) { db in
                    try PastKeys(snapshot.compiled, at: rewind.to, db).key(of: row)
                }
            }
            switch try forwarding.outcome() {
            case .same(let later):
                snapshot.advance(to: later)
                return nil
            case .returned(let later):
                snapshot.advance(to: later, isReturn: true)
                let after = FetchSnapshot(snapshot.compiled, later, in: snapshot.readScope)
                results.storeResult(after)
                return SnapshotChange(after: after, diff: ListDiff())
            case .changed(let later, let diff):
                let after = FetchSnapshot(snapshot.compiled, later, in: snapshot.readScope)
                results.storeResult(after)
                after.settleLater()
                return SnapshotChange(after: after, diff: diff)
            case .short:
                return try refetchedChange(from: snapshot, rewind: rewind)
            }
        } catch is SnapshotForwarding.MisplacedRow {
            // This happens when a saved list turns out to be damaged.
            return try refetchedSnapshot(of: snapshot)
        } catch is Rewind.TooLarge {
            do {
                return try refetchedChange(from: snapshot)
            } catch  where Self.lacksDetails(error) {
                return try refetchedSnapshot(of: snapshot)
            }
        } catch  where Self.lacksDetails(error) {
            return try refetchedSnapshot(of: snapshot)
        }
    }

    /// Reads the values of other tables for a plan that compares such values.
    private func relatedStates(
        of snapshot: FetchSnapshot,
        _ rewind: Rewind
    ) throws -> RelatedStates? {
        let fields = snapshot.compiled.relatedFields
        guard !fields.isEmpty else { return nil }
        return try read(in: snapshot.readScope) { db in try RelatedStates(rewind, fields, db) }
    }

    /// Fetches again and compares with the old result, when too many objects changed to hold all changes in
    /// memory.
    private func refetchedChange(from snapshot: FetchSnapshot) throws -> SnapshotChange? {
        let answer = searchAnswer(for: snapshot.plan, in: snapshot.readScope)
        let (after, changed) = try read(in: snapshot.readScope) { db in
            let rows = try ChangeLog.changedRows(
                of: snapshot.plan.entity,
                after: snapshot.current.sequence,
                db
            )
            let found = try answer.flatMap { try foundRows(from: $0, in: db) } ?? FoundRows()
            return (
                try snapshot.compiled.fetchSnapshot(
                    in: db,
                    readScope: snapshot.readScope,
                    found: found
                ), rows
            )
        }
        return snapshotChange(from: snapshot, to: after, changedRows: changed)
    }

    private func snapshotChange(
        from snapshot: FetchSnapshot,
        to after: FetchSnapshot,
        changedRows: Set<Int64>
    ) -> SnapshotChange? {
        let diff = ListDiff(
            from: snapshot.rows.array,
            to: after.rows.array,
            changedRows: changedRows
        )
        if diff.isEmpty {
            snapshot.advance(to: after.current)
            return nil
        }
        results.storeResult(after)
        return SnapshotChange(after: after, diff: diff)
    }

    /// Fetches again and compares with the old result, for plans that cannot be brought forward.
    private func refetchedChange(
        from snapshot: FetchSnapshot,
        rewind: Rewind
    ) throws -> SnapshotChange? {
        guard !rewind.isEmpty else { return nil }
        let answer = searchAnswer(for: snapshot.plan, in: rewind.readScope)
        let (after, changes) = try read(in: rewind.readScope) { db in
            let found = try answer.flatMap { try foundRows(from: $0, in: db) } ?? FoundRows()
            let after = try snapshot.compiled.fetchSnapshot(
                in: db,
                readScope: rewind.readScope,
                found: found
            )
            guard after.sequence > rewind.to else { return (after, rewind) }
            let whole = try Rewind(
                from: rewind.from,
                to: .max,
                withPositions: false,
                atMost: Rewind.largest,
                db
            )
            return (after, whole)
        }
        let entity = snapshot.plan.entity
        let changedRows =
            entity == .asset ? Array(changes.assets.keys) : Array(changes.collections.keys)
        return snapshotChange(
            from: snapshot,
            to: after,
            changedRows: Set(changedRows.filter { changes.hasChanged($0, in: entity) })
        )
    }

    /// Fetches again without reporting what changed, when the log no longer has the changes.
    private func refetchedSnapshot(of snapshot: FetchSnapshot) throws -> SnapshotChange {
        let after = try run(snapshot.compiled, in: nil)
        results.storeResult(after)
        return SnapshotChange(after: after, diff: nil)
    }

    private static func lacksDetails(_ error: any Error) -> Bool {
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
        let present = try read { db in try R.fetch([known.rowID], in: db)[known.rowID] }
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
        let readScope = try readScope ?? clientAccess().readScope
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
    private func read<Result>(
        in wanted: ReadScope,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try readSeeing { db, readScope in
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
    fileprivate var neededPositions: Rewind.NeededPositions {
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
