import Foundation
import GRDB
import PhotosMedia
import Synchronization

/// Words beside an original that no sidecar states.
extension LibraryFacts {
    /// Returns the words that are recorded beside an original and come from no sidecar.
    ///
    /// The words are from notes of exporters, manifests, databases of other programs, and photos that were merged into it.
    ///
    /// The words that a sidecar stated when they were recorded are known where the library keeps the sidecar. The same holds
    /// where its file is as the ledger of sources has it. Where they are not known, a recorded word that the sidecars do not
    /// state now may come from a former sidecar or from elsewhere. That word stays as far as something else may have given it,
    /// because a stale word is better than a lost one:
    ///
    /// - Of a photo to which an export or another program's library may have given words, all of them stay. A keyword that a
    ///   person removes from a sidecar in a source stays with such a photo.
    /// - Of a photo into which others were merged, the words stay that a merge gives. A person that is removed from a sidecar in
    ///   a source stays there. Where the log of changes was pruned, that may be any photo, once a photo was deleted.
    ///
    /// - Parameters:
    ///   - recorded: The recorded words.
    ///   - row: The row of the asset.
    ///   - companions: The files beside the original.
    ///   - changed: The paths of files that have changed since the words were recorded.
    ///   - isOneLost: Whether a sidecar is gone since the words were recorded.
    /// - Returns: The words; nil for none.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func wordsOfNoSidecar(
        in recorded: RecordedFacts?,
        ofAsset row: Int64,
        besides companions: [CompanionFile],
        changed: Set<String> = [],
        isOneLost: Bool = false
    ) throws -> RecordedFacts? {
        guard let recorded else { return nil }
        let own = core.layout.root.path + "/"
        // Another reader may have read other words from the same bytes.
        var areKnown = !isOneLost && recorded.reader == MediaFacts.readerVersion
        var stated: RecordedFacts?
        for sidecar in companions where sidecar.isRead {
            // A folder that does not answer is not read.
            guard let supplement = try? readCompanions([sidecar]) else {
                areKnown = false
                continue
            }
            let path = sidecar.url.path
            if areKnown, !path.hasPrefix(own) {
                areKnown = try !changed.contains(path) && isUnchanged(sidecar, ofAsset: row)
            }
            let words = RecordedFacts(supplement)
            stated = words?.filledWithPersons(from: stated) ?? stated
        }
        guard let rest = recorded.without(stated), !areKnown else {
            return recorded.without(stated)
        }
        if companions.contains(where: \.isOfExporter) { return rest }
        if try mayHaveWordsOfProgram(row) { return rest }
        return try mayHaveMergedWords(row) ? rest.wordsOfMerges : nil
    }

    /// Returns whether a sidecar in a source is as it was when the ledger of sources recorded it.
    private func isUnchanged(_ sidecar: CompanionFile, ofAsset row: Int64) throws -> Bool {
        guard let file = FoundFile(at: sidecar.url) else { return false }
        return try core.readAll { db in
            let ledger = SourceLedger(db)
            var rows: [Int64] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id FROM source_file WHERE asset_id = ? AND outcome = ? AND byte_count = ?
                        AND modification = ?
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(row)
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
                $0.integer(file.byteCount)
                $0.integer(file.modification)
            } _: {
                rows.append($0.row())
            }
            return try rows.contains { try ledger.path(ofFile: $0) == sidecar.url.path }
        }
    }

    /// Returns whether an export or another program's library may have given words to an asset.
    ///
    /// An import of a folder records the file of an asset. Earlier versions recorded nothing of a photo that came in from an
    /// export or from another program's library.
    private func mayHaveWordsOfProgram(_ asset: Int64) throws -> Bool {
        try core.readAll { db in
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                            SELECT 1 FROM source_file
                            JOIN source_folder ON source_folder.id = source_file.folder_id
                            JOIN source ON source.id = source_folder.source_id
                            WHERE source_file.asset_id = ? AND source.kind IN (2, 3)
                        ) OR NOT EXISTS (
                            SELECT 1 FROM source_file
                            JOIN source_folder ON source_folder.id = source_file.folder_id
                            JOIN source ON source.id = source_folder.source_id
                            WHERE source_file.asset_id = ? AND source.kind IN (0, 1)
                                AND source_file.outcome IN (0, 5)
                        )
                    """
            ).first(in: db) {
                $0.integer(asset)
                $0.integer(asset)
            } _: {
                $0.flag()
            } ?? true
        }
    }

    /// Returns whether others may have been merged into an asset: a merge moves them to Recently Deleted.
    private func mayHaveMergedWords(_ asset: Int64) throws -> Bool {
        try core.readAll { db in
            let hasDeleted = try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM asset WHERE trashed_date IS NOT NULL)
                        OR EXISTS (SELECT 1 FROM tombstone WHERE entity = 1)
                    """
            ).first(in: db) { columns in
                columns.flag()
            }
            guard hasDeleted != false else { return false }
            return try mergeTargets.withLock { try $0.mayContain(asset, in: db) }
        }
    }
}

extension RecordedFacts {
    /// The words that an asset gets from others that are merged into it; nil for none.
    ///
    /// The other words of those are properties of the asset itself.
    fileprivate var wordsOfMerges: RecordedFacts? {
        var facts = RecordedFacts(reader: reader)
        facts.title = title
        facts.headline = headline
        facts.creators = creators
        facts.persons = persons
        facts.placeNames = placeNames
        return facts == RecordedFacts(reader: reader) ? nil : facts
    }
}
