import GRDB

/// What a stretch of the log did to one object: as it was before, and as it was after.
struct ObjectDelta<R: Record>: Sendable {
    var before: R?
    var after: R?
    /// The fields in which before and after differ.
    var mask: FieldMask<R.Fields>
    /// Whether members or children changed on the way.
    var contentsChanged = false
    /// The fields that changes mention where several of them mention the object; nil where one alone does.
    ///
    /// Between several changes the object may have been otherwise than before and after.
    var repeatedMask: FieldMask<R.Fields>?

    var isNothing: Bool {
        switch (before, after) {
        case (nil, nil): true
        case (_?, _?): mask.isEmpty && !contentsChanged
        default: false
        }
    }
}

/// What a stretch of the log did, had from the present by going back: the values before stand in the log.
///
/// It stays true whatever comes after.
struct Rewind: Sendable {
    var from: Int64
    var to: Int64
    /// What was visible to who asked.
    var readScope = ReadScope.everything
    var assets: [Int64: ObjectDelta<AssetRecord>] = [:]
    var collections: [Int64: ObjectDelta<CollectionRecord>] = [:]
    var members: [MemberKey: MemberDelta] = [:]
    /// By album, where each asset stands that changed or changed its place there; nil when that was not asked for.
    private(set) var places: [Int64: [Int64: MemberDelta]]?
    /// The assets that did not change, but some place of theirs did; with `places`.
    private(set) var bystanders: [Int64: AssetRecord] = [:]

    /// A stretch on which more objects changed is not gone back over: their records would take too much room.
    static let largest = 20_000

    /// A stretch is larger than ``largest``.
    struct TooLarge: Error {}

    struct MemberKey: Hashable {
        var albumID: Int64
        var assetID: Int64
    }

    struct MemberDelta: Hashable, Sendable {
        var before: Position?
        var after: Position?
    }

    /// A stretch on which nothing happened yet, for a block to say what it did.
    init() {
        from = 0
        to = 0
    }

    /// Reads what happened after `from`, up to `to` or the end of the log.
    ///
    /// Costs what changed between `from` and the present.
    ///
    /// - Parameters:
    ///   - from: The place in the log behind which the stretch begins.
    ///   - to: The last place of the stretch.
    ///   - withPlaces: Whether to learn the places of changed assets in albums, too.
    ///   - most: How many objects may have changed at most.
    ///   - db: The connection to read on.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` when a change on the way cannot be read,
    ///   ``PositionProblem/expired`` when the log does not reach back to `from`, and ``TooLarge``.
    init(
        from: Int64,
        to: Int64,
        withPlaces: Bool,
        atMost most: Int = .max,
        _ db: Database
    ) throws {
        let changes = try ChangeLog.bodies(after: from, atMost: most, db)
        self.from = from
        self.to = min(to, changes.first?.sequence ?? from)
        var state = try PresentState(changes.map(\.body), withPlaces: withPlaces, db)
        for change in changes where change.sequence > to { state.undo(change.body) }
        let after = state
        var assetMasks: [Int64: Mentions] = [:]
        var collectionMasks: [Int64: Mentions] = [:]
        for change in changes where change.sequence <= to {
            state.undo(change.body)
            for object in change.body.objects {
                switch object.id.entity {
                case .asset: assetMasks[object.id.rowID, default: Mentions()].add(object)
                case .collection: collectionMasks[object.id.rowID, default: Mentions()].add(object)
                }
            }
            for member in change.body.members {
                let key = MemberKey(albumID: member.albumID, assetID: member.assetID)
                members[key] = MemberDelta(before: nil, after: after.members[key])
            }
        }
        for (row, mentions) in assetMasks {
            assets[row] = mentions.delta(state.assets[row], after.assets[row])
        }
        for (row, mentions) in collectionMasks {
            collections[row] = mentions.delta(state.collections[row], after.collections[row])
        }
        for key in members.keys { members[key]?.before = state.members[key] }
        if withPlaces { gatherPlaces(before: state, after: after) }
    }

    /// Learns the places of changed assets from the present, which must be the end of the stretch.
    mutating func learnPlaces(_ db: Database) throws {
        var places: [Int64: [Int64: MemberDelta]] = [:]
        let moved = Set(members.keys.map(\.assetID)).subtracting(assets.keys)
        let statement = try db.cachedStatement(
            sql: """
                SELECT album_id, asset_id, position FROM member
                WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        try statement.forEachRow([PackedList.rows(Array(assets.keys) + moved)], in: db) {
            (columns) -> Void in
            let key = MemberKey(albumID: columns.row(), assetID: columns.row())
            let position = columns.blob().map(Position.init(bytes:))
            places[key.albumID, default: [:]][key.assetID] = MemberDelta(
                before: position,
                after: position
            )
        }
        for (key, delta) in members { places[key.albumID, default: [:]][key.assetID] = delta }
        bystanders = try AssetRecord.fetch(moved, in: db)
        self.places = places
    }

    private mutating func gatherPlaces(before: PresentState, after: PresentState) {
        var places: [Int64: [Int64: MemberDelta]] = [:]
        for key in Set(before.members.keys).union(after.members.keys) {
            guard assets[key.assetID] != nil || members[key] != nil else { continue }
            places[key.albumID, default: [:]][key.assetID] = MemberDelta(
                before: before.members[key],
                after: after.members[key]
            )
        }
        for key in members.keys where assets[key.assetID] == nil {
            bystanders[key.assetID] = after.assets[key.assetID]
        }
        self.places = places
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

/// What the log mentions about one object on a stretch.
private struct Mentions {
    var mask: UInt64 = 0
    var count = 0
    var contentsChanged = false

    mutating func add(_ change: ObjectChange) {
        count += 1
        mask |= change.fieldBits
        if change.contentsChanged { contentsChanged = true }
    }

    func delta<R: Record>(_ before: R?, _ after: R?) -> ObjectDelta<R> {
        var different: FieldMask<R.Fields> = []
        if let before, let after {
            let mentioned = FieldMask<R.Fields>(rawValue: mask)
            // One change logs just what differs; several may have taken each other back.
            different =
                count == 1
                ? mentioned
                : FieldMask(mentioned.fields.filter { !before[$0].isIdentical(to: after[$0]) })
        }
        return ObjectDelta(
            before: before,
            after: after,
            mask: different,
            contentsChanged: contentsChanged,
            repeatedMask: count > 1 ? FieldMask(rawValue: mask) : nil
        )
    }
}

/// The present rows of everything that some changes mention, to be taken back change by change.
private struct PresentState {
    var assets: [Int64: AssetRecord]
    var collections: [Int64: CollectionRecord]
    var members: [Rewind.MemberKey: Position] = [:]

    init(_ bodies: [ChangeBody], withPlaces: Bool, _ db: Database) throws {
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
                if withPlaces { assetRows.insert(member.assetID) }
            }
        }
        assets = try AssetRecord.fetch(assetRows, in: db)
        collections = try CollectionRecord.fetch(collectionRows, in: db)
        if withPlaces, !assetRows.isEmpty {
            try addMembers(
                db,
                db.cachedStatement(
                    sql: """
                        SELECT album_id, asset_id, position FROM member
                        WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                        """
                ),
                [PackedList.rows(assetRows)]
            )
            return
        }
        for (album, rows) in places {
            try addMembers(
                db,
                db.cachedStatement(
                    sql: """
                        SELECT album_id, asset_id, position FROM member
                        WHERE album_id = ? AND asset_id IN (SELECT value FROM photokit_rows(?))
                        """
                ),
                [album, PackedList.rows(rows)]
            )
        }
    }

    private mutating func addMembers(
        _ db: Database,
        _ statement: Statement,
        _ arguments: StatementArguments
    ) throws {
        try statement.forEachRow(arguments, in: db) { (columns) -> Void in
            let key = Rewind.MemberKey(albumID: columns.row(), assetID: columns.row())
            members[key] = columns.blob().map(Position.init(bytes:))
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
