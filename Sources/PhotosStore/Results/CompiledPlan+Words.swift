import GRDB

extension FetchPlan {
    /// The number of found rows from which a result without the words is narrowed, instead of looking up each row.
    private static let many = 4_096

    /// Returns the plan without its words, if narrowing that plan's result is faster than looking up each row.
    ///
    /// This is the plan of a list which programs show, so that its result is held or saved.
    ///
    /// - Parameter found: The rows that an index found.
    /// - Returns: Nil where few rows were found, or the rest of the plan is no such list.
    func base(of found: FoundRows) -> FetchPlan? {
        guard scope == .assets, limit == 0, let (words, rest) = filter.dividedByWords,
            words.allSatisfy({ found.words[$0] != nil }), isMany(found)
        else { return nil }
        let plan = FetchPlan(scope, filter: .all(rest), order: order)
        return CompiledPlan(plan).isSavable ? plan : nil
    }

    private func isMany(_ found: FoundRows) -> Bool {
        found.candidates(of: filter).map { $0.count >= Self.many } ?? true
    }

    /// Whether an index of dates limits the rows of the plan more than many found rows do.
    func isLimitedByDates(_ found: FoundRows) -> Bool {
        guard isMany(found), case .all(let parts) = filter.simplified
        else { return false }
        return parts.contains { part in
            guard case .comparison(.field(.asset(.creationDate)), let operation, _, _) = part else {
                return false
            }
            return operation == .less || operation == .greaterOrEqual
        }
    }
}

extension Condition {
    /// The words that all must be met, and the other parts of the condition; nil without such words.
    var dividedByWords: (words: [WordCondition], rest: [Condition])? {
        guard case .all(let parts) = self else { return nil }
        var words: [WordCondition] = []
        var rest: [Condition] = []
        for part in parts {
            switch part {
            case .words(let condition): words.append(condition)
            case .all(let inner):
                let conditions = inner.compactMap { part -> WordCondition? in
                    if case .words(let condition) = part { condition } else { nil }
                }
                if conditions.count == inner.count {
                    words += conditions
                } else {
                    rest.append(part)
                }
            default: rest.append(part)
            }
        }
        return words.isEmpty ? nil : (words, rest)
    }
}

extension CompiledPlan {
    /// Returns the rows of a result that an index found, as the result of this plan.
    ///
    /// - Parameters:
    ///   - base: The result of the same plan without words.
    ///   - found: The rows that an index found at the state that `db` reads.
    ///   - db: The connection to the library.
    /// - Throws: The errors of SQLite.
    /// - Returns: Nil where `base` belongs to another state.
    func narrowed(
        _ base: FetchSnapshot,
        to found: FoundRows,
        in db: Database
    ) throws
        -> FetchSnapshot?
    {
        let state = base.current
        guard state.sequence == (try ChangeLog.current(db)).sequence, state.isWhole,
            base.readScope == .everything, let words = plan.filter.dividedByWords?.words
        else { return nil }
        let rows = FoundRows.common(words.map { found.words[$0] ?? [] })
        var isFound = [Bool](repeating: false, count: Int((rows.last ?? 0) + 1))
        for row in rows { isFound[Int(row)] = true }
        var builder = RowTreeBuilder()
        state.list.forEach(in: 0..<state.list.count) { entry in
            let row = Int(entry.row)
            if row < isFound.count, isFound[row] { builder.append(entry) }
        }
        return FetchSnapshot(
            self,
            FetchSnapshot.State(
                list: RowList(builder.finish()),
                isWhole: true,
                sequence: state.sequence
            ),
            in: .everything
        )
    }
}
