extension Library {
    /// Reads what is known of sources, on one consistent state of the library.
    package func readLedger<Result>(_ body: (SourceLedger) throws -> Result) throws -> Result {
        try requireEverything(Self.ledgerUse)
        return try readAll { db in try body(SourceLedger(db)) }
    }

    /// Writes what is known of sources where no asset changes with it, in one durable transaction.
    package func writeLedger<Result>(_ body: (SourceLedger) throws -> Result) throws -> Result {
        try requireEverything(Self.ledgerUse)
        return try write { db in try body(SourceLedger(db)) }
    }

    private static let ledgerUse = "import files or use its sources"
}
