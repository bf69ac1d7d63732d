import GRDB

/// The effect of a range of the log on one object: its state before and after.
struct ObjectDelta<R: Record>: Sendable {
    var before: R?
    var after: R?
    /// The fields in which the states before and after differ.
    var mask: FieldMask<R.Fields>
    /// Whether members or children changed within the range.
    var contentsChanged = false
    /// The fields set by any change, if several changes mention the object, and nil if only one does.
    ///
    /// Between several changes, the object may have had values that it had neither before nor after the range.
    var repeatedMask: FieldMask<R.Fields>?

    var isNothing: Bool {
        switch (before, after) {
        case (nil, nil): true
        case (_?, _?): mask.isEmpty && !contentsChanged
        default: false
        }
    }
}

/// The effect of a range of the log, computed from the present state by undoing the logged changes.
///
/// The log records the values before each change. The result stays valid whatever changes follow.
struct Rewind: Sendable {
    var from: Int64
    var to: Int64
    /// The part of the library that the reader may see.
    var readScope = ReadScope.everything
    var assets: [Int64: ObjectDelta<AssetRecord>] = [:]
    var collections: [Int64: ObjectDelta<CollectionRecord>] = [:]
    var members: [MemberKey: MemberDelta] = [:]
    /// For each album, the positions of assets that changed or moved in it, or nil if they were not requested.
    private(set) var positions: [Int64: [Int64: MemberDelta]]?
    /// The albums that `positions` covers, or nil if `positions` covers all albums.
    private var positionedAlbums: Set<Int64>?
    /// The assets that did not change but whose position in some album did; set together with `positions`.
    private(set) var bystanders: [Int64: AssetRecord] = [:]

    /// The largest number of changed objects for which a range is undone; records of more objects would take too much
    /// memory.
    static let largest = 20_000

    /// The error for a range with more changed objects than ``largest``.
    struct TooLarge: Error {}

    struct MemberKey: Hashable {
        var albumID: Int64
        var assetID: Int64
    }

    struct MemberDelta: Hashable, Sendable {
        var before: Position?
        var after: Position?
    }

    /// Creates an empty range, to which a block adds its changes.
    init() {
        from = 0
        to = 0
    }

    /// Reads the changes after `from`, up to `to` or the end of the log.
    ///
    /// The cost depends on the number of changes between `from` and the present.
    ///
    /// - Parameters:
    ///   - from: The sequence number after which the range begins.
    ///   - to: The last sequence number of the range.
    ///   - withPositions: Whether to also read the positions of changed assets in albums.
    ///   - most: The largest number of objects that may have changed.
    ///   - db: The connection to read from.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if a change is unreadable, ``PositionProblem/expired``
    ///   if the log begins after `from`, and ``TooLarge``.
    init(
        from: Int64,
        to: Int64,
        withPositions: Bool,
        atMost most: Int = .max,
        _ db: Database
    ) throws {
        let changes = try ChangeLog.bodies(after: from, atMost: most, db)
        self.from = from
        self.to = min(to, changes.first?.sequence ?? from)
        var state = try PresentState(changes.map(\.body), withPositions: withPositions, db)
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
            assets[row] = mentions.delta(from: state.assets[row], to: after.assets[row])
        }
        for (row, mentions) in collectionMasks {
            collections[row] = mentions.delta(
                from: state.collections[row],
                to: after.collections[row]
            )
        }
        for key in members.keys { members[key]?.before = state.members[key] }
        if withPositions { gatherPositions(before: state, after: after) }
    }

    /// Reads the joint effect of some changes, without that of the changes between them.
    ///
    /// An object has the state before the first of the changes that mention it, and the state after the last of them.
    ///
    /// - Parameters:
    ///   - sequences: The sequence numbers of the changes, at least one.
    ///   - db: The connection to read from.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if a change is unreadable, and ``PositionProblem/expired`` if the
    ///   log begins after the first one.
    init(of sequences: Set<Int64>, _ db: Database) throws {
        from = (sequences.min() ?? 0) - 1
        to = sequences.max() ?? 0
        let changes = try ChangeLog.bodies(after: from, db)
        var state = try PresentState(changes.map(\.body), withPositions: false, db)
        var masks: [ObjectID: Mentions] = [:]
        for change in changes {
            let isMeant = sequences.contains(change.sequence)
            if isMeant { noteEnds(of: change.body, in: state) }
            state.undo(change.body)
            guard isMeant else { continue }
            for object in change.body.objects {
                let row = object.id.rowID
                masks[object.id, default: Mentions()].add(object)
                guard let mentions = masks[object.id] else { continue }
                switch object.id.entity {
                case .asset:
                    assets[row] = mentions.delta(from: state.assets[row], to: assets[row]?.after)
                case .collection:
                    collections[row] = mentions.delta(
                        from: state.collections[row],
                        to: collections[row]?.after
                    )
                }
            }
            for member in change.body.members {
                let key = MemberKey(albumID: member.albumID, assetID: member.assetID)
                members[key]?.before = state.members[key]
            }
        }
    }

    /// Notes the states of those objects of a change that no later change mentions.
    private mutating func noteEnds(of body: ChangeBody, in state: PresentState) {
        for object in body.objects {
            let row = object.id.rowID
            switch object.id.entity {
            case .asset where assets[row] == nil:
                assets[row] = ObjectDelta(before: nil, after: state.assets[row], mask: [])
            case .collection where collections[row] == nil:
                collections[row] = ObjectDelta(before: nil, after: state.collections[row], mask: [])
            default: break
            }
        }
        for member in body.members {
            let key = MemberKey(albumID: member.albumID, assetID: member.assetID)
            if members[key] == nil { members[key] = MemberDelta(after: state.members[key]) }
        }
    }

    /// Reads the positions of changed assets in some albums from the present state, which must be the end of the range.
    mutating func addPositions(in albums: Set<Int64>, _ db: Database) throws {
        var positions: [Int64: [Int64: MemberDelta]] = [:]
        let members = members.filter { albums.contains($0.key.albumID) }
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
            guard albums.contains(key.albumID) else { return }
            let position = columns.blob().map(Position.init(bytes:))
            positions[key.albumID, default: [:]][key.assetID] = MemberDelta(
                before: position,
                after: position
            )
        }
        for (key, delta) in members { positions[key.albumID, default: [:]][key.assetID] = delta }
        bystanders = try AssetRecord.fetch(moved, in: db)
        self.positions = positions
        positionedAlbums = albums
    }

    /// The albums in which a caller needs the positions of changed assets.
    enum NeededPositions {
        case none
        case album(Int64)
        case all
    }

    /// Returns whether this range has the positions that a caller needs.
    func has(_ needed: NeededPositions) -> Bool {
        switch needed {
        case .none: true
        case .album(let album): positions != nil && positionedAlbums?.contains(album) ?? true
        case .all: positions != nil && positionedAlbums == nil
        }
    }

    private mutating func gatherPositions(before: PresentState, after: PresentState) {
        var positions: [Int64: [Int64: MemberDelta]] = [:]
        for key in Set(before.members.keys).union(after.members.keys) {
            guard assets[key.assetID] != nil || members[key] != nil else { continue }
            positions[key.albumID, default: [:]][key.assetID] = MemberDelta(
                before: before.members[key],
                after: after.members[key]
            )
        }
        for key in members.keys where assets[key.assetID] == nil {
            bystanders[key.assetID] = after.assets[key.assetID]
        }
        self.positions = positions
    }

    var isEmpty: Bool { assets.isEmpty && collections.isEmpty && members.isEmpty }

    /// Returns the rows of a table whose properties differ.
    func changedRows(of entity: Entity) -> Set<Int64> {
        let rows = entity == .asset ? Array(assets.keys) : Array(collections.keys)
        return Set(rows.filter { hasChanged($0, in: entity) })
    }

    /// Returns whether properties of an object differ.
    ///
    /// The position of a collection belongs to its folder and does not count.
    func hasChanged(_ row: Int64, in entity: Entity) -> Bool {
        switch entity {
        case .asset: assets[row].map { !$0.mask.isEmpty } ?? false
        case .collection:
            collections[row].map { !$0.mask.subtracting(.parentAndPosition).isEmpty } ?? false
        }
    }
}

/// The fields of one object that the changes in a range mention.
private struct Mentions {
    var mask: UInt64 = 0
    var count = 0
    var contentsChanged = false

    mutating func add(_ change: ObjectChange) {
        count += 1
        mask |= change.fieldBits
        if change.contentsChanged { contentsChanged = true }
    }

    func delta<R: Record>(from before: R?, to after: R?) -> ObjectDelta<R> {
        var different: FieldMask<R.Fields> = []
        if let before, let after {
            let mentioned = FieldMask<R.Fields>(rawValue: mask)
            // A single change logs exactly the fields that differ, but several changes may have undone each other.
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

/// The present rows of all objects that some changes mention; each change is undone in turn.
private struct PresentState {
    var assets: [Int64: AssetRecord]
    var collections: [Int64: CollectionRecord]
    var members: [Rewind.MemberKey: Position] = [:]

    init(_ bodies: [ChangeBody], withPositions: Bool, _ db: Database) throws {
        var assetRows: Set<Int64> = []
        var collectionRows: Set<Int64> = []
        var rowsByAlbum: [Int64: Set<Int64>] = [:]
        for body in bodies {
            for object in body.objects {
                switch object.id.entity {
                case .asset: assetRows.insert(object.id.rowID)
                case .collection: collectionRows.insert(object.id.rowID)
                }
            }
            for member in body.members {
                rowsByAlbum[member.albumID, default: []].insert(member.assetID)
                if withPositions { assetRows.insert(member.assetID) }
            }
        }
        assets = try AssetRecord.fetch(assetRows, in: db)
        collections = try CollectionRecord.fetch(collectionRows, in: db)
        if withPositions, !assetRows.isEmpty {
            try addMembers(
                in: db,
                from: db.cachedStatement(
                    sql: """
                        SELECT album_id, asset_id, position FROM member
                        WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                        """
                ),
                arguments: [PackedList.rows(assetRows)]
            )
            return
        }
        for (album, rows) in rowsByAlbum {
            try addMembers(
                in: db,
                from: db.cachedStatement(
                    sql: """
                        SELECT album_id, asset_id, position FROM member
                        WHERE album_id = ? AND asset_id IN (SELECT value FROM photokit_rows(?))
                        """
                ),
                arguments: [album, PackedList.rows(rows)]
            )
        }
    }

    private mutating func addMembers(
        in db: Database,
        from statement: Statement,
        arguments: StatementArguments
    ) throws {
        try statement.forEachRow(arguments, in: db) { (columns) -> Void in
            let key = Rewind.MemberKey(albumID: columns.row(), assetID: columns.row())
            members[key] = columns.blob().map(Position.init(bytes:))
        }
    }

    mutating func undo(_ body: ChangeBody) {
        for change in body.objects {
            switch change.id.entity {
            case .asset: Self.undoChange(change, in: &assets)
            case .collection: Self.undoChange(change, in: &collections)
            }
        }
        for change in body.members {
            members[Rewind.MemberKey(albumID: change.albumID, assetID: change.assetID)] =
                change.before
        }
    }

    private static func undoChange<R: Record>(_ change: ObjectChange, in records: inout [Int64: R])
    {
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
