import GRDB

extension Library {
    /// Returns the sequence number of the last change of some kinds of work; nil if the log has none.
    ///
    /// - Throws: ``StoreError``, also for a client with limited access.
    package func lastSequence(of works: Set<WorkKind>) throws -> Int64? {
        try requireEverything("read the whole history")
        return try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT sequence FROM change WHERE work IN (SELECT value FROM photokit_rows(?))
                    ORDER BY sequence DESC LIMIT 1
                    """,
                arguments: [PackedList.rows(works.map { Int64($0.rawValue) }.sorted())]
            )
        }
    }

    /// Returns why a change cannot be taken back at present; nil if it can.
    ///
    /// - Throws: ``StoreError``, with code `detailsUnavailable` if the log no longer has the change, and an error for a client
    ///   with limited access.
    package func refusal(toReverse sequence: Int64) throws -> ReversalRefusal? {
        try requireEverything("take back changes")
        return try read { db in
            let transaction = ChangeTransaction(db: db, now: environment.now(), places: nil)
            do {
                _ = try transaction.reversal(of: sequence)
                return nil
            } catch let error as StoreError {
                guard let refusal = error.cause as? ReversalRefusal else { throw error }
                return refusal
            }
        }
    }
}
