import Foundation
import GRDB

extension ChangeTransaction {
    func editMembers(of album: UUID, edits: ListEdits) throws {
        guard let albumID = try collections.row(album, in: db),
            let record = try collections.record(albumID, in: db)
        else { throw Self.missing("album") }
        guard record.collectionKind == .album else {
            throw StoreError(
                .changeNotSupported,
                "The contents of a smart album or a folder cannot be edited as an album's."
            )
        }
        var arrangement = ListArrangement {
            try edits.snapshot ?? self.visibleMembers(of: albumID, first: edits.reach)
        } present: {
            try self.members(among: $0, of: albumID)
        }
        for step in edits.steps {
            switch step {
            case .append(let uuids): try arrangement.append(try membersToAdd(uuids, edits: edits))
            case .insert(let uuids, let indexes):
                try arrangement.insert(try membersToAdd(uuids, edits: edits), at: indexes)
            case .remove(let uuids): try arrangement.remove(try assets.rows(uuids, in: db))
            case .removeAt(let indexes): try arrangement.remove(at: indexes)
            case .replace(let indexes, let uuids):
                try arrangement.replace(indexes, with: try membersToAdd(uuids, edits: edits))
            case .move(let indexes, let target): try arrangement.move(indexes, to: target)
            }
        }
        for operation in arrangement.operations {
            switch operation {
            case .append(let rows):
                try addMembers(
                    rows,
                    to: albumID,
                    positions: Position.positions(
                        rows.count,
                        after: lastPosition(albumID),
                        before: nil
                    )
                )
            case .insert(let rows, let anchor):
                let low = try anchor.flatMap { try position(of: $0, in: albumID) }
                guard try !areInOrder(rows, after: low, in: albumID) else { continue }
                for row in rows { try removeMember(row, from: albumID) }
                let high = try nextPosition(low, in: albumID)
                try addMembers(
                    rows,
                    to: albumID,
                    positions: Position.positions(rows.count, after: low, before: high)
                )
            case .remove(let rows):
                for row in rows { try removeMember(row, from: albumID) }
            }
        }
    }

    private func membersToAdd(_ uuids: [UUID], edits: ListEdits) throws -> [Int64] {
        let rows = try assets.rows(uuids, in: db)
        guard rows.count == uuids.count else { throw Self.missing("asset") }
        guard try edits.acceptsDeleted || trashed(among: rows).isEmpty else {
            throw Self.missing("asset")
        }
        return rows
    }

    /// Returns at least the first `count` members outside Recently Deleted, in order; nil returns all.
    private func visibleMembers(of albumID: Int64, first count: Int?) throws -> RowList {
        let trashed = try allTrashed()
        let statement = try db.cachedStatement(
            sql: "SELECT asset_id FROM member WHERE album_id = ? ORDER BY position LIMIT ?"
        )
        var builder = RowTreeBuilder()
        try statement.forEachRow(in: db) { columns in
            columns.integer(albumID)
            columns.integer(count.map { Int64($0 + trashed.count) } ?? -1)
        } _: { columns in
            let row = columns.row()
            if !trashed.contains(row) { builder.append(RowEntry(code: 0, row: row)) }
        }
        return RowList(builder.finish())
    }

    /// Returns those of the given assets that are in an album.
    private func members(among rows: [Int64], of albumID: Int64) throws -> Set<Int64> {
        if rows.count < 8 {
            return try Set(rows.filter { try position(of: $0, in: albumID) != nil })
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id FROM member
                WHERE album_id = ? AND asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        var members: Set<Int64> = []
        try statement.forEachRow(in: db) { columns in
            columns.integer(albumID)
            columns.list(PackedList.rows(rows))
        } _: { columns in
            members.insert(columns.row())
        }
        return members
    }

    /// Returns whether the rows already follow `low` in this order, so that moving them would change nothing.
    private func areInOrder(_ rows: [Int64], after low: Position?, in albumID: Int64) throws -> Bool
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id FROM member WHERE album_id = ? AND position > ?
                ORDER BY position LIMIT ?
                """
        )
        var present: [Int64] = []
        try statement.forEachRow(in: db) { columns in
            columns.integer(albumID)
            columns.blob(low?.bytes ?? [])
            columns.integer(Int64(rows.count))
        } _: { columns in
            present.append(columns.row())
        }
        return present == rows
    }

    private func position(of assetID: Int64, in albumID: Int64) throws -> Position? {
        try db.cachedStatement(
            sql: "SELECT position FROM member WHERE album_id = ? AND asset_id = ?"
        ).first(in: db) { columns in
            columns.integer(albumID)
            columns.integer(assetID)
        } _: { columns in
            Position(bytes: columns.blob() ?? [])
        }
    }

    private func lastPosition(_ albumID: Int64) throws -> Position? {
        try db.cachedStatement(
            sql: "SELECT position FROM member WHERE album_id = ? ORDER BY position DESC LIMIT 1"
        ).first(in: db) {
            $0.integer(albumID)
        } _: { columns in
            Position(bytes: columns.blob() ?? [])
        }
    }

    func nextPosition(_ position: Position?, in albumID: Int64) throws -> Position? {
        try db.cachedStatement(
            sql: """
                SELECT position FROM member WHERE album_id = ? AND position > ?
                ORDER BY position LIMIT 1
                """
        ).first(in: db) { columns in
            columns.integer(albumID)
            columns.blob(position?.bytes ?? [])
        } _: { columns in
            Position(bytes: columns.blob() ?? [])
        }
    }

    func addMembers(_ rows: [Int64], to albumID: Int64, positions: [Position]) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO member (album_id, asset_id, position) VALUES (?, ?, ?)"
        )
        for (row, position) in zip(rows, positions) {
            try statement.run(in: db) { columns in
                columns.integer(albumID)
                columns.integer(row)
                columns.blob(position.bytes)
            }
            members[MemberKey(albumID: albumID, assetID: row), default: MemberPositions()].after =
                position
        }
    }

    /// Returns the positions of those of the given assets that are in an album, in one statement.
    func positions(of rows: [Int64], in albumID: Int64) throws -> [Int64: Position] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id, position FROM member
                WHERE album_id = ? AND asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        var positions: [Int64: Position] = [:]
        try statement.forEachRow(in: db) { columns in
            columns.integer(albumID)
            columns.list(PackedList.rows(rows.sorted()))
        } _: { columns in
            let row = columns.row()
            positions[row] = columns.blob().map(Position.init(bytes:))
        }
        return positions
    }

    /// Returns all members, also those in Recently Deleted.
    func allMembers(of albumID: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT asset_id FROM member WHERE album_id = ?"),
            arguments: [albumID]
        )
    }

    func removeMember(_ row: Int64, from albumID: Int64) throws {
        guard let position = try position(of: row, in: albumID) else { return }
        let key = MemberKey(albumID: albumID, assetID: row)
        members[key, default: MemberPositions(before: position, after: nil)].after = nil
        try db.cachedStatement(sql: "DELETE FROM member WHERE album_id = ? AND asset_id = ?")
            .run(in: db) { columns in
                columns.integer(albumID)
                columns.integer(row)
            }
    }
}
