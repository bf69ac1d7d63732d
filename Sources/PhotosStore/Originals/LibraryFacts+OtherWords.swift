import Foundation
import GRDB
import PhotosMedia

/// Words beside an original that no sidecar states.
extension LibraryFacts {
    /// Returns what is recorded beside an original and comes from no sidecar: from the notes of exporters, from manifests, from
    /// databases of other programs, and from photos that were merged into it.
    ///
    /// The words that a sidecar stated when they were recorded are known where the library keeps the sidecar, and where the file
    /// is as the ledger of sources has it. Where they are not known, a recorded word that the sidecars do not state now may come
    /// from a former sidecar or from elsewhere. It stays as far as something else may have given it, because a stale word is
    /// better than a lost one:
    ///
    /// - Of a photo to which an export or another program's library may have given words, all of them stay. A keyword that a
    ///   person removes from a sidecar in a source stays with such a photo.
    /// - In a library from which photos were deleted, the words stay that a merge gives. A person that is removed from a sidecar
    ///   in a source stays there.
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
        let sidecars = companions.filter(\.isRead)
        let own = core.layout.root.path + "/"
        let known = try unchangedSidecars(ofAsset: row)
        // Another reader may have read other words from the same bytes.
        var areKnown = !isOneLost && recorded.reader == MediaFacts.readerVersion
        var stated: RecordedFacts?
        for sidecar in sidecars {
            let path = sidecar.url.path
            areKnown =
                areKnown && !changed.contains(path) && (path.hasPrefix(own) || known.contains(path))
            guard let supplement = try? readCompanions([sidecar]) else {
                areKnown = false
                continue
            }
            let words = RecordedFacts(supplement)
            stated = words?.filledWithPersons(from: stated) ?? stated
        }
        guard let rest = recorded.without(stated), !areKnown else {
            return recorded.without(stated)
        }
        if companions.contains(where: { !$0.isRead }) { return rest }
        let givers = try givers(ofAsset: row)
        if givers.isProgram { return rest }
        return givers.isMerge ? rest.wordsOfMerges : nil
    }

    /// Returns the paths of the sidecars that are as they were when the ledger of sources recorded them.
    private func unchangedSidecars(ofAsset row: Int64) throws -> Set<String> {
        let recorded = try core.readAll { db -> [(path: String, state: RecordedState)] in
            let ledger = SourceLedger(db)
            var rows: [RecordedState] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id, byte_count, modification FROM source_file WHERE asset_id = ? AND outcome = ?
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(row)
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            } _: { columns in
                rows.append(
                    RecordedState(
                        file: columns.row(),
                        byteCount: columns.row(),
                        modification: columns.row()
                    )
                )
            }
            return try rows.compactMap { row in
                try ledger.path(ofFile: row.file).map { (path: $0, state: row) }
            }
        }
        var unchanged: Set<String> = []
        for (path, state) in recorded {
            guard let file = FoundFile(at: URL(fileURLWithPath: path, isDirectory: false)),
                file.byteCount == state.byteCount, file.modification == state.modification
            else { continue }
            unchanged.insert(path)
        }
        return unchanged
    }

    /// The state of a file when the ledger of sources recorded it.
    private struct RecordedState {
        var file: Int64
        var byteCount: Int64
        var modification: Int64
    }

    /// Returns what may have given words to an asset besides its sidecars.
    ///
    /// An import of a folder records the file of an asset. Earlier versions recorded nothing of a photo that came in from an
    /// export or from another program's library. A merge moves the other photos to Recently Deleted.
    private func givers(ofAsset row: Int64) throws -> (isProgram: Bool, isMerge: Bool) {
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
                        ),
                        EXISTS (SELECT 1 FROM asset WHERE trashed_date IS NOT NULL)
                            OR EXISTS (SELECT 1 FROM tombstone WHERE entity = 1)
                    """
            ).first(in: db) {
                $0.integer(row)
                $0.integer(row)
            } _: {
                (isProgram: $0.flag(), isMerge: $0.flag())
            } ?? (isProgram: true, isMerge: true)
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
