import Foundation
import GRDB

/// Taking back changes of the log.
extension ChangeTransaction {
    /// Takes changes back, as far as nobody changed the same since.
    ///
    /// - Parameters:
    ///   - request: The changes. No earlier request of the block may concern its objects.
    ///   - durations: The durations of the movies that the asset shows again, by file name.
    /// - Throws: ``StoreError`` with code `changeNotSupported`, caused by a ``ReversalRefusal`` that has all reasons.
    func reverse(_ request: ReversalRequest, durations: [String: Double]) throws {
        let reversal = try reversal(for: request)
        try requireNone(of: reversal.conflicts)
        try performReversal(reversal, durations: durations)
        try noteReversedImports(among: request.sequences, of: reversal)
        try replace(request.twins)
        // Twins that changed since the request was made keep their files.
        let lacking = reversal.awaitingFiles.filter {
            assets.entries[$0]?.after?.traits.contains(.offline) ?? true
        }
        try requireNone(of: lacking.map { .filesGone(ObjectID(.asset, $0)) })
    }

    /// Returns what takes changes back, with what stands in the way.
    ///
    /// - Throws: As ``reverse(_:durations:)``, where that is clear from the changes alone.
    func reversal(for request: ReversalRequest) throws -> Reversal {
        let effect = try effectOnPresentRows(try visibleEffect(of: request.sequences))
        try assets.load(rows: Array(effect.assets.keys), in: db)
        try collections.load(rows: Array(effect.collections.keys), in: db)
        guard
            effect.assets.keys.allSatisfy({ assets.entries[$0]?.isSame ?? true }),
            effect.collections.keys.allSatisfy({ collections.entries[$0]?.isSame ?? true })
        else {
            throw StoreError(
                .changeNotSupported,
                "A block changes an object and takes back an earlier change of it. Take the change back in a block of its own, or first."
            )
        }
        var present = try presentRecords(of: effect)
        present.givenPictures = request.givenPictures
        present.givenFiles = request.copied.union(request.twins.map(\.heir))
        (present.importedPictures, present.editedPictures) =
            try assetsWithNewPictures(among: request.sequences, with: effect)
        return Reversal(of: effect, present)
    }

    /// Returns whether an asset moved to Recently Deleted or out of it in some changes.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the log no longer has one of them.
    func movesAssetsToTrash(in sequences: Set<Int64>) throws -> Bool {
        try sequences.contains { sequence in
            try Self.change(at: sequence, db).outline().contains { $0.trashMove != nil }
        }
    }

    /// Returns why changes cannot be taken back; nil if they can.
    func refusal(of request: ReversalRequest) throws -> ReversalRefusal? {
        let conflicts = try reversal(for: request).conflicts
        guard !conflicts.isEmpty else { return nil }
        return ReversalRefusal(conflicts: conflicts, names: try names(in: conflicts))
    }

    /// Returns the effect of changes, as far as the client sees it.
    ///
    /// For a limited client a photo that it does not see any more is gone for good.
    private func visibleEffect(of sequences: Set<Int64>) throws -> Rewind {
        guard let client = assets.client else { return try Self.effect(of: sequences, db) }
        var shown: Set<Int64> = []
        for sequence in sequences {
            guard let rows = try ChangeLog.assets(at: sequence, seenBy: client, db) else {
                throw Self.unknownChange
            }
            shown.formUnion(rows)
        }
        var effect = try Self.effect(of: sequences, db)
        effect.keepAssets(shown)
        let seen = try AssetRecord.visible(shown, to: client, in: db)
        let gone = effect.assets.filter { !seen.contains($0.key) && $0.value.after != nil }.keys
        try assets.load(rows: Array(gone), in: db)
        try requireNone(of: gone.sorted().map { .gone(ObjectID(.asset, $0)) })
        return effect
    }

    /// Returns the joint effect of changes.
    private static func effect(of sequences: Set<Int64>, _ db: Database) throws -> Rewind {
        var count = 0
        for sequence in sequences.sorted() {
            let logged = try change(at: sequence, db)
            guard [.edit, .imported, .purge].contains(logged.work) else {
                throw refusal(because: [.notAnEdit])
            }
            count += ChangeBody.objectCount(encoded: logged.encodedBody)
            guard count <= Rewind.largest else { throw refusal(because: [.tooLarge]) }
        }
        return try Rewind(of: sequences, db)
    }

    /// Returns one change of the log.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the log no longer has it.
    static func change(at sequence: Int64, _ db: Database) throws -> LoggedChange {
        let logged = try ChangeLog.changes(
            after: sequence - 1,
            upTo: sequence,
            limit: 1,
            db
        ).first
        guard let logged else { throw unknownChange }
        return logged
    }

    private static var unknownChange: StoreError {
        StoreError(.detailsUnavailable, "The history no longer has the change.")
    }

    /// Returns an effect with the present rows of albums and folders that were deleted and made again since.
    private func effectOnPresentRows(_ effect: Rewind) throws -> Rewind {
        var rows = Set(effect.collections.keys).union(effect.members.keys.map(\.albumID))
        for delta in effect.collections.values {
            rows.formUnion([delta.before?.parent, delta.after?.parent].compactMap(\.self))
        }
        try collections.load(rows: Array(rows), in: db)
        var successors: [Int64: Int64] = [:]
        for row in rows where collections.entries[row] == nil {
            guard let name = try deletedName(of: ObjectID(.collection, row)) else { continue }
            successors[row] = try collections.row(name.uuid, in: db)
        }
        return successors.isEmpty ? effect : effect.renumbered(successors)
    }

    /// Throws unless there are no conflicts.
    private func requireNone(of conflicts: [ReversalConflict]) throws {
        guard !conflicts.isEmpty else { return }
        throw Self.refusal(because: conflicts, names: try names(in: conflicts))
    }

    private static func refusal(
        because conflicts: [ReversalConflict],
        names: [ObjectID: LocalIdentifier] = [:]
    ) -> StoreError {
        StoreError(
            .changeNotSupported,
            "The change cannot be taken back, because something that it changed was changed again or is gone.",
            cause: ReversalRefusal(conflicts: conflicts, names: names)
        )
    }

    /// Returns the identifiers of the objects of conflicts, also of deleted ones.
    private func names(in conflicts: [ReversalConflict]) throws -> [ObjectID: LocalIdentifier] {
        var names: [ObjectID: LocalIdentifier] = [:]
        for id in Set(conflicts.compactMap(\.object)) {
            let entry: (uuid: UUID, kind: ObjectKind)? =
                switch id.entity {
                case .asset: assets.entries[id.rowID]?.after.map { ($0.uuid, $0.kind) }
                case .collection: collections.entries[id.rowID]?.after.map { ($0.uuid, $0.kind) }
                }
            names[id] =
                try entry.map { LocalIdentifier(uuid: $0.uuid, kind: $0.kind) }
                ?? deletedName(of: id)
        }
        return names
    }

    /// Returns the identifier that a deleted object had; nil for a row of none.
    private func deletedName(of id: ObjectID) throws -> LocalIdentifier? {
        let statement = try db.cachedStatement(
            sql: "SELECT uuid, kind FROM tombstone WHERE entity = ? AND id = ?"
        )
        var name: LocalIdentifier?
        try statement.forEachRow([Int64(id.entity.rawValue), id.rowID], in: db) {
            (columns) -> Void in
            guard let uuid = columns.uuid(),
                let kind = columns.integer().flatMap({ ObjectKind(rawValue: UInt8($0)) })
            else { return }
            name = LocalIdentifier(uuid: uuid, kind: kind)
        }
        return name
    }

    private func presentRecords(of effect: Rewind) throws -> Reversal.Present {
        var present = Reversal.Present()
        for row in effect.assets.keys { present.assets[row] = assets.entries[row]?.after }
        let albums = Set(effect.members.keys.map(\.albumID))
        try collections.load(rows: Array(albums), in: db)
        for row in albums.union(effect.collections.keys) {
            present.collections[row] = collections.entries[row]?.after
        }
        for (album, keys) in Dictionary(grouping: effect.members.keys, by: \.albumID) {
            for (asset, position) in try positions(of: keys.map(\.assetID), in: album) {
                present.members[MemberKey(albumID: album, assetID: asset)] = position
            }
        }
        let coming = Set(effect.members.filter { $0.value.before != nil }.map(\.key.assetID))
        present.livingAssets = Set(
            try Int64.fetchAll(
                db,
                sql: "SELECT id FROM asset WHERE id IN (SELECT value FROM photokit_rows(?))",
                arguments: [PackedList.rows(coming.sorted())]
            )
        )
        for (row, delta) in effect.collections where delta.before == nil {
            present.contents[row] = Set(
                delta.after?.collectionKind == .folder
                    ? try children(of: row) : try allMembers(of: row)
            )
        }
        present.keepsDeleted = try trashDays() > 0
        return present
    }

    private func performReversal(_ reversal: Reversal, durations: [String: Double]) throws {
        try restore(reversal.restored)
        for before in reversal.reverted {
            guard let now = try assets.record(before.rowID, in: db) else { continue }
            let choice = before.originalChoice == now.originalChoice ? nil : before.originalChoice
            try revertAsset(now, choice: choice, durations: durations)
        }
        for (row, values) in reversal.assetValues {
            assets.change(row) { asset in
                for (field, value) in values { asset[field] = value }
            }
        }
        for (row, isAssumed) in reversal.assumedZones {
            assets.change(row) { asset in
                if isAssumed {
                    asset.traits.insert(.zoneAssumed)
                } else {
                    asset.traits.remove(.zoneAssumed)
                }
            }
        }
        for key in reversal.leaving { try removeMember(key.assetID, from: key.albumID) }
        let successors = try makeAgain(reversal.madeAgain)
        for (row, values) in reversal.collectionValues {
            try changeCollection(row) { collection in
                for (field, value) in values { collection[field] = value }
            }
        }
        try putBack(reversal.moved, before: successors)
        for (key, position) in reversal.returning {
            let album = successors[key.albumID] ?? key.albumID
            try addMembers(
                [key.assetID],
                to: album,
                positions: [try freePosition(position, in: album)]
            )
        }
        for collection in reversal.removed
        where try collections.record(collection.rowID, in: db) != nil {
            try deleteCollection(collection)
        }
        try delete(reversal.trashed)
    }

    /// Makes deleted albums and folders again, with the same identifiers and other rows.
    ///
    /// - Returns: The new rows by the earlier ones.
    private func makeAgain(_ deleted: [CollectionRecord]) throws -> [Int64: Int64] {
        var successors: [Int64: Int64] = [:]
        for before in deleted {
            guard try collections.row(before.uuid, in: db) == nil else { throw Self.taken("album") }
            var record = CollectionRecord(rowID: try collections.makeRow(in: db), uuid: before.uuid)
            for field in CollectionField.allCases where field != .uuid {
                record[field] = before[field]
            }
            (record.parent, record.position) = try place(of: before, successors)
            try collections.insert(record, in: db)
            successors[before.rowID] = record.rowID
        }
        return successors
    }

    private func putBack(_ moved: [CollectionRecord], before successors: [Int64: Int64]) throws {
        // A record may have the position of another one, so all leave their positions first.
        for record in moved { try leavePlace(record.rowID) }
        for before in moved.sorted(by: Self.isBefore) {
            let (parent, position) = try place(of: before, successors)
            try changeCollection(before.rowID) {
                $0.parent = parent
                $0.position = position
            }
        }
    }

    private static func isBefore(_ one: CollectionRecord, _ other: CollectionRecord) -> Bool {
        (one.position ?? Position(bytes: [])) < (other.position ?? Position(bytes: []))
    }

    /// Returns where an album or folder was, or the end of the top level if its folder is gone.
    private func place(
        of before: CollectionRecord,
        _ successors: [Int64: Int64]
    ) throws -> (parent: Int64, position: Position) {
        let parent = before.parent.map { successors[$0] ?? $0 }
        guard let parent, try collections.record(parent, in: db) != nil,
            let position = before.position
        else {
            let root = try rootFolder()
            return (root, Position.after(try lastChildPosition(root)))
        }
        guard try isChildPositionTaken(position, in: parent) else { return (parent, position) }
        let next = try nextChildPosition(after: position, in: parent, except: [])
        return (parent, Position.positions(1, after: position, before: next)[0])
    }

    private func freePosition(_ position: Position, in album: Int64) throws -> Position {
        let taken = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT asset_id FROM member WHERE album_id = ? AND position = ?"
            ),
            arguments: [album, Data(position.bytes)]
        )
        guard taken != nil else { return position }
        let next = try nextPosition(position, in: album)
        return Position.positions(1, after: position, before: next)[0]
    }

    private func isChildPositionTaken(_ position: Position, in folder: Int64) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT id FROM collection WHERE parent_id = ? AND position = ?"
            ),
            arguments: [folder, Data(position.bytes)]
        ) != nil
    }
}
