extension LibraryOriginals {
    /// Returns the rows of the remotes that are said to have an object.
    func remotes(holding checksum: [UInt8]) throws -> Set<Int64> {
        try core.readAll { db in try ElsewhereLedger(db).remotes(thatStored: checksum) }
    }
}
