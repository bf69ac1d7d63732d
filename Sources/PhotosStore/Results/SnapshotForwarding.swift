/// Brings a result forward over a range of the log, from the changes alone and without the database.
struct SnapshotForwarding {
    let compiled: CompiledPlan
    let state: FetchSnapshot.State
    let rewind: Rewind
    /// The values of other tables after the range; nil for plans that read none.
    let related: RelatedStates?
    /// Returns the key of a row that did not change in the range.
    ///
    /// Called only where codes do not distinguish rows.
    let pastKey: (Int64) throws -> SortKey

    enum Outcome {
        /// No change in the range affects the result.
        case same(FetchSnapshot.State)
        /// Changes affect the result, but cancel each other out.
        case returned(FetchSnapshot.State)
        case changed(FetchSnapshot.State, ListDiff)
        /// So many rows were removed that the result must be fetched again.
        case short
    }

    /// A row is not at the position that its key determines, so the list is invalid.
    struct MisplacedRow: Error {}

    private var plan: FetchPlan { compiled.plan }

    func outcome() throws -> Outcome {
        var changes = RowChanges()
        switch plan.scope {
        case .members(let album):
            for (row, moved) in rewind.positions?[album] ?? [:] {
                let delta = rewind.assets[row]
                let bystander = delta == nil ? rewind.bystanders[row] : nil
                try examineRow(
                    row,
                    before: positionedRecord(delta?.before ?? bystander, at: moved.before),
                    after: positionedRecord(delta?.after ?? bystander, at: moved.after),
                    isDecided: moved.before != moved.after
                        || compiled.decides(delta?.mask.rawValue ?? 0),
                    hasChanged: delta.map { !$0.mask.isEmpty } ?? false,
                    changes: &changes
                )
            }
        case .assets:
            for (row, delta) in rewind.assets {
                try examineRow(
                    row,
                    before: delta.before,
                    after: delta.after,
                    isDecided: compiled.decides(delta.mask.rawValue),
                    hasChanged: !delta.mask.isEmpty,
                    changes: &changes
                )
            }
            // An asset that entered or left an album may enter or leave a search.
            for (row, record) in related?.bystanders ?? [:] {
                try examineRow(
                    row,
                    before: record,
                    after: record,
                    isDecided: true,
                    hasChanged: false,
                    changes: &changes
                )
            }
        case .collections, .collectionsContaining, .parent:
            for (row, delta) in rewind.collections {
                try examineRow(
                    row,
                    before: delta.before,
                    after: delta.after,
                    isDecided: compiled.decides(delta.mask.rawValue),
                    hasChanged: !delta.mask.subtracting(.parentAndPosition).isEmpty,
                    changes: &changes
                )
            }
        }
        guard changes.isEmpty else { return try applyChanges(changes) }
        let present = state(state.list)
        return concernedInBetween() ? .returned(present) : .same(present)
    }

    /// Returns whether the result may have been different inside the range, although both ends show the same
    /// rows.
    private func concernedInBetween() -> Bool {
        switch plan.scope {
        case .members(let album):
            return rewind.members.contains {
                $0.key.albumID == album && $0.value.before == $0.value.after
            }
                || (rewind.positions?[album] ?? [:]).contains { row, moved in
                    isConcerned(rewind.assets[row]) { positionedRecord($0, at: moved.before) }
                }
        case .assets:
            return rewind.assets.values.contains { isConcerned($0) { $0 } }
                || related != nil
                    && rewind.members.values.contains { $0.before == $0.after }
        case .collections, .collectionsContaining, .parent:
            return rewind.collections.values.contains { isConcerned($0) { $0 } }
        }
    }

    /// Returns whether an object with several changes may have entered, left or changed the result in
    /// between.
    private func isConcerned<R: Record>(
        _ delta: ObjectDelta<R>?,
        reading: (R) -> (any FieldReading)?
    ) -> Bool {
        guard let delta, let mask = delta.repeatedMask else { return false }
        // The values of other tables in between are not known.
        if related != nil { return true }
        guard let before = delta.before, delta.after != nil else { return true }
        return compiled.decides(mask.rawValue)
            || reading(before).map { plan.filter.matches($0) } ?? false
    }

    private func positionedRecord(
        _ record: AssetRecord?,
        at position: Position?
    ) -> PositionedRecord<AssetRecord>? {
        guard let record, let position else { return nil }
        return PositionedRecord(record: record, position: position)
    }

    private func state(_ list: RowList) -> FetchSnapshot.State {
        FetchSnapshot.State(list: list, isWhole: state.isWhole, sequence: rewind.to)
    }

    // MARK: The effect of a change on the list

    /// The changes to apply to the list.
    ///
    /// All indexes refer to the list before the changes.
    private struct RowChanges {
        struct Arrival {
            var gap: Int
            var key: SortKey
            var entry: RowEntry
            var from: Int?
            var hasChanged: Bool
        }

        var leaving: [Int] = []
        var arriving: [Arrival] = []
        var staying: [Int] = []

        var isEmpty: Bool { leaving.isEmpty && arriving.isEmpty && staying.isEmpty }
    }

    private func examineRow<Reading: FieldReading>(
        _ row: Int64,
        before: Reading?,
        after: Reading?,
        isDecided: Bool,
        hasChanged: Bool,
        changes: inout RowChanges
    ) throws {
        let isIn = after.map { isWanted(row, record: $0) } ?? false
        let mayDiffer = isDecided || before == nil || after == nil || related != nil
        let old: Int?
        if related != nil {
            // The values of other tables before the range are not known, but the list is.
            old = before.flatMap { knownIndex(of: row, record: $0) }
        } else {
            let wasIn = mayDiffer ? before.map { plan.filter.matches($0) } ?? false : isIn
            guard wasIn || isIn else { return }
            old = try wasIn ? before.flatMap { try resultIndex(of: row, record: $0) } : nil
        }
        guard isIn, let after else {
            if let old { changes.leaving.append(old) }
            return
        }
        if let old,
            !mayDiffer
                || before.map({
                    compiled.key(of: row, record: $0) == compiled.key(of: row, record: after)
                }) == true
        {
            if hasChanged { changes.staying.append(old) }
            return
        }
        guard old != nil || mayDiffer else { return }
        let key = compiled.key(of: row, record: after)
        let code = sortCode(of: after)
        let gap = try rowCount(before: key, code: code)
        // A list with a limit does not contain the rows after its last one, so the position is unknown.
        if gap == state.list.count, !state.isWhole {
            if let old { changes.leaving.append(old) }
            return
        }
        let entry = RowEntry(code: code.code, row: row)
        changes.arriving.append(
            RowChanges.Arrival(gap: gap, key: key, entry: entry, from: old, hasChanged: hasChanged)
        )
    }

    /// Returns whether a record meets the condition of the plan after the range.
    private func isWanted(_ row: Int64, record: some FieldReading) -> Bool {
        guard let related else { return plan.filter.matches(record) }
        return plan.filter.matches(RelatedRecord(record: record, related: related.values[row]))
    }

    /// Returns the index of a row, or nil if the list does not have the row.
    private func knownIndex(of row: Int64, record: some FieldReading) -> Int? {
        let code = sortCode(of: record)
        return code.isExact
            ? state.list.index(of: RowEntry(code: code.code, row: row))
            : state.list.index(ofRow: row, in: state.list.range(ofCode: code.code))
    }

    private func sortCode(of record: some FieldReading) -> SortCode.Value {
        compiled.code.value { record.value(of: plan.order[$0].field) }
    }

    /// Returns the index of a row of the result; nil when it is after the last row of a list with a limit.
    private func resultIndex(of row: Int64, record: some FieldReading) throws -> Int? {
        let code = sortCode(of: record)
        let found =
            code.isExact
            ? state.list.index(of: RowEntry(code: code.code, row: row))
            : state.list.index(ofRow: row, in: state.list.range(ofCode: code.code))
        guard found == nil else { return found }
        guard !state.isWhole else { throw MisplacedRow() }
        return nil
    }

    /// Returns the number of rows that precede a key in the list before the changes.
    private func rowCount(before key: SortKey, code: SortCode.Value) throws -> Int {
        if code.isExact { return state.list.gap(before: RowEntry(code: code.code, row: key.rowID)) }
        let range = state.list.range(ofCode: code.code)
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            let other = try keyBefore(state.list.entry(at: middle).row)
            if SortKey.precedes(other, key, by: plan.order) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Returns the key of a row of the list before the changes.
    private func keyBefore(_ row: Int64) throws -> SortKey {
        switch plan.scope {
        case .members(let album):
            if let moved = rewind.positions?[album]?[row],
                let record = rewind.assets[row]?.before ?? rewind.bystanders[row]
            {
                return compiled.key(
                    of: row,
                    record: PositionedRecord(record: record, position: moved.before)
                )
            }
        case .assets:
            if let record = rewind.assets[row]?.before {
                return compiled.key(of: row, record: record)
            }
        case .collections, .collectionsContaining, .parent:
            if let record = rewind.collections[row]?.before {
                return compiled.key(of: row, record: record)
            }
        }
        return try pastKey(row)
    }

    // MARK: The list after the changes

    private func applyChanges(_ found: RowChanges) throws -> Outcome {
        var changes = found
        changes.leaving.sort()
        changes.staying.sort()
        changes.arriving.sort { left, right in
            left.gap == right.gap
                ? SortKey.precedes(left.key, right.key, by: plan.order) : left.gap < right.gap
        }
        let moved = changes.arriving.compactMap(\.from)
        let edit = RowListEdit(
            leaving: moved.isEmpty ? changes.leaving : (changes.leaving + moved).sorted(),
            arriving: changes.arriving.map { RowListEdit.Arrival(gap: $0.gap, entry: $0.entry) }
        )
        let hasEdits = !edit.leaving.isEmpty || !edit.arriving.isEmpty
        let list = hasEdits ? state.list.applying(edit) : state.list
        let described = ListDiff.Edit(
            leaving: changes.leaving,
            arriving: changes.arriving.map { ListDiff.Arrival(gap: $0.gap, from: $0.from) },
            arrivalsChanged: changes.arriving.indices.filter {
                changes.arriving[$0].from != nil && changes.arriving[$0].hasChanged
            },
            staying: changes.staying
        )
        return editedOutcome(of: list, edit: described)
    }

    private func editedOutcome(of list: RowList, edit: ListDiff.Edit) -> Outcome {
        var next = state(list)
        if let capacity = compiled.capacity {
            guard state.isWhole || list.count >= plan.limit else { return .short }
            if list.count > capacity {
                next.list = list.applying(RowListEdit(leaving: Array(capacity..<list.count)))
                next.isWhole = false
            }
        }
        let diff =
            plan.limit > 0
            ? ListDiff(
                edit,
                count: state.list.count,
                before: ResultRows(state.list, limit: plan.limit).count,
                after: ResultRows(next.list, limit: plan.limit).count
            )
            : ListDiff(
                leaving: edit.leaving,
                arriving: edit.arriving,
                staying: edit.staying,
                arrivalsChanged: edit.arrivalsChanged
            )
        guard diff.isEmpty else { return .changed(next, diff) }
        return concernedInBetween() ? .returned(next) : .same(next)
    }
}
