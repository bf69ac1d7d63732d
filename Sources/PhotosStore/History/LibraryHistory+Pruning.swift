extension LibraryHistory {
    /// Deletes the history up to a position.
    ///
    /// Older tokens expire.
    package func pruneHistory(through sequence: Int64) throws {
        try core.requireEverything("prune its history")
        try core.usingReserve {
            try core.write { db in
                try ChangeLog.prune(through: sequence, db)
                for log in try ClientLog.all(db) { try log.prune(before: sequence + 1) }
            }
        }
    }
}
