import Foundation
import GRDB

/// A record as a plan sees it: with its place in the plan's album.
struct PlacedRecord: FieldReading {
    var record: any FieldReading
    var position: Position?

    func value(of field: Field) -> FieldValue {
        if case .memberPosition = field { return position.map { .blob($0.bytes) } ?? .null }
        return record.value(of: field)
    }
}

/// Rows as they were at the end of a stretch of the log: from the stretch, from what came after it, or from the
/// present where neither has them.
struct RowStates {
    let plan: FetchPlan
    let rewind: Rewind
    let db: Database
    private var loaded: [Int64: PlacedRecord] = [:]
    private var keys: [Int64: SortKey] = [:]

    init(plan: FetchPlan, rewind: Rewind, db: Database) {
        self.plan = plan
        self.rewind = rewind
        self.db = db
    }

    /// Nil when there was no such row, or it was outside the plan's scope.
    func state(of row: Int64) -> PlacedRecord? { loaded[row] }

    mutating func load(_ rows: some Collection<Int64>) throws {
        let records: [Int64: any FieldReading]
        switch plan.entity {
        case .asset: records = try recordsAtEnd(rows, rewind.assets, rewind.laterAssets)
        case .collection:
            records = try recordsAtEnd(rows, rewind.collections, rewind.laterCollections)
        }
        let places = try placesAtEnd(rows)
        for (row, record) in records {
            if needsMembership, places[row] == nil { continue }
            loaded[row] = PlacedRecord(record: record, position: places[row])
        }
    }

    private var needsMembership: Bool {
        switch plan.scope {
        case .members, .collectionsContaining: true
        case .assets, .collections, .parent: false
        }
    }

    private func recordsAtEnd<R: Record>(
        _ rows: some Collection<Int64>,
        _ deltas: [Int64: ObjectDelta<R>],
        _ later: [Int64: R?]
    ) throws -> [Int64: any FieldReading] {
        var records: [Int64: any FieldReading] = [:]
        var unknown: [Int64] = []
        for row in rows {
            if let delta = deltas[row] {
                if let after = delta.after { records[row] = after }
            } else if let record = later[row] {
                if let record { records[row] = record }
            } else {
                unknown.append(row)
            }
        }
        for (row, record) in try R.fetch(unknown, in: db) { records[row] = record }
        return records
    }

    private func memberKey(_ row: Int64) -> Rewind.MemberKey? {
        switch plan.scope {
        case .members(let album): Rewind.MemberKey(albumID: album, assetID: row)
        case .collectionsContaining(let asset): Rewind.MemberKey(albumID: row, assetID: asset)
        case .assets, .collections, .parent: nil
        }
    }

    private func placesAtEnd(_ rows: some Collection<Int64>) throws -> [Int64: Position] {
        var places: [Int64: Position] = [:]
        var unknown: [Int64] = []
        for row in rows {
            guard let key = memberKey(row) else { return [:] }
            if let delta = rewind.members[key] {
                places[row] = delta.after
            } else if let place = rewind.laterMembers[key] {
                places[row] = place
            } else {
                unknown.append(row)
            }
        }
        guard !unknown.isEmpty else { return places }
        let (sql, scopeRow): (String, Int64) =
            switch plan.scope {
            case .members(let album):
                ("SELECT asset_id, position FROM member WHERE album_id = ? AND asset_id IN", album)
            case .collectionsContaining(let asset):
                ("SELECT album_id, position FROM member WHERE asset_id = ? AND album_id IN", asset)
            case .assets, .collections, .parent: ("", 0)
            }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: sql + " (SELECT value FROM json_each(?))"),
            arguments: [scopeRow, JSONList.text(unknown)]
        )
        while let row = try cursor.next() { places[row[0]] = Position(bytes: Blob.bytes(row, 1)) }
        return places
    }

    func key(_ row: Int64, _ state: PlacedRecord) -> SortKey {
        SortKey(values: plan.order.map { state.value(of: $0.field) }, rowID: row)
    }

    /// The key of a row that is known to be in the result.
    mutating func key(of row: Int64) throws -> SortKey {
        if keys[row] == nil { try loadKeys([row]) }
        guard let key = keys[row] else {
            throw StoreError(
                .damaged,
                "A row of a fetch result is missing from the log and the library."
            )
        }
        return key
    }

    mutating func loadKeys(_ rows: [Int64]) throws {
        var present: [Int64] = []
        var later: [Int64] = []
        for row in rows where keys[row] == nil {
            if changedLater(row) { later.append(row) } else { present.append(row) }
        }
        if !later.isEmpty {
            try load(later)
            for row in later { if let state = loaded[row] { keys[row] = key(row, state) } }
        }
        guard !present.isEmpty else { return }
        let count = plan.order.count
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: plan.sortKeyStatement()),
            arguments: [JSONList.text(present)]
        )
        while let row = try cursor.next() {
            let values = (0..<count).map { index -> FieldValue in
                let value: DatabaseValue = row[index]
                return FieldValue.fromDatabaseValue(value) ?? .null
            }
            keys[row[count]] = SortKey(values: values, rowID: row[count])
        }
    }

    private func changedLater(_ row: Int64) -> Bool {
        if let key = memberKey(row), rewind.laterMembers[key] != nil { return true }
        return switch plan.entity {
        case .asset: rewind.laterAssets[row] != nil
        case .collection: rewind.laterCollections[row] != nil
        }
    }
}
