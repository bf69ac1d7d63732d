import Foundation
import GRDB

/// A new asset before it has a row, filled from its staged files.
struct AssetDraft {
    var record: AssetRecord
    var resources: [ResourceDraft]
    var facts: AssetFacts
    /// The zone of this machine, for a date that no file states; nil where a program sets the date.
    var zone: TimeZone?
}

/// A staged file that will become a resource.
struct ResourceDraft {
    var type: ResourceRole
    var filename: String?
    var contentType: String
    var pixelWidth: Int
    var pixelHeight: Int
    /// The duration in seconds; 0 for pictures.
    var duration: Double
    var contentIdentifier: String?
    var staged: StagedFile
}

extension ChangeTransaction {
    func createAsset(_ creation: AssetCreation, draft: AssetDraft) throws {
        if creation.onlyIfNew, let original = draft.resources.first, try isKnown(original.staged) {
            throw StoreError(
                .invalidResource,
                "The library already has an asset with the same bytes."
            )
        }
        guard try assets.row(creation.uuid, in: db) == nil else { throw Self.taken("asset") }
        var record = draft.record
        record.rowID = try assets.makeRow(in: db)
        record.uuid = creation.uuid
        record.addedDate = now
        record.modificationDate = now
        record.fillDate(now, source: AssetRecord.dateOfAddition)
        if let zone = draft.zone { record.assumeZone(ofMachine: zone) }
        Self.applyUpdate(creation.update, to: &record)
        record.restore(creation.restored)
        try record.checkRules(.all)
        try assets.insert(record, in: db)
        try insert(draft.resources, of: record.rowID)
        try draft.facts.write(of: record.rowID, in: db)
    }

    /// Returns whether an asset outside Recently Deleted has this original.
    ///
    /// The plus sign keeps SQLite from using the index of sizes, because all files of some cameras have the
    /// same size.
    private func isKnown(_ file: StagedFile) throws -> Bool {
        let holders = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT asset_id FROM resource
                    WHERE checksum = ? AND +byte_count = ? AND type IN (1, 2, 3)
                    """
            ),
            arguments: [Data(file.checksum), file.byteCount]
        )
        return try !Set(holders).isSubset(of: trashed(among: holders))
    }

    func insert(_ drafts: [ResourceDraft], of assetID: Int64) throws {
        for draft in drafts {
            let state = fileStates[draft.staged.file]
            try db.cachedStatement(
                sql: """
                    INSERT INTO resource
                        (asset_id, type, file, filename, content_type, byte_count, checksum, pixel_width, pixel_height,
                         content_identifier, inode, status_change)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                assetID, draft.type.rawValue, draft.staged.file, draft.filename, draft.contentType,
                draft.staged.byteCount, Data(draft.staged.checksum), draft.pixelWidth,
                draft.pixelHeight, draft.contentIdentifier, state?.inode, state?.statusChange,
            ])
        }
    }

    func updateAsset(_ uuid: UUID, with update: AssetUpdate, staged: StagedContent?) throws {
        guard let rowID = try assets.row(uuid, in: db),
            let record = try assets.record(rowID, in: db),
            record.trashedDate == nil
        else { throw Self.missing("asset") }
        if let content = update.content { try editContent(content, of: record, staged: staged) }
        try revert(update.reverted, of: rowID)
        assets.change(rowID) { Self.applyUpdate(update, to: &$0) }
    }

    private static func applyUpdate(_ update: AssetUpdate, to record: inout AssetRecord) {
        var update = update
        for property in update.decidedBy
        where property.contains(where: { !record[$0.key].isIdentical(to: $0.value) }) {
            for field in property.keys { update.values[field] = nil }
            if property[.creationZone] != nil { update.isZoneAssumed = nil }
        }
        for (field, value) in update.values { record[field] = value }
        // A person's zone is known. An import says whether its zone is.
        if let isZoneAssumed = update.isZoneAssumed {
            record.setZoneAssumed(isZoneAssumed)
        } else if update.values[.creationZone] != nil, update.values[.traits] == nil {
            record.setZoneAssumed(false)
        }
        for keyword in update.keywords {
            switch keyword {
            case .add(let word): if !record.keywords.contains(word) { record.keywords.append(word) }
            case .remove(let word): record.keywords.removeAll { $0 == word }
            }
        }
    }

    func delete(_ uuids: [UUID]) throws {
        let keepsDeleted = try trashDays() > 0
        for rowID in try assets.rows(uuids, in: db) {
            // An asset that is in Recently Deleted already stays unchanged.
            guard let record = try assets.record(rowID, in: db), record.trashedDate == nil else {
                continue
            }
            if !keepsDeleted {
                try purge(rowID)
            } else {
                // If the same block restored the asset before, it keeps the date at which it was first
                // deleted.
                let date = assets.entries[rowID]?.before?.trashedDate ?? now
                assets.change(rowID) { $0.trashedDate = date }
            }
        }
    }

    /// The days for which deleted assets stay in Recently Deleted; 0 if they are deleted at once.
    func trashDays() throws -> Int64 {
        let days = try db.cachedStatement(sql: "SELECT trash_days FROM library")
        return try days.first(in: db) { $0.row() } ?? 30
    }

    func restore(_ uuids: [UUID]) throws {
        for rowID in try assets.rows(uuids, in: db) {
            guard let record = try assets.record(rowID, in: db), record.trashedDate != nil else {
                continue
            }
            assets.change(rowID) { $0.trashedDate = nil }
        }
    }

    func purge(_ rowID: Int64) throws {
        guard try assets.record(rowID, in: db) != nil else { return }
        for album in try albums(of: rowID) { try removeMember(rowID, from: album) }
        try release(Set(resources(of: rowID).map(\.rowID)), of: rowID)
        try releaseKeptFiles(of: rowID)
        try assets.delete(rowID, in: db)
    }

    private func albums(of rowID: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT album_id FROM member WHERE asset_id = ?"),
            arguments: [rowID]
        )
    }

    /// Returns those of the given assets that are in Recently Deleted, with the changes of this block so far.
    func trashed(among rows: [Int64]) throws -> Set<Int64> {
        let unknown = rows.filter { assets.entries[$0] == nil && isTrashed[$0] == nil }
        for row in unknown { isTrashed[row] = false }
        if unknown.count < 8 {
            let statement = try db.cachedStatement(
                sql: "SELECT id FROM asset WHERE id = ? AND trashed_date IS NOT NULL"
            )
            for row in unknown {
                try statement.forEachRow(in: db) {
                    $0.integer(row)
                } _: {
                    isTrashed[$0.row()] = true
                }
            }
        } else {
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id FROM asset
                    WHERE id IN (SELECT value FROM photokit_rows(?)) AND trashed_date IS NOT NULL
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(unknown))
            } _: {
                isTrashed[$0.row()] = true
            }
        }
        return Set(
            rows.filter { row in
                assets.entries[row].map { $0.after?.trashedDate != nil } ?? (isTrashed[row] == true)
            }
        )
    }

    /// Reads the identifiers of assets whose rows the caller knows, and whether they are in Recently Deleted.
    ///
    /// A row that another asset has in this library is harmless: only what the row holds is recorded.
    func learn(_ rows: [Int64]) throws {
        guard !rows.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, uuid, trashed_date IS NOT NULL FROM photokit_rows(?) AS list
                CROSS JOIN asset ON asset.id = list.value
                """
        )
        // In rising order, each page of the table is read once.
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(rows.sorted()))
        } _: { columns in
            let row = columns.row()
            if let uuid = columns.uuid() { assets.recordIdentifier(uuid, at: row) }
            isTrashed[row] = columns.flag()
        }
    }

    /// Returns all assets in Recently Deleted, with the changes of this block so far.
    func allTrashed() throws -> Set<Int64> {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM asset WHERE trashed_date IS NOT NULL"
        )
        var trashed: Set<Int64> = []
        try statement.forEachRow(in: db) { _ in
        } _: {
            trashed.insert($0.row())
        }
        for (row, entry) in assets.entries
        where entry.before?.trashedDate != entry.after?.trashedDate {
            if entry.after?.trashedDate == nil { trashed.remove(row) } else { trashed.insert(row) }
        }
        return trashed
    }

    static func taken(_ what: String) -> StoreError {
        StoreError(
            .changeNotSupported,
            "A request makes an \(what) with an identifier that another one has. Take a new identifier for each."
        )
    }

    static func missing(_ what: String) -> StoreError {
        StoreError(
            .objectMissing,
            "A request names an \(what) that is not in the library any more, so the whole block was refused. Fetch again and repeat it."
        )
    }
}
