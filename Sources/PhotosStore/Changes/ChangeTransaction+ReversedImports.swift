import GRDB

/// What imports that a person takes back brought, and what the ledger of sources knows of them.
extension ChangeTransaction {
    /// Returns the rows of the assets of the library whose picture or movie changed with some changes.
    ///
    /// - Parameters:
    ///   - sequences: The sequence numbers of the changes.
    ///   - db: The connection to read from.
    /// - Returns: The rows of the assets to which imports brought files, and of those that other changes set. Assets that the
    ///   changes added are not among them.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the log no longer has one of the changes.
    static func assetsWithNewPictures(
        among sequences: Set<Int64>,
        _ db: Database
    ) throws -> (imported: Set<Int64>, edited: Set<Int64>) {
        var (imported, edited): (Set<Int64>, Set<Int64>) = ([], [])
        for sequence in sequences {
            let logged = try change(at: sequence, db)
            for object in try logged.outline()
            where object.id.entity == .asset && object.kind == .updated
                && object.mask & AssetField.contentVersion.bit != 0
            {
                if logged.work == .imported {
                    imported.insert(object.id.rowID)
                } else {
                    edited.insert(object.id.rowID)
                }
            }
        }
        return (imported, edited)
    }

    /// Lets the next import of an export give again what an import gave to photos that the library had, and that is taken back.
    ///
    /// The change names the source of its import. Without one, the source was forgotten, and its files with it. Where a person
    /// takes the reversal back, the next import gives again what is missing then.
    ///
    /// The reversal names the source, too, so that albums that it deletes do not count as deleted by a person.
    func noteReversedImports(among sequences: Set<Int64>, of reversal: Reversal) throws {
        let given = Self.givenAssets(of: reversal)
        let favorites = reversal.assetValues.filter { $0.value.contains { $0.0 == .isFavorite } }
        for sequence in sequences.sorted() {
            guard let source = try sourceRow(ofChange: sequence) else { continue }
            reversedSource = source
            let logged = try Self.change(at: sequence, db)
            guard logged.work == .imported, !given.isEmpty else { continue }
            let changed = try Self.assets(in: logged.encodedBody).intersection(given)
            guard !changed.isEmpty else { continue }
            try SourceLedger(db).noteReversal(
                ofAssets: changed,
                from: source,
                favorites: favorites.keys
            )
        }
    }

    private static func givenAssets(of reversal: Reversal) -> Set<Int64> {
        Set(reversal.assetValues.keys).union(reversal.assumedZones.keys)
    }

    private static func assets(in body: [UInt8]) throws -> Set<Int64> {
        Set(
            try ChangeBody.outline(encoded: body).filter { $0.id.entity == .asset }
                .map(\.id.rowID)
        )
    }

    private func sourceRow(ofChange sequence: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT source_id FROM change WHERE sequence = ?"),
            arguments: [sequence]
        )
    }
}
