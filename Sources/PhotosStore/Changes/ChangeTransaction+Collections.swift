import Foundation
import GRDB

extension ChangeTransaction {
    func createCollection(_ uuid: UUID, kind: CollectionKind, title: String) throws {
        let subtype =
            kind == .folder ? CollectionSubtype.regularFolder : CollectionSubtype.regularAlbum
        try insertCollection(uuid, titled: title) { record in
            record.collectionKind = kind
            record.subtype = subtype
        }
    }

    func createSmartAlbum(_ uuid: UUID, title: String, search: String) throws {
        try CollectionRecord.check(search: search)
        try insertCollection(uuid, titled: title) { record in
            record.collectionKind = .smartAlbum
            record.subtype = SmartAlbum.generic.rawValue
            record.search = search
        }
    }

    /// Inserts an album or folder at the end of the top level.
    private func insertCollection(
        _ uuid: UUID,
        titled title: String,
        fill: (inout CollectionRecord) -> Void
    ) throws {
        guard try collections.row(uuid, in: db) == nil else { throw Self.taken("album or folder") }
        try CollectionRecord.check(title: title)
        let root = try rootFolder()
        var record = CollectionRecord(rowID: try collections.makeRow(in: db), uuid: uuid)
        fill(&record)
        record.title = title
        record.parent = root
        record.position = Position.after(try lastChildPosition(root))
        record.creationDate = now
        record.modificationDate = now
        try collections.insert(record, in: db)
    }

    func renameCollection(_ uuid: UUID, to title: String) throws {
        let record = try editableCollection(uuid, toBe: "renamed")
        try CollectionRecord.check(title: title)
        try changeCollection(record.rowID) { $0.title = title }
    }

    func setSearch(of uuid: UUID, to search: String) throws {
        let record = try editableCollection(uuid, toBe: "given another search")
        guard record.search != nil else {
            throw StoreError(
                .changeNotSupported,
                "Only smart albums that were made have a search. The contents of an album are edited one by one."
            )
        }
        try CollectionRecord.check(search: search)
        try changeCollection(record.rowID) { $0.search = search }
    }

    func deleteCollections(_ uuids: [UUID], kind: CollectionKind) throws {
        for uuid in uuids {
            guard try collections.row(uuid, in: db) != nil else { continue }
            let record = try editableCollection(uuid, toBe: "deleted")
            guard (record.collectionKind == .folder) == (kind == .folder) else {
                throw StoreError(
                    .changeNotSupported,
                    "An album was to be deleted as a folder, or a folder as an album. Use the request of its own class."
                )
            }
            try deleteCollection(record)
        }
    }

    func deleteCollection(_ record: CollectionRecord) throws {
        for child in try children(of: record.rowID) {
            if let child = try collections.record(child, in: db) { try deleteCollection(child) }
        }
        for asset in try allMembers(of: record.rowID) {
            try removeMember(asset, from: record.rowID)
        }
        try collections.delete(record.rowID, in: db)
    }

    func editChildren(of folder: UUID?, edits: ListEdits) throws {
        let folderID =
            try folder.map { uuid in
                guard let row = try collections.row(uuid, in: db) else {
                    throw Self.missing("folder")
                }
                return row
            } ?? rootFolder()
        guard try collections.record(folderID, in: db)?.collectionKind == .folder else {
            throw StoreError(.changeNotSupported, "Only folders contain albums and folders.")
        }
        var arrangement = ListArrangement {
            try edits.snapshot
                ?? RowList(self.children(of: folderID).map { RowEntry(code: 0, row: $0) })
        } present: { rows in
            try Set(
                rows.filter { try self.collections.record($0, in: self.db)?.parent == folderID }
            )
        }
        for step in edits.steps {
            switch step {
            case .append(let uuids): try arrangement.append(try childrenToAdd(uuids, to: folderID))
            case .insert(let uuids, let indexes):
                try arrangement.insert(try childrenToAdd(uuids, to: folderID), at: indexes)
            case .remove(let uuids): try arrangement.remove(try collections.rows(uuids, in: db))
            case .removeAt(let indexes): try arrangement.remove(at: indexes)
            case .replace(let indexes, let uuids):
                try arrangement.replace(indexes, with: try childrenToAdd(uuids, to: folderID))
            case .move(let indexes, let target): try arrangement.move(indexes, to: target)
            }
        }
        for operation in arrangement.operations { try performOperation(operation, in: folderID) }
    }

    private func performOperation(_ operation: ListOperation, in folderID: Int64) throws {
        switch operation {
        case .append(let rows):
            try setPositions(rows, in: folderID, after: lastChildPosition(folderID), before: nil)
        case .insert(let rows, let anchor):
            let low = try anchor.flatMap { try collections.record($0, in: db)?.position }
            guard try !areInOrder(rows, after: low, in: folderID) else { return }
            let high = try nextChildPosition(after: low, in: folderID, except: rows)
            try setPositions(rows, in: folderID, after: low, before: high)
        case .remove(let rows):
            let root = try rootFolder()
            guard folderID != root else {
                throw StoreError(
                    .changeNotSupported,
                    "Albums and folders at the top level have nowhere else to go. Put them in a folder, or delete them."
                )
            }
            try setPositions(rows, in: root, after: lastChildPosition(root), before: nil)
        }
    }

    private func setPositions(
        _ rows: [Int64],
        in folderID: Int64,
        after low: Position?,
        before high: Position?
    ) throws {
        // A new position may still be in use by another row of this step, so all rows get temporary positions
        // first.
        for row in rows where try collections.record(row, in: db)?.parent == folderID {
            try leavePlace(row)
        }
        for (row, position) in zip(rows, Position.positions(rows.count, after: low, before: high)) {
            try changeCollection(row) {
                $0.parent = folderID
                $0.position = position
            }
        }
    }

    /// Gives an album or folder a position that no other one has, until it gets its own.
    func leavePlace(_ row: Int64) throws {
        try changeCollection(row) {
            $0.position = Position(bytes: Array(repeating: 0xFF, count: 16) + String(row).utf8)
        }
    }

    private func childrenToAdd(_ uuids: [UUID], to folderID: Int64) throws -> [Int64] {
        let rows = try collections.rows(uuids, in: db)
        guard rows.count == uuids.count else { throw Self.missing("album or folder") }
        var ancestors: Set<Int64> = []
        var next: Int64? = folderID
        while let row = next, ancestors.insert(row).inserted {
            next = try collections.record(row, in: db)?.parent
        }
        for row in rows {
            let record = try collections.record(row, in: db)
            guard record?.parent != nil, !ancestors.contains(row) else {
                throw StoreError(
                    .changeNotSupported,
                    "A folder cannot be put into itself or below itself, and the root folder and the smart albums that every library has stay where they are."
                )
            }
        }
        return rows
    }

    func changeCollection(_ rowID: Int64, body: (inout CollectionRecord) -> Void) throws {
        guard let before = try collections.record(rowID, in: db) else { return }
        collections.change(rowID, body)
        guard let after = try collections.record(rowID, in: db) else { return }
        try after.update(after.differences(from: before), in: db)
    }

    private func editableCollection(_ uuid: UUID, toBe verb: String) throws -> CollectionRecord {
        guard let row = try collections.row(uuid, in: db),
            let record = try collections.record(row, in: db)
        else { throw Self.missing("album or folder") }
        guard record.parent != nil else {
            throw StoreError(
                .changeNotSupported,
                "The root folder, and the smart albums that every library has, cannot be \(verb)."
            )
        }
        return record
    }

    func rootFolder() throws -> Int64 {
        guard
            let row = try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM collection WHERE kind = 0 AND subtype = 101"
                )
            )
        else { throw StoreError(.damaged, "The library has no root folder. Run `photokit check`.") }
        return row
    }

    func children(of folderID: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: "SELECT id FROM collection WHERE parent_id = ? ORDER BY position"
            ),
            arguments: [folderID]
        )
    }

    func lastChildPosition(_ folderID: Int64) throws -> Position? {
        try Data.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT position FROM collection WHERE parent_id = ? ORDER BY position DESC LIMIT 1"
            ),
            arguments: [folderID]
        ).map { Position(bytes: Array($0)) }
    }

    /// Returns whether the rows already follow `low` in this order, so that moving them would change nothing.
    private func areInOrder(
        _ rows: [Int64],
        after low: Position?,
        in folderID: Int64
    ) throws -> Bool {
        try rows
            == Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM collection WHERE parent_id = ? AND position > ?
                        ORDER BY position LIMIT ?
                        """
                ),
                arguments: [folderID, Data(low?.bytes ?? []), rows.count]
            )
    }

    func nextChildPosition(
        after low: Position?,
        in folderID: Int64,
        except rows: [Int64]
    ) throws -> Position? {
        try Data.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT position FROM collection
                    WHERE parent_id = ? AND position > ? AND id NOT IN (SELECT value FROM photokit_rows(?))
                    ORDER BY position LIMIT 1
                    """
            ),
            arguments: [folderID, Data(low?.bytes ?? []), PackedList.rows(rows)]
        ).map { Position(bytes: Array($0)) }
    }
}

/// The API's numbers for the subtypes that the engine uses.
package enum CollectionSubtype {
    package static let regularAlbum = 2
    package static let regularFolder = 100
    package static let rootFolder = 101
}
