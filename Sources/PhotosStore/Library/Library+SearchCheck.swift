import GRDB

extension Library {
    /// The number of assets that are compared together.
    private static let compared = 2_000

    /// Returns whether the index of words differs from the assets of the library.
    ///
    /// An index that is missing or still being made is not wrong, and neither are assets that have changed since.
    func isSearchIndexWrong() throws -> Bool {
        environment.places?.refresh()
        guard searchIndex.exists else { return false }
        do {
            guard let known = try searchIndex.progress(), known.filled == nil, isUsable(known)
            else { return false }
            let problem = try readAll { db in try ChangeLog.problem(with: known.position, db) }
            guard problem == nil else { return false }
            let hasRightLists = try searchIndex.hasRightLists()
            let differs = try !hasRightLists || differs(from: known)
            // Another process may have brought the index forward meanwhile.
            guard try searchIndex.progress() == known else { return false }
            if differs { return true }
            return mode == .readWrite && !searchIndex.isSound()
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
            let stored = try searchIndex.texts(after: last, limit: Self.compared)
            for text in stored { TallyTotals.add(text, to: &totals) }
            let end = stored.count < Self.compared ? Int64.max : stored.last?.row ?? .max
            let (present, changed) = try readAll { db in
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
            guard end < .max else { return try searchIndex.tallyTotals() != totals }
            last = end
        }
    }
}
