import GRDB

/// The record of what imports took from exports and from libraries of other programs.
extension SourceLedger {
    /// The beginnings of the names of records that are no files.
    ///
    /// No file has such a name, so no sweep finds it and no search for bytes reads it.
    package enum NotePrefix {
        /// Another program stated words or a favorite mark.
        ///
        /// Where its database states everything, the checksum is that of what the database states. Beside a file that states
        /// the words, there is none.
        package static let words = "/words/"
        /// Another program stated a favorite mark, or may have stated one when a version without notes imported the photo.
        package static let favorite = "/favorite/"
        /// An import took a part of a sidecar in an export.
        ///
        /// The checksum is that of the sidecar's bytes.
        package static let part = "/part/"
        /// The import of that part left a property out, whose name and a slash follow.
        ///
        /// The checksum is that of the bytes of which the property's value was taken before. There is none where that never
        /// was.
        package static let left = "/left/"

        fileprivate static func isNote(_ name: String) -> Bool {
            name.hasPrefix(words) || name.hasPrefix(favorite)
        }

        fileprivate static func isOfPart(_ name: String) -> Bool {
            name.hasPrefix(part) || name.hasPrefix(left)
        }
    }

    /// The record of what exports and other programs' libraries gave to one asset.
    package struct Taken: Hashable, Sendable {
        /// The checksums of the files that gave something, by the kinds of their sources.
        var checksums: [SourceKind: Set<[UInt8]>] = [:]
        /// The checksums of the files of which a person took back what they gave.
        var reversed: [SourceKind: Set<[UInt8]>] = [:]
        /// The kinds of the exports and libraries that have stated something of the asset, by the rows of their sources.
        ///
        /// Statements that a person took back count, too.
        package private(set) var sources: [Int64: SourceKind] = [:]
        /// Whether an export of this software gave the asset, or something that the asset lacked.
        package var isOfExport = false
        /// Whether an import has recorded what another program states of the asset.
        package var isStated = false
        private var hasFavoriteNote = false
        /// Whether a note counts, so that its import was not taken back.
        private var hasNote = false
        /// Whether there is a note, even of an import that was taken back.
        private var hasEverNote = false

        /// Whether another program stated a favorite mark, and no person took that import back.
        ///
        /// Records without notes are those of a version that recorded no mark. A person may have removed one since.
        package var hasFavorite: Bool { hasFavoriteNote || isStated && !hasNote }

        package init() {}

        /// Returns whether a file gave something that is not taken back.
        package func isTaken(_ checksum: [UInt8], from kind: SourceKind) -> Bool {
            checksums[kind]?.contains(checksum) == true
        }

        /// Returns whether a person took back what a file gave.
        ///
        /// - Parameters:
        ///   - checksum: The checksum of the file or of the note.
        ///   - original: The checksum of the photo's original, which a version without notes recorded where a database states
        ///     everything.
        ///   - kind: The kind of the source.
        /// - Returns: Whether a person did.
        package func isReversed(
            _ checksum: [UInt8],
            original: [UInt8]?,
            from kind: SourceKind
        ) -> Bool {
            guard let reversed = reversed[kind] else { return false }
            if reversed.contains(checksum) { return true }
            guard !hasEverNote, let original else { return false }
            return reversed.contains(original)
        }

        /// Returns whether a person took back what a file of such a source gave.
        package func hasReversal(of kind: SourceKind) -> Bool { reversed[kind] != nil }

        fileprivate mutating func add(_ row: TakenRow) {
            sources[row.source] = row.kind
            // The record of the sidecar itself says the same.
            guard !NotePrefix.isOfPart(row.name) else { return }
            let isNote = NotePrefix.isNote(row.name)
            if isNote { hasEverNote = true }
            guard row.outcome != .other else {
                if let checksum = row.checksum { reversed[row.kind, default: []].insert(checksum) }
                return
            }
            if row.name.hasPrefix(NotePrefix.favorite) { hasFavoriteNote = true }
            if let checksum = row.checksum { checksums[row.kind, default: []].insert(checksum) }
            if row.kind == .foreignLibrary || isNote || row.isNoteOfExporter { isStated = true }
            guard !isNote else {
                hasNote = true
                return
            }
            // A photo's own file in an export of another service has its checksum.
            let isOwn = row.outcome == .imported || row.outcome == .duplicate && row.checksum == nil
            if row.kind == .export, isOwn { isOfExport = true }
        }
    }

    /// A record of a file that gave something to an asset.
    fileprivate struct TakenRow {
        var source: Int64
        var kind: SourceKind
        var outcome: SourceOutcome
        var name: String
        var checksum: [UInt8]?

        var isNoteOfExporter: Bool { outcome == .sidecar && name.lowercased().hasSuffix(".json") }
    }

    /// Returns what imports took for some assets, by the rows of the assets, with one statement.
    package func taken(ofAssets rows: some Collection<Int64>) throws -> [Int64: Taken] {
        var found: [Int64: Taken] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT source_file.asset_id, source.id, source.kind, source_file.outcome,
                    source_file.name, source_file.checksum
                FROM photokit_rows(?) AS list
                CROSS JOIN source_file ON source_file.asset_id = list.value
                CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                CROSS JOIN source ON source.id = source_folder.source_id
                WHERE source.kind IN (2, 3)
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(rows))
        } _: { (columns) -> Void in
            let asset = columns.row()
            let row = TakenRow(
                source: columns.row(),
                kind: SourceKind(rawValue: columns.count()) ?? .export,
                outcome: SourceOutcome(rawValue: columns.count()) ?? .other,
                name: columns.text() ?? "",
                checksum: columns.blob()
            )
            found[asset, default: Taken()].add(row)
        }
        return found
    }

    /// Notes that a person took back what an import of a source gave to assets.
    ///
    /// The next import of the same files gives it again. Values that other sources gave are not concerned. Of a sidecar of
    /// which values were left out, the words count that an import took before. Files of settings give nothing to an asset. The
    /// source may have stated a favorite mark in an import that stays, so a note of one counts until the mark itself is taken
    /// back.
    ///
    /// - Parameters:
    ///   - rows: The rows of the assets.
    ///   - source: The row of the source.
    ///   - favorites: The rows of those assets whose favorite mark is taken back.
    /// - Throws: The errors of SQLite.
    func noteReversal(
        ofAssets rows: some Collection<Int64>,
        from source: Int64,
        favorites: some Collection<Int64>
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file
                SET outcome = CASE WHEN outcome = 2 AND checksum IS NOT NULL THEN 3 ELSE 4 END
                WHERE asset_id IN (SELECT value FROM photokit_rows(?)) AND (outcome IN (1, 2)
                        OR outcome = 3 AND (name LIKE '%.xmp' OR name LIKE '%.json'))
                    AND (name NOT LIKE '\(NotePrefix.favorite)%'
                        OR asset_id IN (SELECT value FROM photokit_rows(?)))
                    AND folder_id IN (
                        SELECT source_folder.id FROM source_folder
                        JOIN source ON source.id = source_folder.source_id
                        WHERE source.id = ? AND source.kind IN (2, 3)
                    )
                """
        ).run(in: db) {
            $0.list(PackedList.rows(rows))
            $0.list(PackedList.rows(favorites))
            $0.integer(source)
        }
    }
}
