import OpenPhotoKit
import Photos
import ServeRules

/// Reads what a change did from the history, for the page's sentences.
///
/// The present titles of albums are read, and which of the photos are videos.
enum ActivityReading {
    /// The most photos of one change of which is looked up whether they are videos.
    private static let mostLookedUp = 2000

    /// Returns what a change did.
    static func differences(in facts: ChangeFacts) -> ActivityDifferences {
        ActivityDifferences(photos: photos(in: facts), collections: collections(in: facts))
    }

    // MARK: Photos

    private static func photos(in facts: ChangeFacts) -> [ActivityDifferences.Photo] {
        let objects = facts.objects.filter { isAsset($0.localIdentifier) }
        let looked = objects.count <= mostLookedUp
        let videos = looked ? presentVideos(among: objects.map(\.localIdentifier)) : nil
        return objects.map { object in
            let name = object.localIdentifier
            var kinds: Set<ActivityDifferences.PhotoKind> = []
            if facts.insertedAssets.contains(name) { kinds.insert(.inserted) }
            if facts.updatedAssets.contains(name) { kinds.insert(.updated) }
            if facts.trashedAssets.contains(name) { kinds.insert(.trashed) }
            if facts.restoredAssets.contains(name) { kinds.insert(.restored) }
            if facts.purgedAssets.contains(name) { kinds.insert(.purged) }
            let isVideo =
                object.kind == .deleted
                ? recordedKind(of: object).map { $0 == .video } : videos?[name]
            return ActivityDifferences.Photo(
                kinds,
                properties: Set(object.valuesBefore.keys),
                marksBefore: Set(object.valuesBefore.filter { isSet($0.value) }.keys),
                isVideo: isVideo
            )
        }
    }

    private static func isAsset(_ name: String) -> Bool { name.hasSuffix("/001") }

    private static func isSet(_ value: PropertyValue) -> Bool {
        switch value {
        case .flag(let flag): flag
        case .integer(let number): number != 0
        default: false
        }
    }

    private static func recordedKind(of object: ObjectFacts) -> PHAssetMediaType? {
        guard case .integer(let number)? = object.valuesBefore["mediaType"] else { return nil }
        return PHAssetMediaType(rawValue: Int(number))
    }

    /// Returns whether each photo that is there is a video, also of those that are hidden or in Recently Deleted.
    private static func presentVideos(among names: [String]) -> [String: Bool] {
        var kinds: [String: Bool] = [:]
        for fetch in [PHAsset.fetchAssets(with:), PHAsset.fetchRecentlyDeletedAssets(with:)] {
            let rest = names.filter { kinds[$0] == nil }
            guard !rest.isEmpty else { break }
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "localIdentifier IN %@", rest)
            options.includeHiddenAssets = true
            fetch(options).enumerateObjects { asset, _, _ in
                kinds[asset.localIdentifier] = asset.mediaType == .video
            }
        }
        return kinds
    }

    // MARK: Albums and folders

    private static func collections(in facts: ChangeFacts) -> [ActivityDifferences.Collection] {
        let members = Dictionary(facts.memberships.map { ($0.album, $0) }) { first, _ in first }
        let objects = facts.objects.filter { !isAsset($0.localIdentifier) }
        let known = Set(objects.map(\.localIdentifier))
        let others = facts.memberships.filter { !known.contains($0.album) }
        // Each title is a fetch of its own, so only those are read that sentences name.
        let most = ActivityEvent.mostCollections
        let changed = objects.prefix(most).map {
            collection($0.localIdentifier, $0, members[$0.localIdentifier])
        }
        return changed
            + others.prefix(most - changed.count).map { collection($0.album, nil, $0) }
    }

    private static func collection(
        _ name: String,
        _ object: ObjectFacts?,
        _ members: MembershipChange?
    ) -> ActivityDifferences.Collection {
        let before: String? =
            if case .text(let title)? = object?.valuesBefore["title"] { title } else { nil }
        let kind: ActivityDifferences.CollectionKind =
            switch object?.kind {
            case .inserted: .inserted
            case .deleted: .deleted
            case .updated, nil: .updated
            }
        return ActivityDifferences.Collection(
            kind,
            isFolder: name.hasSuffix("/020"),
            title: AlbumTree.collection(named: name)?.localizedTitle ?? before,
            titleBefore: before,
            properties: Set((object?.valuesBefore ?? [:]).keys),
            entered: members?.entered.count ?? 0,
            left: members?.left.count ?? 0,
            moved: members?.moved.count ?? 0
        )
    }
}
