import Foundation
import GRDB

extension LibraryRecords {
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
            let rewind = try history.rewind(
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
                try self.history.read(in: snapshot.readScope) { db in
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
            } catch  where LibraryHistory.lacksDetails(error) {
                return try refetchedSnapshot(of: snapshot)
            }
        } catch  where LibraryHistory.lacksDetails(error) {
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
        return try history.read(in: snapshot.readScope) { db in
            try RelatedStates(rewind, fields, db)
        }
    }

    /// Fetches again and compares with the old result, when too many objects changed to hold all changes in
    /// memory.
    private func refetchedChange(from snapshot: FetchSnapshot) throws -> SnapshotChange? {
        let answer = words.searchAnswer(for: snapshot.plan, in: snapshot.readScope)
        let (after, changed) = try history.read(in: snapshot.readScope) { db in
            let rows = try ChangeLog.changedRows(
                of: snapshot.plan.entity,
                after: snapshot.current.sequence,
                db
            )
            let found = try answer.flatMap { try words.foundRows(from: $0, in: db) } ?? FoundRows()
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
        let answer = words.searchAnswer(for: snapshot.plan, in: rewind.readScope)
        let (after, changes) = try history.read(in: rewind.readScope) { db in
            let found = try answer.flatMap { try words.foundRows(from: $0, in: db) } ?? FoundRows()
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
}
