import Foundation
import GRDB

/// The objects of one table that a block touches, with their previous and present states.
struct WorkingSet<R: Record> {
    /// The limited client that makes the change.
    var client: Int64?
    private(set) var entries: [Int64: Entry] = [:]
    private var rowIDs: [UUID: Int64] = [:]
    private var nextRow: Int64?

    /// The number of objects above which memory matters more than time.
    private static var many: Int { 4_096 }

    /// Returns the present state of a row, changes of this block included; nil when there is none.
    mutating func record(_ rowID: Int64, in db: Database) throws -> R? {
        try load(row: rowID, in: db)
        return entries[rowID]?.after
    }

    mutating func load(row rowID: Int64, in db: Database) throws {
        guard entries[rowID] == nil, let record = try R.find(rowID, in: db) else { return }
        storeRecord(record)
    }

    private mutating func storeRecord(_ record: consuming R) {
        rowIDs[record.uuid] = record.rowID
        entries[record.rowID] = Entry(found: record)
    }

    mutating func load(rows: some Collection<Int64>, in db: Database) throws {
        let missing = rows.filter { entries[$0] == nil }
        // A list costs more than the only row of it.
        if missing.count == 1 { return try load(row: missing[0], in: db) }
        entries.reserveCapacity(entries.count + missing.count)
        rowIDs.reserveCapacity(rowIDs.count + missing.count)
        try R.forEachRecord(at: missing.sorted(), in: db) { record in storeRecord(record) }
    }

    mutating func load(_ uuids: [UUID], in db: Database) throws {
        try resolve(uuids, in: db)
        try load(rows: uuids.compactMap { rowIDs[$0] }, in: db)
    }

    /// Finds the rows of identifiers in one statement.
    mutating func resolve(_ uuids: [UUID], in db: Database) throws {
        guard uuids.contains(where: { rowIDs[$0] == nil }) else { return }
        let unknown = Set(uuids).filter { rowIDs[$0] == nil }
        guard !unknown.isEmpty else { return }
        var found = try RowLookup.rows(of: unknown, entity: R.entity, in: db)
        if let client {
            let visible = try R.visible(found.values, to: client, in: db)
            found = found.filter { visible.contains($0.value) }
        }
        rowIDs.merge(found) { first, _ in first }
    }

    /// Records the row of an identifier that was read from the table.
    mutating func recordIdentifier(_ uuid: UUID, at rowID: Int64) { rowIDs[uuid] = rowID }

    /// Returns the row of an identifier; nil when the object does not exist any more.
    mutating func row(_ uuid: UUID, in db: Database) throws -> Int64? {
        if rowIDs[uuid] == nil { try resolve([uuid], in: db) }
        return knownRow(of: uuid)
    }

    /// Returns the row of an identifier that has been resolved.
    private func knownRow(of uuid: UUID) -> Int64? {
        guard let rowID = rowIDs[uuid] else { return nil }
        return entries[rowID]?.isGone == true ? nil : rowID
    }

    mutating func rows(_ uuids: [UUID], in db: Database) throws -> [Int64] {
        try resolve(uuids, in: db)
        return uuids.compactMap { knownRow(of: $0) }
    }

    mutating func change(_ rowID: Int64, _ body: (inout R) throws -> Void) rethrows {
        guard let index = entries.index(forKey: rowID), var record = entries.values[index].after
        else { return }
        try body(&record)
        entries.values[index].setPresent(record, isOneOfMany: entries.count > Self.many)
    }

    /// Returns a row number that was never used before.
    mutating func makeRow(in db: Database) throws -> Int64 {
        let next: Int64
        if let nextRow {
            next = nextRow
        } else {
            let last = try Int64.fetchOne(
                db,
                sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                arguments: [R.entity.table]
            )
            // No real library reaches this number, so the stored number must be damaged.
            guard (0..<Int64.max / 2).contains(last ?? 0) else {
                throw StoreError(
                    .damaged,
                    "The library has used up its row numbers. Run `photokit check`, and restore a backup."
                )
            }
            next = (last ?? 0) + 1
        }
        nextRow = next + 1
        return next
    }

    mutating func insert(_ record: R, in db: Database) throws {
        try record.insert(in: db)
        entries[record.rowID] = Entry(made: record)
        rowIDs[record.uuid] = record.rowID
    }

    mutating func delete(_ rowID: Int64, in db: Database) throws {
        try R.delete(rowID, in: db)
        entries[rowID]?.remove()
    }

    /// Releases the entry of an object that is not needed any more.
    mutating func forget(_ rowID: Int64) { entries[rowID] = nil }
}

enum RowLookup {
    /// Returns the rows of those identifiers that exist, in one statement for any number of them.
    static func rows(
        of uuids: some Collection<UUID>,
        entity: Entity,
        in db: Database
    ) throws -> [UUID: Int64] {
        guard !uuids.isEmpty else { return [:] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT asked.uuid, asked.id FROM photokit_uuids(?) AS list
                CROSS JOIN \(entity.table) AS asked ON asked.uuid = list.value
                """
        )
        var rows: [UUID: Int64] = [:]
        rows.reserveCapacity(uuids.count)
        // In sorted order, adjacent identifiers are found in the same page of the index.
        let sorted = uuids.sorted()
        try statement.forEachRow(in: db) {
            $0.list(PackedList.uuids(sorted))
        } _: { columns in
            if let uuid = columns.uuid() { rows[uuid] = columns.row() }
        }
        return rows
    }
}
