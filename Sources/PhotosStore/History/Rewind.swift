import GRDB

/// What a stretch of the log did to one object: as it was before, and as it was after.
struct ObjectDelta<R: Record>: Sendable {
    var before: R?
    var after: R?
    /// Whether members or children changed on the way.
    var contentsChanged = false

    /// The fields in which before and after differ.
    var mask: FieldMask<R.Fields> {
        guard let before, let after else { return [] }
        return after.differences(from: before)
    }

    var isNothing: Bool {
        switch (before, after) {
        case (nil, nil): true
        case (_?, _?): mask.isEmpty && !contentsChanged
        default: false
        }
    }
}

/// What a stretch of the log did, had from the present by going back: the values before stand in the log.
struct Rewind: Sendable {
    var from: Int64
    var to: Int64
    var assets: [Int64: ObjectDelta<AssetRecord>] = [:]
    var collections: [Int64: ObjectDelta<CollectionRecord>] = [:]
    var members: [MemberKey: MemberDelta] = [:]
    /// Objects and places that changed only after the stretch, as they were at its end.
    var laterAssets: [Int64: AssetRecord?] = [:]
    var laterCollections: [Int64: CollectionRecord?] = [:]
    var laterMembers: [MemberKey: Position?] = [:]

    typealias MemberKey = ChangeTransaction.MemberKey

    struct MemberDelta: Hashable, Sendable {
        var before: Position?
        var after: Position?
    }

    /// Reads what happened after `from`, up to `to` or the end of the log.
    ///
    /// Costs what changed between `from` and the present.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` when a change on the way cannot be read, and
    ///   ``PositionProblem/expired`` when the log does not reach back to `from`.
    init(from: Int64, to: Int64, _ db: Database) throws {
        let to = min(to, try ChangeLog.current(db).sequence)
        self.from = from
        self.to = to
        guard from >= (try ChangeLog.oldest(db)).sequence else { throw PositionProblem.expired }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT sequence, body FROM change WHERE sequence > ? ORDER BY sequence DESC"
            ),
            arguments: [from]
        )
        var changes: [(sequence: Int64, body: ChangeBody)] = []
        for row in rows {
            changes.append((row[0], try ChangeBody(encoded: Blob.bytes(row, 1))))
        }
        var state = try PresentState(changes.map(\.body), db)
        for change in changes where change.sequence > to { state.undo(change.body) }
        let after = state
        var inside = ChangeBody()
        for change in changes where change.sequence <= to {
            state.undo(change.body)
            inside.objects += change.body.objects
            inside.members += change.body.members
        }
        for change in inside.objects {
            let row = change.id.rowID
            switch change.id.entity {
            case .asset:
                assets[row] = ObjectDelta(before: state.assets[row], after: after.assets[row])
            case .collection:
                let contents = collections[row]?.contentsChanged == true || change.contentsChanged
                collections[row] = ObjectDelta(
                    before: state.collections[row],
                    after: after.collections[row],
                    contentsChanged: contents
                )
            }
        }
        for change in inside.members {
            let key = MemberKey(albumID: change.albumID, assetID: change.assetID)
            members[key] = MemberDelta(before: state.members[key], after: after.members[key])
        }
        for change in changes where change.sequence > to {
            for object in change.body.objects {
                switch object.id.entity {
                case .asset: laterAssets[object.id.rowID] = .some(after.assets[object.id.rowID])
                case .collection:
                    laterCollections[object.id.rowID] = .some(after.collections[object.id.rowID])
                }
            }
            for member in change.body.members {
                let key = MemberKey(albumID: member.albumID, assetID: member.assetID)
                laterMembers[key] = .some(after.members[key])
            }
        }
    }

    var isEmpty: Bool { assets.isEmpty && collections.isEmpty && members.isEmpty }

    /// The rows of a table whose properties differ.
    func changedRows(of entity: Entity) -> Set<Int64> {
        let rows = entity == .asset ? Array(assets.keys) : Array(collections.keys)
        return Set(rows.filter { hasChanged($0, in: entity) })
    }

    /// Whether properties of an object differ.
    ///
    /// Where a collection stands is its folder's concern.
    func hasChanged(_ row: Int64, in entity: Entity) -> Bool {
        switch entity {
        case .asset: assets[row].map { !$0.mask.isEmpty } ?? false
        case .collection:
            collections[row].map { !$0.mask.subtracting(.place).isEmpty } ?? false
        }
    }
}

/// The present rows of everything that some changes mention, to be taken back change by change.
private struct PresentState {
    var assets: [Int64: AssetRecord]
    var collections: [Int64: CollectionRecord]
    var members: [Rewind.MemberKey: Position] = [:]

    init(_ bodies: [ChangeBody], _ db: Database) throws {
        var assetRows: Set<Int64> = []
        var collectionRows: Set<Int64> = []
        var places: [Int64: Set<Int64>] = [:]
        for body in bodies {
            for object in body.objects {
                switch object.id.entity {
                case .asset: assetRows.insert(object.id.rowID)
                case .collection: collectionRows.insert(object.id.rowID)
                }
            }
            for member in body.members {
                places[member.albumID, default: []].insert(member.assetID)
            }
        }
        assets = try AssetRecord.fetch(assetRows, in: db)
        collections = try CollectionRecord.fetch(collectionRows, in: db)
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id, position FROM member
                WHERE album_id = ? AND asset_id IN (SELECT value FROM json_each(?))
                """
        )
        for (album, rows) in places {
            let cursor = try Row.fetchCursor(statement, arguments: [album, JSONList.text(rows)])
            while let row = try cursor.next() {
                let bytes = Blob.bytes(row, 1)
                members[Rewind.MemberKey(albumID: album, assetID: row[0])] = Position(bytes: bytes)
            }
        }
    }

    mutating func undo(_ body: ChangeBody) {
        for change in body.objects {
            switch change.id.entity {
            case .asset: Self.undo(change, in: &assets)
            case .collection: Self.undo(change, in: &collections)
            }
        }
        for change in body.members {
            members[Rewind.MemberKey(albumID: change.albumID, assetID: change.assetID)] =
                change.before
        }
    }

    private static func undo<R: Record>(_ change: ObjectChange, in records: inout [Int64: R]) {
        let row = change.id.rowID
        switch change.kind {
        case .inserted:
            records[row] = nil
        case .deleted, .updated:
            var record = records[row] ?? R.blank(row)
            for (field, value) in change.values(of: R.Fields.self) { record[field] = value }
            records[row] = record
        }
    }
}
