import Foundation
import GRDB

/// Brings a result forward over a stretch of the log by looking at what changed.
struct SnapshotForwarding {
    let snapshot: FetchSnapshot
    let rewind: Rewind
    let db: Database

    private var plan: FetchPlan { snapshot.plan }

    /// - Returns: nil when the stretch does not concern the result.
    func change() throws -> SnapshotChange? {
        guard plan.isIncremental else { return try refetched() }
        let candidates = candidates
        guard !candidates.isEmpty else { return nil }
        let places = RowSearch(candidates).places(in: snapshot.rows)
        var states = RowStates(plan: plan, rewind: rewind, db: db)
        try states.load(candidates)
        var changed: Set<Int64> = []
        var leaving: Set<Int64> = []
        var arriving: [SortKey] = []
        for row in candidates {
            let state = states.state(of: row)
            let isIn = state.map { plan.filter.matches($0) } ?? false
            switch (places[row] != nil, isIn) {
            case (false, false): break
            case (true, false): leaving.insert(row)
            case (false, true):
                if let state { arriving.append(states.key(row, state)) }
            case (true, true):
                if hasChanged(row) { changed.insert(row) }
                if mayHaveMoved(row), let state {
                    leaving.insert(row)
                    arriving.append(states.key(row, state))
                }
            }
        }
        guard !leaving.isEmpty || !arriving.isEmpty else {
            guard !changed.isEmpty else { return nil }
            return SnapshotChange(
                after: FetchSnapshot(plan: plan, rows: snapshot.rows, sequence: rewind.to),
                diff: ListDiff(changedPlaces: changed.compactMap { places[$0] })
            )
        }
        var rows = snapshot.rows
        rows.removeAll(where: RowSearch(leaving).contains)
        rows = try place(arriving, in: rows, &states)
        let diff: ListDiff
        if leaving.count == 1, arriving.map(\.rowID) == Array(leaving) {
            diff = ListDiff(moving: arriving[0].rowID, from: places, to: rows, changedRows: changed)
        } else {
            diff = ListDiff(from: snapshot.rows, to: rows, changedRows: changed)
        }
        guard !diff.isEmpty else { return nil }
        return SnapshotChange(
            after: FetchSnapshot(plan: plan, rows: rows, sequence: rewind.to),
            diff: diff
        )
    }

    /// For plans that cannot be brought forward: the same fetch again, compared with what was there.
    private func refetched() throws -> SnapshotChange? {
        guard !rewind.isEmpty else { return nil }
        let current = try ChangeLog.current(db).sequence
        let rows = try plan.fetchRows(db)
        let changes = current == rewind.to ? rewind : try Rewind(from: rewind.from, to: current, db)
        let diff = ListDiff(
            from: snapshot.rows,
            to: rows,
            changedRows: changes.changedRows(of: plan.entity)
        )
        guard !diff.isEmpty else { return nil }
        return SnapshotChange(
            after: FetchSnapshot(plan: plan, rows: rows, sequence: current),
            diff: diff
        )
    }

    /// The rows that the stretch may have put in, taken out, changed or moved.
    private var candidates: Set<Int64> {
        switch plan.scope {
        case .assets: Set(rewind.assets.keys)
        case .collections, .parent: Set(rewind.collections.keys)
        case .members(let album):
            Set(
                rewind.assets.keys.filter { rewind.assets[$0]?.before != nil }
            )
            .union(rewind.members.keys.filter { $0.albumID == album }.map(\.assetID))
        case .collectionsContaining(let asset):
            Set(rewind.collections.keys).union(
                rewind.members.keys.filter { $0.assetID == asset }.map(\.albumID)
            )
        }
    }

    private func hasChanged(_ row: Int64) -> Bool { rewind.hasChanged(row, in: plan.entity) }

    private func mayHaveMoved(_ row: Int64) -> Bool {
        plan.order.contains { term in
            switch term.field {
            case .asset(let field): rewind.assets[row]?.mask.contains(field) ?? false
            case .collection(let field): rewind.collections[row]?.mask.contains(field) ?? false
            case .memberPosition: standsElsewhere(row)
            case .rowID, .memberCount: false
            }
        }
    }

    private func standsElsewhere(_ row: Int64) -> Bool {
        guard case .members(let album) = plan.scope,
            let place = rewind.members[Rewind.MemberKey(albumID: album, assetID: row)]
        else { return false }
        return place.before != place.after
    }

    private func place(
        _ arriving: [SortKey],
        in rows: [Int64],
        _ states: inout RowStates
    ) throws -> [Int64] {
        guard !arriving.isEmpty else { return rows }
        let sorted = arriving.sorted { SortKey.precedes($0, $1, by: plan.order) }
        // Looking up a key costs a statement; from some number on, reading all of them at once is cheaper.
        if arriving.count * 20 > rows.count { try states.loadKeys(rows) }
        var result: [Int64] = []
        result.reserveCapacity(rows.count + sorted.count)
        var start = 0
        for key in sorted {
            var low = start
            var high = rows.count
            while low < high {
                let middle = (low + high) / 2
                if SortKey.precedes(try states.key(of: rows[middle]), key, by: plan.order) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            result += rows[start..<low]
            result.append(key.rowID)
            start = low
        }
        result += rows[start...]
        return result
    }
}
