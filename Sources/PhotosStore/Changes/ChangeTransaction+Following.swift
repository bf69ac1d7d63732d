import Foundation
import GRDB
import PhotosMedia

extension ChangeTransaction {
    func follow(_ conclusions: SourceConclusions) throws {
        var touched: Set<Int64> = []
        for ledgerRow in conclusions.found {
            try updateRow(ledgerRow)
            if let asset = ledgerRow.row.assetID { touched.insert(asset) }
        }
        for edit in conclusions.edited {
            try updateRow(edit.ledgerRow)
            if let asset = try takeContent(edit) { touched.insert(asset) }
        }
        for row in conclusions.forgotten {
            try forgetRow(row)
        }
        for row in conclusions.missing {
            if let asset = try markAsMissing(row) { touched.insert(asset) }
        }
        for taken in conclusions.taken {
            if let asset = try assignFile(of: taken) { touched.insert(asset) }
        }
        let ledger = SourceLedger(db)
        for ledgerRow in conclusions.noted {
            try vacate(ledgerRow)
            try ledger.write(ledgerRow.row, in: ledgerRow.folder)
        }
        try noteAvailability(of: touched)
        for row in conclusions.lostSidecars {
            guard let asset = try ledger.file(row)?.row.assetID,
                try assets.record(asset, in: db)?.traits.contains(.offline) != true
            else { continue }
            try forgetRow(row)
        }
    }

    /// Removes the files in sources from assets.
    ///
    /// The assets stay, but are offline.
    ///
    /// - Parameters:
    ///   - rows: The assets.
    ///   - source: The source whose files are removed; nil removes those of all sources. A file in another source stays with its asset.
    /// - Throws: The errors of SQLite.
    func detach(_ rows: [Int64], fromSource source: Int64?) throws {
        try assets.load(rows: rows, in: db)
        let statement = try db.cachedStatement(
            sql: """
                UPDATE resource SET source_file_id = NULL WHERE asset_id = ? AND source_file_id NOT NULL
                    AND (? IS NULL OR EXISTS (SELECT 1 FROM source_file
                        JOIN source_folder ON source_folder.id = source_file.folder_id
                        WHERE source_file.id = resource.source_file_id AND source_folder.source_id = ?))
                """
        )
        for row in rows {
            try statement.run(in: db) {
                $0.integer(row)
                $0.optional(source)
                $0.optional(source)
            }
            assets.change(row) { $0.traits.insert(.offline) }
        }
    }

    /// Marks assets as offline or not, depending on whether all their files exist.
    ///
    /// A resource whose source was forgotten has a file name without an extension, as files in sources have.
    func noteAvailability(of rows: Set<Int64>) throws {
        try assets.load(rows: rows, in: db)
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM resource LEFT JOIN source_file ON source_file.id = resource.source_file_id
                    WHERE resource.asset_id = ? AND (source_file.outcome = ?
                        OR ? AND source_file.id IS NULL AND resource.file NOT LIKE '%.%'))
                """
        )
        for row in rows {
            let wasOffline = try assets.record(row, in: db)?.traits.contains(.offline) ?? false
            let isOffline = try statement.first(in: db) { columns in
                columns.integer(row)
                columns.integer(Int64(SourceOutcome.absent.rawValue))
                columns.integer(wasOffline ? 1 : 0)
            } _: {
                $0.flag()
            }
            assets.change(row) { asset in
                if isOffline == true {
                    asset.traits.insert(.offline)
                } else {
                    asset.traits.remove(.offline)
                }
            }
        }
    }

    /// Updates the row of a known file: its folder, its name and its content.
    private func updateRow(_ ledgerRow: SourceConclusions.LedgerRow) throws {
        try vacate(ledgerRow)
        let row = ledgerRow.row
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET folder_id = ?, name = ?, inode = ?, byte_count = ?, modification = ?,
                    outcome = ?, checksum = ?, asset_id = ?
                WHERE id = ?
                """
        ).run(in: db) { columns in
            columns.integer(ledgerRow.folder)
            columns.text(row.name)
            columns.integer(row.inode)
            columns.integer(row.byteCount)
            columns.integer(row.modification)
            columns.integer(Int64(row.outcome.rawValue))
            columns.optional(row.checksum)
            columns.optional(row.assetID)
            columns.integer(row.id)
        }
    }

    /// Frees a file name that another row still has, by giving that row a name that no file can have.
    func vacate(_ ledgerRow: SourceConclusions.LedgerRow) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET name = '/' || id
                WHERE folder_id = ? AND name = ? AND id <> ? AND (? <> 0 OR outcome IN (0, 5))
                """
        ).run(in: db) { columns in
            columns.integer(ledgerRow.folder)
            columns.text(ledgerRow.row.name)
            columns.integer(ledgerRow.row.id)
            // If the new row has no number yet, the row of a file that belonged to no asset keeps its name.
            // The new row overwrites it.
            columns.integer(ledgerRow.row.id)
        }
    }

    /// Updates the resource and the asset of a file that another program has changed.
    private func takeContent(_ edit: SourceConclusions.Edit) throws -> Int64? {
        let row = edit.ledgerRow.row
        guard let assetID = row.assetID, try assets.record(assetID, in: db) != nil else {
            return nil
        }
        try db.cachedStatement(
            sql: """
                UPDATE resource SET content_type = ?, byte_count = ?, checksum = ?, pixel_width = ?,
                    pixel_height = ?
                WHERE source_file_id = ?
                """
        ).run(in: db) { columns in
            columns.text(edit.facts.contentType)
            columns.integer(row.byteCount)
            columns.blob(row.checksum ?? [])
            columns.integer(Int64(edit.facts.pixelWidth))
            columns.integer(Int64(edit.facts.pixelHeight))
            columns.integer(row.id)
        }
        let type = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT type FROM resource WHERE source_file_id = ?"),
            arguments: [row.id]
        ).map { ResourceRole(rawValue: $0) }
        assets.change(assetID) { $0.contentVersion += 1 }
        if let type, ResourceRole.originals.contains(type) {
            try updateFacts(
                from: FactsReading(asset: assetID, original: edit.facts, isSameContent: false)
            )
        }
        return assetID
    }

    /// Marks a file of an asset as missing.
    ///
    /// If another file has the same bytes, it replaces the missing one.
    private func markAsMissing(_ row: Int64) throws -> Int64? {
        let known = try db.cachedStatement(
            sql: "SELECT asset_id, checksum FROM source_file WHERE id = ?"
        ).first(in: db) {
            $0.integer(row)
        } _: { columns in
            (asset: columns.integer(), checksum: columns.blob())
        }
        guard let known else { return nil }
        if let asset = known.asset, let checksum = known.checksum,
            let twin = try twinRow(of: row, asset: asset, checksum: checksum)
        {
            try execute(
                "UPDATE resource SET source_file_id = ? WHERE source_file_id = ?",
                with: twin,
                and: row
            )
            try execute("UPDATE source_file SET outcome = ? WHERE id = ?", with: 0, and: twin)
            try forgetRow(row)
        } else {
            let absent = Int64(SourceOutcome.absent.rawValue)
            try execute("UPDATE source_file SET outcome = ? WHERE id = ?", with: absent, and: row)
        }
        return known.asset
    }

    private func forgetRow(_ row: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM source_file WHERE id = ?").run(in: db) {
            $0.integer(row)
        }
    }

    private func twinRow(of row: Int64, asset: Int64, checksum: [UInt8]) throws -> Int64? {
        try db.cachedStatement(
            sql: """
                SELECT copy.id FROM source_file AS copy
                JOIN source_folder ON source_folder.id = copy.folder_id
                JOIN source ON source.id = source_folder.source_id
                WHERE copy.asset_id = ? AND copy.outcome = ? AND copy.checksum = ? AND copy.id <> ?
                    AND source.kind = ? AND source.is_offline = 0
                ORDER BY copy.id LIMIT 1
                """
        ).first(in: db) { columns in
            columns.integer(asset)
            columns.integer(Int64(SourceOutcome.duplicate.rawValue))
            columns.blob(checksum)
            columns.integer(row)
            columns.integer(Int64(SourceKind.inPlace.rawValue))
        } _: {
            $0.row()
        }
    }

    private func execute(_ sql: String, with first: Int64, and second: Int64) throws {
        try db.cachedStatement(sql: sql).run(in: db) { columns in
            columns.integer(first)
            columns.integer(second)
        }
    }

    // MARK: Assets without a file

    /// Assigns a file to a resource that has the same bytes and whose own file cannot be reached.
    ///
    /// The asset's previous file becomes a duplicate, in case it appears again.
    private func assignFile(of taken: SourceConclusions.Taken) throws -> Int64? {
        var row = taken.ledgerRow.row
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id FROM resource
                WHERE id = ? AND checksum = ? AND byte_count = ? AND source_file_id IS ?
                """
        )
        let asset = try statement.first(in: db) { columns in
            columns.integer(taken.resource)
            columns.blob(row.checksum ?? [])
            columns.integer(row.byteCount)
            columns.optional(taken.before)
        } _: {
            $0.row()
        }
        try vacate(taken.ledgerRow)
        row.assetID = try asset ?? holdingAsset(of: row)
        row.outcome = asset == nil ? .duplicate : .imported
        let file = try SourceLedger(db).write(row, in: taken.ledgerRow.folder)
        guard let asset else { return nil }
        try execute(
            "UPDATE resource SET source_file_id = ? WHERE id = ?",
            with: file,
            and: taken.resource
        )
        if let before = taken.before {
            let duplicate = Int64(SourceOutcome.duplicate.rawValue)
            try execute(
                "UPDATE source_file SET outcome = ? WHERE id = ?",
                with: duplicate,
                and: before
            )
        }
        return asset
    }

    /// Returns the oldest asset with the bytes of a file.
    private func holdingAsset(of row: SourceFileRow) throws -> Int64? {
        try db.cachedStatement(
            sql: "SELECT asset_id FROM resource WHERE checksum = ? ORDER BY id LIMIT 1"
        ).first(in: db) {
            $0.blob(row.checksum ?? [])
        } _: {
            $0.row()
        }
    }
}
