extension LibrarySources {
    /// Reads the ledger of sources, on one consistent state of the library.
    package func readLedger<Result>(_ body: (SourceLedger) throws -> Result) throws -> Result {
        try core.requireEverything(Self.ledgerUse)
        return try core.readAll { db in try body(SourceLedger(db)) }
    }

    /// Writes the ledger of sources in one durable transaction, for changes that affect no asset.
    package func writeLedger<Result>(_ body: (SourceLedger) throws -> Result) throws -> Result {
        try core.requireEverything(Self.ledgerUse)
        return try core.write { db in try body(SourceLedger(db)) }
    }

    private static let ledgerUse = "import files or use its sources"
}
