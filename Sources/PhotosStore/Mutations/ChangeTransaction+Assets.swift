import Foundation
import GRDB

/// What the files of a new asset told, before the asset has a row.
struct AssetDraft {
    var record: AssetRecord
    var resources: [ResourceDraft]
}

/// A staged file that is to become a resource.
struct ResourceDraft {
    var type: Int
    var filename: String?
    var contentType: String
    var pixelWidth: Int
    var pixelHeight: Int
    var contentIdentifier: String?
    var staged: StagedFile
}

extension ChangeTransaction {
    func create(_ creation: AssetCreation, _ draft: AssetDraft) throws {
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
        Self.apply(creation.update, to: &record)
        try record.checkRules(.all)
        try assets.insert(record, in: db)
        try insert(draft.resources, of: record.rowID)
    }

    /// Whether an asset outside Recently Deleted has this original.
    ///
    /// The plus keeps SQLite from the index of sizes: some cameras' files are all of one size.
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
            try db.cachedStatement(
                sql: """
                    INSERT INTO resource
                        (asset_id, type, file, filename, content_type, byte_count, checksum, pixel_width, pixel_height,
                         content_identifier)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                assetID, draft.type, draft.staged.file, draft.filename, draft.contentType,
                draft.staged.byteCount, Data(draft.staged.checksum), draft.pixelWidth,
                draft.pixelHeight, draft.contentIdentifier,
            ])
        }
    }

    func update(_ uuid: UUID, _ update: AssetUpdate, _ renderings: [ResourceDraft]) throws {
        guard let rowID = try assets.row(uuid, in: db),
            let record = try assets.record(rowID, in: db),
            record.trashedDate == nil
        else { throw Self.missing("asset") }
        if let content = update.content { try edit(content, of: record, renderings) }
        assets.change(rowID) { Self.apply(update, to: &$0) }
    }

    private static func apply(_ update: AssetUpdate, to record: inout AssetRecord) {
        for (field, value) in update.values { record[field] = value }
        for keyword in update.keywords {
            switch keyword {
            case .add(let word): if !record.keywords.contains(word) { record.keywords.append(word) }
            case .remove(let word): record.keywords.removeAll { $0 == word }
            }
        }
    }

    private func edit(
        _ content: AssetUpdate.ContentEdit,
        of record: AssetRecord,
        _ renderings: [ResourceDraft]
    ) throws {
        switch content {
        case .adjust(_, let adjustment):
            try ResourceCombination.check(renderings.map(\.type), ofMediaType: record.mediaType)
            try releaseResources(of: record.rowID, types: ResourceRole.edited)
            try insert(renderings, of: record.rowID)
            assets.change(record.rowID) { asset in
                asset.adjustmentsState = 2
                asset.adjustmentFormat = adjustment.formatIdentifier
                asset.adjustmentVersion = adjustment.formatVersion
                asset.adjustmentDate = now
                asset.contentVersion += 1
                if let picture = renderings.first(where: { ResourceRole.fullSize.contains($0.type) }
                ) {
                    asset.pixelWidth = picture.pixelWidth
                    asset.pixelHeight = picture.pixelHeight
                }
            }
        case .revert(let choice):
            if let choice, try !hasAlternate(record.rowID) {
                throw StoreError(
                    .changeNotSupported,
                    "Original \(choice) cannot be chosen: only assets with a RAW and a compressed original have a choice."
                )
            }
            guard record.adjustmentsState != 0 || choice != nil && choice != record.originalChoice
            else { return }
            try releaseResources(of: record.rowID, types: ResourceRole.edited)
            let original = try originalSize(of: record.rowID)
            assets.change(record.rowID) { asset in
                asset.adjustmentsState = 0
                asset.adjustmentFormat = nil
                asset.adjustmentVersion = nil
                asset.adjustmentDate = now
                asset.contentVersion += 1
                if let choice { asset.originalChoice = choice }
                if let original { (asset.pixelWidth, asset.pixelHeight) = original }
            }
        }
    }

    private func hasAlternate(_ rowID: Int64) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE asset_id = ? AND type = ?)",
            arguments: [rowID, ResourceRole.alternatePhoto]
        ) ?? false
    }

    private func originalSize(of rowID: Int64) throws -> (Int, Int)? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT pixel_width, pixel_height FROM resource
                WHERE asset_id = ? AND type IN (1, 2) AND pixel_width > 0 ORDER BY type LIMIT 1
                """,
            arguments: [rowID]
        ).map { ($0[0], $0[1]) }
    }

    func delete(_ uuids: [UUID]) throws {
        let days = try db.cachedStatement(sql: "SELECT trash_days FROM library")
        let trashDays = try days.first(in: db) { $0.row() } ?? 30
        for rowID in try assets.rows(uuids, in: db) {
            // Deleting what is already in Recently Deleted has nothing left to do.
            guard let record = try assets.record(rowID, in: db), record.trashedDate == nil else {
                continue
            }
            if trashDays == 0 {
                try purge(rowID)
            } else {
                assets.change(rowID) { $0.trashedDate = now }
            }
        }
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
        try releaseResources(of: rowID, types: nil)
        try assets.delete(rowID, in: db)
    }

    private func albums(of rowID: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT album_id FROM member WHERE asset_id = ?"),
            arguments: [rowID]
        )
    }

    /// Of some assets, those in Recently Deleted, as the block has left them so far.
    func trashed(among rows: [Int64]) throws -> Set<Int64> {
        guard !rows.isEmpty else { return [] }
        let unknown = rows.filter { assets.entries[$0] == nil }
        var trashed: Set<Int64> = []
        if unknown.count < 8 {
            let statement = try db.cachedStatement(
                sql: "SELECT id FROM asset WHERE id = ? AND trashed_date IS NOT NULL"
            )
            for row in unknown {
                try statement.forEachRow(in: db) {
                    $0.integer(row)
                } _: {
                    trashed.insert($0.row())
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
                trashed.insert($0.row())
            }
        }
        for row in rows where assets.entries[row]?.after?.trashedDate != nil { trashed.insert(row) }
        return trashed
    }

    /// All assets in Recently Deleted, as the block has left them so far.
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

    private func releaseResources(of rowID: Int64, types: [Int]?) throws {
        let condition =
            types.map { " AND type IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        let files = try String.fetchAll(
            db.cachedStatement(sql: "SELECT file FROM resource WHERE asset_id = ?" + condition),
            arguments: [rowID]
        )
        guard !files.isEmpty else { return }
        try db.cachedStatement(sql: "DELETE FROM resource WHERE asset_id = ?" + condition).execute(
            arguments: [rowID])
        for file in files { try release(file) }
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

/// The numbers of the API's resource types that the engine must know.
package enum ResourceRole {
    package static let photo = 1
    package static let video = 2
    package static let audio = 3
    package static let alternatePhoto = 4
    package static let fullSizePhoto = 5
    package static let fullSizeVideo = 6
    package static let adjustmentData = 7
    package static let pairedVideo = 9
    package static let fullSizePairedVideo = 10
    package static let photoProxy = 19

    /// What an edit makes and a revert drops.
    static let edited = [
        fullSizePhoto, fullSizeVideo, adjustmentData, 8, fullSizePairedVideo, 11, 12,
    ]
    package static let originals = [photo, video, audio]
    /// The rendering that is shown in place of the original.
    static let fullSize = [fullSizePhoto, fullSizeVideo]
    static let renderings = [fullSizePhoto, fullSizeVideo, fullSizePairedVideo]
}
