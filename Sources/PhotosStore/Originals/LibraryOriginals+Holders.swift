extension LibraryOriginals {
    /// Returns the rows of the remotes that are said to have an object.
    func remotes(holding checksum: [UInt8]) throws -> Set<Int64> {
        try core.readAll { db in try ElsewhereLedger(db).remotes(thatStored: checksum) }
    }

    /// Returns the name of a remote that is said to have an object; nil if none is.
    package func nameOfRemote(holding checksum: [UInt8]) throws -> String? {
        try core.readAll { db in try ElsewhereLedger(db).nameOfRemote(thatStored: checksum) }
    }
}
