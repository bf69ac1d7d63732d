import Foundation
import GRDB
import PhotosMedia

extension ChangeTransaction {
    /// Updates an asset from metadata that was read from its files again, and stores that metadata.
    func updateFacts(from reading: FactsReading) throws {
        guard let before = try assets.record(reading.asset, in: db) else { return }
        let known = try AssetFacts.read(of: reading.asset, in: db)
        var record = before
        let facts = record.follow(reading, known: known, places: places)
        let after = record
        assets.change(reading.asset) { $0 = after }
        try write(facts, of: reading.asset, replacing: known)
        if let identifier = reading.original?.contentIdentifier {
            try recordContentIdentifier(identifier, of: reading.asset)
        }
    }

    /// Stores facts of files, and notes whether searches see a difference.
    func write(_ facts: AssetFacts, of rowID: Int64, replacing known: AssetFacts) throws {
        try facts.write(of: rowID, replacing: known, in: db)
        let isOther =
            facts.original?.camera != known.original?.camera
            || Self.searchedWords(of: facts.original) != Self.searchedWords(of: known.original)
            || Self.searchedWords(of: facts.companion) != Self.searchedWords(of: known.companion)
        if isOther { changedFacts.insert(rowID) }
    }

    /// The words of recorded facts that searches find; those of an asset's own properties are not among them.
    private static func searchedWords(of facts: RecordedFacts?) -> [[String?]] {
        guard let facts else { return [[], [], [nil, nil], [nil, nil, nil, nil]] }
        let names = facts.placeNames
        return [
            facts.persons, facts.creators, [facts.title, facts.headline],
            [names.sublocation, names.city, names.region, names.country],
        ]
    }

    /// Resets properties of an asset to the values in its files.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` where the metadata of the files is not
    ///   recorded, or has no date.
    func revert(_ fields: Set<FileMetadata.Field>, of rowID: Int64) throws {
        guard !fields.isEmpty else { return }
        let facts = try AssetFacts.read(of: rowID, in: db)
        guard let metadata = facts.knownMetadata, facts.original?.reader != 0 else {
            throw StoreError(
                .changeNotSupported,
                "The values in the file of this photo are not known: this version of the software has not read the file. Run `photokit facts --reread`, then repeat the command."
            )
        }
        guard !fields.contains(.date) || metadata.capture != nil else {
            throw StoreError(
                .changeNotSupported,
                "The file of this photo has no date, so the photo cannot get it back, and nothing was changed. Leave out the date."
            )
        }
        assets.change(rowID) { asset in
            for field in fields { asset.setProperty(field, from: metadata) }
            asset.assumeZone(of: metadata, places)
        }
    }

    private func recordContentIdentifier(_ contentIdentifier: String, of rowID: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE resource SET content_identifier = ?
                WHERE asset_id = ? AND type IN (1, 2) AND content_identifier IS NOT ?
                """
        ).run(in: db) {
            $0.text(contentIdentifier.withoutZeroBytes)
            $0.integer(rowID)
            $0.text(contentIdentifier.withoutZeroBytes)
        }
    }
}
