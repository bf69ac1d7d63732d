extension Library {
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
