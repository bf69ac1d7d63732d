import Foundation

/// The reversal of one change of the log, computed from its effect and from the present state.
///
/// A property is set back if it still has the value that the change gave it. So a change that was taken back and made again can
/// be taken back once more, whatever others changed beside it.
struct Reversal {
    /// The present state of what the change mentions.
    struct Present {
        var assets: [Int64: AssetRecord] = [:]
        var collections: [Int64: CollectionRecord] = [:]
        /// The positions of the members that the change mentions.
        var members: [Rewind.MemberKey: Position] = [:]
        /// The members or children of the albums and folders that the change made.
        var contents: [Int64: Set<Int64>] = [:]
        /// The assets that are there, among those that are to come back to albums.
        var livingAssets: Set<Int64> = []
        /// Whether deleted assets stay in Recently Deleted.
        var keepsDeleted = true
        /// The assets whose picture of before the same block sets, with the content versions that it knows.
        var givenPictures: [UUID: Int] = [:]
        /// The rows of the assets that get the file which the change took from them.
        var givenFiles: Set<Int64> = []
        /// The fields that stay because imports among the changes brought a file of the picture or movie, by the row of the asset.
        var importedPictures: [Int64: AssetFieldMask] = [:]
        /// The rows of the assets whose picture other changes among them set.
        var editedPictures: Set<Int64> = []
    }

    private(set) var conflicts: [ReversalConflict] = []
    /// The assets to move to Recently Deleted, and those to bring back from there.
    private(set) var trashed: [UUID] = []
    private(set) var restored: [UUID] = []
    /// The rows of assets that are to get the files which the change took from them.
    private(set) var awaitingFiles: [Int64] = []
    /// The assets that keep the files which imports brought to them.
    private var keepingFiles: [ObjectID] = []
    /// The assets whose picture is reverted, with their records of before.
    private(set) var reverted: [AssetRecord] = []
    /// The properties to set, by row.
    private(set) var assetValues: [Int64: [(AssetField, FieldValue)]] = [:]
    /// Whether the zone of the creation date was assumed before, by row.
    private(set) var assumedZones: [Int64: Bool] = [:]
    private(set) var collectionValues: [Int64: [(CollectionField, FieldValue)]] = [:]
    /// The albums and folders to put back to a place, with their records of before.
    private(set) var moved: [CollectionRecord] = []
    /// The albums and folders to delete, and those to make again, parents first.
    private(set) var removed: [CollectionRecord] = []
    private(set) var madeAgain: [CollectionRecord] = []
    /// The members that leave albums, and those that come back to a position.
    private(set) var leaving: [Rewind.MemberKey] = []
    private(set) var returning: [(key: Rewind.MemberKey, position: Position)] = []

    /// Whether nothing of the change is left to take back.
    var isEmpty: Bool {
        conflicts.isEmpty && trashed.isEmpty && restored.isEmpty && awaitingFiles.isEmpty
            && reverted.isEmpty && assetValues.isEmpty && assumedZones.isEmpty
            && collectionValues.isEmpty && moved.isEmpty && removed.isEmpty && madeAgain.isEmpty
            && leaving.isEmpty && returning.isEmpty
    }

    init(of effect: Rewind, _ present: Present) {
        for (_, delta) in effect.assets.sorted(by: { $0.key < $1.key }) {
            addAssetReversal(of: delta, present: present)
        }
        for (_, delta) in effect.collections.sorted(by: { $0.key < $1.key }) {
            addCollectionReversal(of: delta, effect: effect, present: present)
        }
        sortMadeAgain()
        addMembers(of: effect, present: present)
        // Files that stay are no obstacle to the rest. Where there is no rest, nothing would be taken back.
        if isEmpty { conflicts = keepingFiles.map { .filesGone($0) } }
    }

    // MARK: Assets

    private mutating func addAssetReversal(of delta: ObjectDelta<AssetRecord>, present: Present) {
        guard let after = delta.after else {
            if let before = delta.before { conflicts.append(.purged(Self.objectID(of: before))) }
            return
        }
        let now = present.assets[after.rowID]
        guard let before = delta.before else {
            // An asset that was added and is gone since needs nothing.
            if let now, now.trashedDate == nil { moveToTrash(now, present: present) }
            return
        }
        guard let now else {
            conflicts.append(.gone(Self.objectID(of: after)))
            return
        }
        if delta.mask.contains(.trashedDate) {
            if before.trashedDate == nil, now.trashedDate != nil { restored.append(now.uuid) }
            if before.trashedDate != nil, now.trashedDate == nil {
                moveToTrash(now, present: present)
            }
        }
        let hasNewPicture = delta.mask.contains(.contentVersion)
        if let known = present.givenPictures[now.uuid] {
            if now.contentVersion != known {
                conflicts.append(.changedAsset(Self.objectID(of: after), .contentVersion))
            }
        } else if hasNewPicture {
            addPicture(before: before, after: after, now: now, present: present)
        }
        let kept = present.importedPictures[now.rowID] ?? []
        for field in delta.mask.subtracting(kept).fields
        where field != .trashedDate && field.undoRule != .ignored {
            if field == .traits {
                addTraits(before: before, after: after, now: now, present: present)
            } else if field.undoRule == .setBack {
                if now[field].isIdentical(to: before[field]) { continue }
                if now[field].isIdentical(to: after[field]) {
                    assetValues[now.rowID, default: []].append((field, before[field]))
                } else {
                    conflicts.append(.changedAsset(Self.objectID(of: after), field))
                }
            } else if !hasNewPicture {
                conflicts.append(.filesGone(Self.objectID(of: after)))
                return
            }
        }
    }

    private mutating func moveToTrash(_ asset: AssetRecord, present: Present) {
        if present.keepsDeleted {
            trashed.append(asset.uuid)
        } else {
            conflicts.append(.wouldPurge(Self.objectID(of: asset)))
        }
    }

    /// Before its first edit, an asset showed its original or the camera's rendering, which are always there.
    ///
    /// Files that an import brought to an asset stay: edited versions, the movie of a Live Photo or a RAW file. The library may
    /// have the only copy of them. The facts of an original stay, too, because these would otherwise count as changed by a
    /// person, and no longer follow the file. Both files and facts stand in the way only of an edit among the changes.
    private mutating func addPicture(
        before: AssetRecord,
        after: AssetRecord,
        now: AssetRecord,
        present: Present
    ) {
        let isImported = present.importedPictures[now.rowID] != nil
        if isImported, !present.editedPictures.contains(now.rowID) {
            keepingFiles.append(Self.objectID(of: after))
        } else if now.contentVersion != after.contentVersion {
            conflicts.append(.changedAsset(Self.objectID(of: after), .contentVersion))
        } else if !isImported,
            [.unedited, .adjustedByCamera].contains(before.adjustmentsState),
            after.adjustmentsState == .editedByUser || after.originalChoice != before.originalChoice
        {
            reverted.append(before)
        } else {
            conflicts.append(.filesGone(Self.objectID(of: after)))
        }
    }

    private mutating func addTraits(
        before: AssetRecord,
        after: AssetRecord,
        now: AssetRecord,
        present: Present
    ) {
        // A file that the change brought stays; one that it took away must be there again.
        let isMissing = [after, now].allSatisfy { $0.traits.contains(.offline) }
        if isMissing, !before.traits.contains(.offline) {
            if present.givenFiles.contains(now.rowID) {
                awaitingFiles.append(now.rowID)
            } else {
                conflicts.append(.filesGone(Self.objectID(of: after)))
            }
        }
        let (was, became) = (
            before.traits.contains(.zoneAssumed), after.traits.contains(.zoneAssumed)
        )
        let keepsDate = present.importedPictures[now.rowID]?.contains(.creationDate) == true
        guard was != became, now.traits.contains(.zoneAssumed) == became, !keepsDate else { return }
        assumedZones[now.rowID] = was
    }

    // MARK: Albums and folders

    private mutating func addCollectionReversal(
        of delta: ObjectDelta<CollectionRecord>,
        effect: Rewind,
        present: Present
    ) {
        guard let after = delta.after else {
            // A collection that was made again since is there already.
            if let before = delta.before, present.collections[before.rowID] == nil {
                madeAgain.append(before)
            }
            return
        }
        let now = present.collections[after.rowID]
        guard let before = delta.before else {
            guard let now else { return }
            if present.contents[now.rowID] ?? [] != Self.contents(of: after, effect) {
                conflicts.append(.changedContents(Self.objectID(of: after)))
            }
            removed.append(now)
            return
        }
        guard let now else {
            conflicts.append(.gone(Self.objectID(of: after)))
            return
        }
        for field in [CollectionField.title, .search] where delta.mask.contains(field) {
            if now[field].isIdentical(to: before[field]) { continue }
            if now[field].isIdentical(to: after[field]) {
                collectionValues[now.rowID, default: []].append((field, before[field]))
            } else {
                conflicts.append(.changedCollection(Self.objectID(of: after), field))
            }
        }
        guard delta.mask.contains(.parent) || delta.mask.contains(.position) else { return }
        if now.parent == before.parent, now.position == before.position { return }
        if now.parent == after.parent, now.position == after.position {
            moved.append(before)
        } else {
            conflicts.append(.changedCollection(Self.objectID(of: after), .position))
        }
    }

    /// Returns the members or children that an album or folder had after the change that made it.
    private static func contents(of collection: CollectionRecord, _ effect: Rewind) -> Set<Int64> {
        if collection.collectionKind == .folder {
            return Set(
                effect.collections.filter { $0.value.after?.parent == collection.rowID }.keys
            )
        }
        return Set(
            effect.members.filter { $0.key.albumID == collection.rowID && $0.value.after != nil }
                .map(\.key.assetID)
        )
    }

    /// Puts the folders before what was in them.
    private mutating func sortMadeAgain() {
        let parents = Dictionary(uniqueKeysWithValues: madeAgain.map { ($0.rowID, $0.parent) })
        func depth(_ row: Int64?) -> Int {
            guard let row, let parent = parents[row] else { return 0 }
            return 1 + depth(parent)
        }
        madeAgain.sort { (depth($0.rowID), $0.rowID) < (depth($1.rowID), $1.rowID) }
    }

    // MARK: Members

    private mutating func addMembers(of effect: Rewind, present: Present) {
        let madeAgain = Set(madeAgain.map(\.rowID))
        let removed = Set(removed.map(\.rowID))
        for (key, delta) in effect.members.sorted(by: Self.isBefore) {
            // The members of an album that the change made leave with it.
            if removed.contains(key.albumID) { continue }
            let isMadeAgain = madeAgain.contains(key.albumID)
            guard isMadeAgain || present.collections[key.albumID] != nil else {
                // An album that the change made, and that is gone since.
                let album = effect.collections[key.albumID]
                if album == nil || album?.before != nil {
                    conflicts.append(.gone(ObjectID(.collection, key.albumID)))
                }
                continue
            }
            let now = isMadeAgain ? nil : present.members[key]
            guard let before = delta.before else {
                if now != nil { leaving.append(key) }
                continue
            }
            if now == before { continue }
            guard now == delta.after else {
                conflicts.append(.changedContents(ObjectID(.collection, key.albumID)))
                continue
            }
            guard present.livingAssets.contains(key.assetID) else {
                conflicts.append(.gone(ObjectID(.asset, key.assetID)))
                continue
            }
            if now != nil { leaving.append(key) }
            returning.append((key, before))
        }
    }

    private static func isBefore(
        _ one: (key: Rewind.MemberKey, value: Rewind.MemberDelta),
        _ other: (key: Rewind.MemberKey, value: Rewind.MemberDelta)
    ) -> Bool {
        (one.key.albumID, one.value.before ?? Position(bytes: []), one.key.assetID)
            < (other.key.albumID, other.value.before ?? Position(bytes: []), other.key.assetID)
    }

    private static func objectID<R: Record>(of record: R) -> ObjectID {
        ObjectID(R.entity, record.rowID)
    }
}
