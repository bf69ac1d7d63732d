import GRDB
import PhotosMedia

/// Photos that go on without files which are missing from their sources.
extension ChangeTransaction {
    /// Removes files of an asset that are missing from their sources.
    ///
    /// An edit goes with its rendering. If the original is missing, such as the JPEG beside a RAW or the picture of a Live Photo, another
    /// file becomes the original (``NewOriginal``). No source remembers the files, so that one that comes back joins the asset again. Imports of other folders count
    /// them as files that the asset had and let go.
    ///
    /// - Parameters:
    ///   - rows: The files that were missing before the transaction. A file that has come back since stays.
    ///   - record: The asset.
    ///   - durations: The durations of the movies that may be shown afterwards, by file name.
    ///   - original: The file that becomes the original and ends the edit, with its facts.
    /// - Throws: ``StoreError`` with code `changeNotSupported` if no picture or movie is left.
    func leaveOutMissing(
        _ rows: Set<Int64>,
        of record: AssetRecord,
        durations: [String: Double],
        original: (choice: NewOriginal, facts: MediaFacts)?
    ) throws {
        let row = record.rowID
        let missing = try missingResources(of: row).filter { rows.contains($0.rowID) }
        guard !missing.isEmpty else { return }
        let gone = Set(missing.map(\.rowID))
        let kept = try resources(of: row).filter { !gone.contains($0.rowID) }
        let new = NewOriginal(among: kept.map(\.type))
        let hasOriginal = kept.contains { ResourceRole.originals.contains($0.type) }
        guard hasOriginal || new != nil else {
            throw StoreError(
                .changeNotSupported,
                "No picture or movie of \(record.filename ?? "the photo") is left that it could go on with. Put its files back and run `photokit source sweep`, or delete it with `photokit delete`."
            )
        }
        let name = try originalName(of: record)
        try forgetSidecars(ofAsset: row, describing: gone)
        try release(gone, of: row)
        for resource in missing { try forgetFiles(of: row, checksum: resource.checksum) }
        if let new, let heir = kept.first(where: { $0.type == new.former }) {
            try makeOriginal(heir, as: new.role, of: row, named: name)
            if new.endsEdit {
                guard let original, original.choice == new else {
                    throw StoreError(
                        .changeNotSupported,
                        "Files of \(record.filename ?? "the photo") came or went meanwhile, and nothing was changed. Repeat the command."
                    )
                }
                try endEdit(for: new, original.facts, of: row, named: name)
            }
        }
        if missing.contains(where: { ResourceRole.fullSize.contains($0.type) }) {
            try revertAsset(record, choice: nil, durations: durations)
        }
        try noteMissing(missing.map(\.type), of: row)
        try noteAvailability(of: [row])
    }

    /// Updates an asset some of whose files were removed.
    private func noteMissing(_ gone: [ResourceRole], of row: Int64) throws {
        let present = try resources(of: row)
        let types = present.map(\.type)
        let movies = [ResourceRole.pairedVideo, ResourceRole.fullSizePairedVideo]
        let isEdited = types.contains(where: ResourceRole.fullSize.contains)
        let original = present.first { ResourceRole.originals.contains($0.type) }
        let contentTypes = try String.fetchAll(
            db.cachedStatement(sql: "SELECT content_type FROM resource WHERE asset_id = ?"),
            arguments: [row]
        )
        let hasRaw = contentTypes.contains { MediaType(rawValue: $0)?.isRaw == true }
        assets.change(row) { asset in
            asset.contentVersion += 1
            if gone.contains(where: movies.contains) {
                if !types.contains(where: movies.contains) {
                    asset.becomeStill()
                } else if isEdited, !types.contains(ResourceRole.fullSizePairedVideo) {
                    asset.playbackStyle = .image
                }
            }
            if !hasRaw { asset.traits.remove(.raw) }
            if !types.contains(where: ResourceRole.bases.contains) {
                asset.traits.remove(.cameraBase)
            }
            let lostRendering = gone.contains(where: ResourceRole.fullSize.contains)
            let lostOriginal = gone.contains(where: ResourceRole.originals.contains)
            guard !isEdited, lostRendering || lostOriginal else { return }
            // A rendering of the camera counts as no edit that a revert takes back.
            if lostRendering { asset.adjustmentsState = .unedited }
            if let original, original.pixelWidth > 0 {
                (asset.pixelWidth, asset.pixelHeight) =
                    (original.pixelWidth, original.pixelHeight)
            }
        }
    }

    /// Ends the edit of an asset whose original another file has become.
    ///
    /// The movie of an edited Live Photo stays with its picture. It takes the place of the original's movie, unless the library itself
    /// has that one. Words and places that the new original does not state stay; keywords and persons
    /// do so one by one.
    private func endEdit(
        for new: NewOriginal,
        _ facts: MediaFacts,
        of row: Int64,
        named name: String?
    ) throws {
        let former = try assets.record(row, in: db)
        let known = try AssetFacts.read(of: row, in: db)
        let present = try resources(of: row)
        var released = Set(present.filter { ResourceRole.edited.contains($0.type) }.map(\.rowID))
        let movie = present.first { $0.type == .pairedVideo }
        if new.former == .fullSizePhoto,
            let edited = present.first(where: { $0.type == .fullSizePairedVideo }),
            try movie.map({ try isInSource($0) }) ?? true
        {
            if let movie { try release([movie.rowID], of: row) }
            try setRole(.pairedVideo, of: edited)
            try takeName(of: name, by: edited)
            released.remove(edited.rowID)
        }
        try release(released, of: row)
        let isLive = try resources(of: row).contains { $0.type == .pairedVideo }
        assets.change(row) { asset in
            asset.adjustmentsState = .unedited
            asset.adjustmentFormat = nil
            asset.adjustmentVersion = nil
            asset.traits.remove(.cameraBase)
            let (burst, representsBurst) = (asset.burstIdentifier, asset.representsBurst)
            asset.fill(from: facts)
            if facts.kind == .image {
                (asset.burstIdentifier, asset.representsBurst) = (burst, representsBurst)
            }
            if isLive { asset.becomeLive() }
        }
        try updateFacts(
            from: FactsReading(asset: row, original: facts, isSameContent: false)
        )
        guard let former else { return }
        let now = try AssetFacts.read(of: row, in: db)
        let stated = now.metadata
        assets.change(row) { asset in
            let added = asset.keywords.filter { !former.keywords.contains($0) }
            asset.keywords = former.keywords + added
            for property in FileMetadata.Field.allCases where !stated.states(property) {
                for field in property.fields { asset[field] = former[field] }
            }
        }
        let words = InheritedWords(of: now, from: [known])
        if !words.isEmpty { try write(now.adding(words), of: row, replacing: now) }
    }

    private func isInSource(_ resource: PresentResource) throws -> Bool {
        try db.cachedStatement(sql: "SELECT source_file_id NOT NULL FROM resource WHERE id = ?")
            .first(in: db) {
                $0.integer(resource.rowID)
            } _: {
                $0.flag()
            } ?? false
    }

    private func setRole(_ role: ResourceRole, of resource: PresentResource) throws {
        try db.cachedStatement(sql: "UPDATE resource SET type = ? WHERE id = ?").run(in: db) {
            $0.integer(Int64(role.rawValue))
            $0.integer(resource.rowID)
        }
    }

    /// Returns the name of an asset's original: the present one of its file in a source, otherwise that with which it came.
    private func originalName(of record: AssetRecord) throws -> String? {
        let present = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT source_file.name FROM resource
                    JOIN source_file ON source_file.id = resource.source_file_id
                    WHERE resource.asset_id = ? AND resource.type IN (1, 2, 3)
                        AND source_file.name NOT GLOB '/*'
                    """
            ),
            arguments: [record.rowID]
        )
        return present.flatMap(FileName.kept) ?? record.filename
    }

    /// Gives an edited version, or what an edit was made from, the name of the original in whose place it comes.
    ///
    /// A file that stays in a source has the name that it has there.
    private func takeName(of original: String?, by resource: PresentResource) throws {
        let isOfEdit = (ResourceRole.renderings + ResourceRole.bases).contains(resource.type)
        guard let original, isOfEdit, try !isInSource(resource) else { return }
        let present = try String.fetchOne(
            db.cachedStatement(sql: "SELECT filename FROM resource WHERE id = ?"),
            arguments: [resource.rowID]
        )
        guard let name = InheritedName.name(of: original, for: present ?? resource.file) else {
            return
        }
        try db.cachedStatement(sql: "UPDATE resource SET filename = ? WHERE id = ?").run(in: db) {
            $0.text(name)
            $0.integer(resource.rowID)
        }
    }

    /// Makes another file of an asset its original.
    private func makeOriginal(
        _ picture: PresentResource,
        as role: ResourceRole,
        of row: Int64,
        named name: String?
    ) throws {
        try setRole(role, of: picture)
        try takeName(of: name, by: picture)
        let names = try db.cachedStatement(
            sql: "SELECT filename, content_type FROM resource WHERE id = ?"
        ).first(in: db) {
            $0.integer(picture.rowID)
        } _: { columns in
            (filename: columns.text(), contentType: columns.text())
        }
        assets.change(row) { asset in
            asset.filename = names?.filename ?? asset.filename
            asset.contentType = names?.contentType ?? asset.contentType
        }
    }

    /// Returns the resources of an asset whose files are missing from a source, or stay in a forgotten one, as far as rows know.
    private func missingResources(
        of row: Int64
    ) throws -> [(rowID: Int64, type: ResourceRole, checksum: [UInt8])] {
        var missing: [(rowID: Int64, type: ResourceRole, checksum: [UInt8])] = []
        try db.cachedStatement(
            sql: """
                SELECT resource.id, resource.type, resource.checksum FROM resource
                LEFT JOIN source_file ON source_file.id = resource.source_file_id
                WHERE resource.asset_id = ? AND (source_file.outcome = ? OR source_file.name GLOB '/*'
                    OR resource.source_file_id IS NULL AND resource.inode IS NULL)
                """
        ).forEachRow(in: db) { columns in
            columns.integer(row)
            columns.integer(Int64(SourceOutcome.absent.rawValue))
        } _: { columns in
            missing.append(
                (columns.row(), ResourceRole(rawValue: columns.count()), columns.blob() ?? [])
            )
        }
        return missing
    }

    /// Forgets the files of an asset with some bytes in sources, also known copies.
    ///
    /// Copies in folders from which files were imported stay known, as those of a reverted edit do. So an import takes such a file
    /// only where a person names it, or where the file is removed.
    private func forgetFiles(of row: Int64, checksum: [UInt8]) throws {
        let isOfKind = """
            asset_id = ? AND checksum = ? AND EXISTS (
                SELECT 1 FROM source_folder JOIN source ON source.id = source_folder.source_id
                WHERE source_folder.id = source_file.folder_id AND source.kind = ?)
            """
        try db.cachedStatement(
            sql: """
                DELETE FROM source_file WHERE \(isOfKind)
                    AND NOT EXISTS (SELECT 1 FROM resource WHERE source_file_id = source_file.id)
                """
        ).run(in: db) { columns in
            columns.integer(row)
            columns.blob(checksum)
            columns.integer(Int64(SourceKind.inPlace.rawValue))
        }
        try db.cachedStatement(
            sql: "UPDATE source_file SET outcome = ? WHERE \(isOfKind) AND outcome = ?"
        ).run(in: db) { columns in
            columns.integer(Int64(SourceOutcome.imported.rawValue))
            columns.integer(row)
            columns.blob(checksum)
            columns.integer(Int64(SourceKind.copied.rawValue))
            columns.integer(Int64(SourceOutcome.duplicate.rawValue))
        }
    }
}
