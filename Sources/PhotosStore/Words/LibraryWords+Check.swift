import GRDB

extension LibraryWords {
    /// The number of assets that are compared together.
    private static let compared = 2_000

    /// Returns whether the index of words differs from the assets of the library.
    ///
    /// An index that is missing or still being made is not wrong, and neither are assets that have changed since.
    func isSearchIndexWrong() throws -> Bool {
        core.environment.places?.refresh()
        guard index.exists else { return false }
        do {
            guard let known = try index.progress(), known.filled == nil, isUsable(known)
            else { return false }
            let problem = try core.readAll { db in try ChangeLog.problem(with: known.position, db) }
            guard problem == nil else { return false }
            let hasRightLists = try index.hasRightLists()
            let differs = try !hasRightLists || differs(from: known)
            // Another process may have brought the index forward meanwhile.
            guard try index.progress() == known else { return false }
            if differs { return true }
            return core.mode == .readWrite && !index.isSound()
        } catch let error as StoreError {
            if error.code == .libraryMissing { return true }
            throw error
        } catch is DatabaseError {
            return true
        }
    }

    private func differs(from known: SearchIndex.Progress) throws -> Bool {
        var last: Int64 = 0
        var totals = TallyTotals.none
        while true {
            let stored = try index.texts(after: last, limit: Self.compared)
            for text in stored { TallyTotals.add(text, to: &totals) }
            let end = stored.count < Self.compared ? Int64.max : stored.last?.row ?? .max
            let (present, changed) = try core.readAll { db in
                (
                    try SearchTexts.read(
                        from: "asset WHERE asset.id > ? AND asset.id <= ? ORDER BY asset.id",
                        arguments: [last, end],
                        in: db
                    ),
                    try Self.allMentionedAssets(after: known.position.sequence, db)
                )
            }
            let isSame = stored.filter { !changed.contains($0.row) }
                .elementsEqual(present.lazy.filter { !changed.contains($0.row) })
            guard isSame else { return true }
            guard end < .max else { return try index.tallyTotals() != totals }
            last = end
        }
    }
}
