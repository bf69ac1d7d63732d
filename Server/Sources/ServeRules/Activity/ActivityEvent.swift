/// Something that a change of the library did, for which the page has a sentence.
public struct ActivityEvent: Hashable, Sendable, Encodable {
    /// What was done.
    public enum What: String, Hashable, Sendable, Encodable, CaseIterable {
        case madeAlbum, madeFolder, renamed, movedAlbum, deletedAlbum
        case added, addedToAlbum, removedFromAlbum, arranged
        case favorite, unfavorite, hidden, shown
        case captions, keywords, ratings, dates, places, edited, reverted, newFiles, changed
        case restored, deleted, purged
    }

    /// What was done.
    public let what: What
    /// The number of photos and videos together; nil for albums and folders.
    public let count: Int?
    /// The number of videos among them; nil where it is not known.
    public let videos: Int?
    /// The title of the album or folder; the earlier one of one that was renamed.
    public let title: String?

    /// Makes an event.
    public init(_ what: What, count: Int? = nil, videos: Int? = nil, title: String? = nil) {
        self.what = what
        self.count = count
        self.videos = videos
        self.title = title
    }

    /// The most albums and folders that events of one change name.
    public static let mostCollections = 12

    /// Returns what a change did, the most striking first: albums, what came, what changed, what went.
    public static func events(of differences: ActivityDifferences) -> [ActivityEvent] {
        let collections = differences.collections.prefix(mostCollections)
        return collections.flatMap(events(of:)) + events(of: differences.photos)
    }

    private static func events(of album: ActivityDifferences.Collection) -> [ActivityEvent] {
        var events: [ActivityEvent] = []
        func add(_ what: What, _ count: Int? = nil) {
            events.append(ActivityEvent(what, count: count, title: album.title))
        }
        switch album.kind {
        case .inserted: add(album.isFolder ? .madeFolder : .madeAlbum)
        // Its photos leave an album with it.
        case .deleted: return [ActivityEvent(.deletedAlbum, title: album.title)]
        case .updated:
            if album.properties.contains("title") {
                events.append(ActivityEvent(.renamed, title: album.titleBefore ?? album.title))
            }
            if album.properties.contains("parent") || album.properties.contains("position") {
                add(.movedAlbum)
            }
        }
        if album.entered > 0 { add(.addedToAlbum, album.entered) }
        if album.left > 0 { add(.removedFromAlbum, album.left) }
        if album.moved > 0 { add(.arranged) }
        return events
    }

    private static func events(of photos: [ActivityDifferences.Photo]) -> [ActivityEvent] {
        var counts: [What: (count: Int, videos: Int?)] = [:]
        for photo in photos {
            for what in actions(on: photo) {
                let known = counts[what] ?? (0, 0)
                let videos = photo.isVideo.flatMap { isVideo in
                    known.videos.map { $0 + (isVideo ? 1 : 0) }
                }
                counts[what] = (known.count + 1, videos)
            }
        }
        return What.allCases.compactMap { what in
            counts[what].map { ActivityEvent(what, count: $0.count, videos: $0.videos) }
        }
    }

    private static func actions(on photo: ActivityDifferences.Photo) -> Set<What> {
        var actions: Set<What> = []
        if photo.kinds.contains(.inserted) { actions.insert(.added) }
        if photo.kinds.contains(.trashed) { actions.insert(.deleted) }
        if photo.kinds.contains(.restored) { actions.insert(.restored) }
        if photo.kinds.contains(.purged) { actions.insert(.purged) }
        if photo.kinds.contains(.updated) { actions.formUnion(updates(of: photo)) }
        return actions
    }

    private static func updates(of photo: ActivityDifferences.Photo) -> Set<What> {
        var updates: Set<What> = []
        for property in photo.properties {
            let wasSet = photo.marksBefore.contains(property)
            switch property {
            case "isFavorite": updates.insert(wasSet ? .unfavorite : .favorite)
            case "isHidden": updates.insert(wasSet ? .shown : .hidden)
            default: if let what = words[property] { updates.insert(what) }
            }
        }
        // A state that was that of an edit and changed is that of the original again.
        if photo.properties.contains("adjustmentsState") {
            updates.insert(photo.marksBefore.contains("adjustmentsState") ? .reverted : .edited)
        } else if photo.properties.contains("adjustmentDate") {
            updates.insert(.edited)
        }
        if updates.isEmpty {
            return [photo.properties.contains("contentVersion") ? .newFiles : .changed]
        }
        return updates
    }

    /// The properties for which people have a word.
    private static let words: [String: What] = [
        "caption": .captions, "keywords": .keywords, "rating": .ratings, "isRejected": .ratings,
        "creationDate": .dates, "creationZone": .dates, "latitude": .places, "longitude": .places,
    ]
}
