import GRDB

/// Taking back imports: the files that they brought, and what the ledger of sources knows of these.
extension ChangeTransaction {
    /// Returns the loaded assets of the library whose picture or movie changed with some changes.
    ///
    /// - Parameters:
    ///   - sequences: The sequence numbers of the changes.
    ///   - effect: The joint effect of the changes.
    /// - Returns: The rows of the assets to which imports brought files, with the fields that originals state and no other change
    ///   set. Also the rows of the assets whose picture other changes set. Assets that the changes added are not among them.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the log no longer has one of the changes.
    func assetsWithNewPictures(
        among sequences: Set<Int64>,
        with effect: Rewind
    ) throws -> (imported: [Int64: AssetFieldMask], edited: Set<Int64>) {
        var brought: Set<Int64> = []
        var edited: [Int64: AssetFieldMask] = [:]
        for sequence in sequences {
            let logged = try Self.change(at: sequence, db)
            for object in try logged.outline()
            where object.id.entity == .asset && object.kind == .updated {
                let mask = AssetFieldMask(rawValue: object.mask)
                if logged.work != .imported {
                    edited[object.id.rowID, default: []].formUnion(mask)
                } else if mask.contains(.contentVersion) {
                    brought.insert(object.id.rowID)
                }
            }
        }
        let facts = try AssetFacts.read(of: brought, in: db)
        var imported: [Int64: AssetFieldMask] = [:]
        for row in brought {
            guard let delta = effect.assets[row], let before = delta.before,
                let after = delta.after, let now = assets.entries[row]?.after
            else { continue }
            let stated = (facts[row] ?? AssetFacts())
                .originalFields(before: before, after: after, now: now)
            imported[row] = AssetFieldMask(stated.flatMap(\.fields))
                .subtracting(edited[row] ?? [])
        }
        return (imported, Set(edited.filter { $0.value.contains(.contentVersion) }.keys))
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
