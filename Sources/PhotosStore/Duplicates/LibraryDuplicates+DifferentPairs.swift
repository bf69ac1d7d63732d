import GRDB

/// Pairs of assets that a person called different.
extension LibraryDuplicates {
    private static let differentPairs = "say which photos are not duplicates"

    /// Stores that each two of some assets are no duplicates of each other, or that they may be again.
    ///
    /// The pairs are no part of the change log, and an asset that is deleted for good leaves none.
    ///
    /// - Parameters:
    ///   - rows: The assets, at most 200.
    ///   - areDifferent: Whether they are different.
    /// - Throws: ``StoreError`` where the library is read-only, or the client sees a part of it, or an asset is unknown.
    package func setDifferent(_ rows: Set<Int64>, to areDifferent: Bool) throws {
        precondition(rows.count <= 200, "At most 200 photos can be called different in one call.")
        try core.requireEverything(Self.differentPairs)
        try core.write { db in
            let known = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM asset WHERE id IN (SELECT value FROM photokit_rows(?))",
                arguments: [PackedList.rows(rows)]
            )
            guard known == rows.count else {
                throw StoreError(
                    .changeNotSupported,
                    "One of these photos was deleted since. Search for duplicates again."
                )
            }
            try DifferentPairs.setPairs(of: rows, areDifferent: areDifferent, in: db)
        }
    }

    /// Stores pairs of assets that are no duplicates of each other.
    ///
    /// - Parameter pairs: The rows of assets. A pair with an asset that was deleted meanwhile is left out.
    /// - Throws: ``StoreError`` where the library is read-only, or the client sees a part of it.
    package func addDifferent(_ pairs: [(Int64, Int64)]) throws {
        guard !pairs.isEmpty else { return }
        try core.requireEverything(Self.differentPairs)
        try core.write { db in try DifferentPairs.addPairs(pairs, in: db) }
    }

    /// Returns the pairs of assets that a person called different; none for a client that sees a part of the library.
    ///
    /// - Throws: ``StoreError`` where the library cannot be read.
    func differentPairs() throws -> DifferentPairs {
        guard try core.clientAccess().readWrite == .authorized else { return DifferentPairs() }
        return try core.readAll { db in try DifferentPairs(db) }
    }

    /// Returns the rows of the assets that a person called different, as pairs in the order of the rows.
    ///
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func differentAssets() throws -> [(Int64, Int64)] { try differentPairs().all }

    /// Returns whether a person called two assets different.
    ///
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func areDifferent(_ row: Int64, from others: [Int64]) throws -> Bool {
        let pairs = try differentPairs()
        return others.contains { pairs.contains(row, and: $0) }
    }
}
