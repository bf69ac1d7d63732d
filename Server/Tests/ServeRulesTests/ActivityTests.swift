import ServeRules
import TestPermits
import Testing

/// What a change did, out of its differences.
@Suite(.permit) struct ActivityTests {
    private typealias Photo = ActivityDifferences.Photo
    private typealias Collection = ActivityDifferences.Collection

    private static func events(_ photos: [Photo]) -> [ActivityEvent] {
        ActivityEvent.events(of: ActivityDifferences(photos: photos))
    }

    private static func events(_ album: Collection) -> [ActivityEvent] {
        ActivityEvent.events(of: ActivityDifferences(collections: [album]))
    }

    @Test func albumsHaveTheirTitles() {
        let made = Self.events(Collection(.inserted, title: "Trip", entered: 3))
        #expect(
            made == [
                ActivityEvent(.madeAlbum, title: "Trip"),
                ActivityEvent(.addedToAlbum, count: 3, title: "Trip"),
            ]
        )
        let folder = Self.events(Collection(.inserted, isFolder: true, title: "2024"))
        #expect(folder == [ActivityEvent(.madeFolder, title: "2024")])
        // The photos leave an album with it.
        let deleted = Self.events(Collection(.deleted, title: "Trip", left: 3))
        #expect(deleted == [ActivityEvent(.deletedAlbum, title: "Trip")])
        let renamed = Self.events(
            Collection(.updated, title: "B", titleBefore: "A", properties: ["title"])
        )
        #expect(renamed == [ActivityEvent(.renamed, title: "A")])
        let moved = Self.events(
            Collection(.updated, title: "B", properties: ["parent", "position"])
        )
        #expect(moved == [ActivityEvent(.movedAlbum, title: "B")])
        let members = Self.events(Collection(.updated, title: "B", left: 1, moved: 2))
        #expect(
            members == [
                ActivityEvent(.removedFromAlbum, count: 1, title: "B"),
                ActivityEvent(.arranged, title: "B"),
            ]
        )
    }

    @Test func photosAndVideosAreCountedApart() {
        let photos = [
            Photo([.inserted], isVideo: false), Photo([.inserted], isVideo: true),
            Photo([.trashed], isVideo: true), Photo([.trashed]), Photo([.restored], isVideo: false),
            Photo([.purged], isVideo: true),
        ]
        #expect(
            Self.events(photos) == [
                ActivityEvent(.added, count: 2, videos: 1),
                ActivityEvent(.restored, count: 1, videos: 0),
                // Of one of them nobody knows what it was.
                ActivityEvent(.deleted, count: 2),
                ActivityEvent(.purged, count: 1, videos: 1),
            ]
        )
    }

    /// A change of properties, those among them that were set before, and what it did.
    struct Row: Sendable {
        var properties: Set<String>
        var before: Set<String> = []
        var expected: [ActivityEvent.What]
    }

    private static let rows = [
        Row(properties: ["isFavorite"], expected: [.favorite]),
        Row(properties: ["isFavorite"], before: ["isFavorite"], expected: [.unfavorite]),
        Row(properties: ["isHidden"], expected: [.hidden]),
        Row(properties: ["isHidden"], before: ["isHidden"], expected: [.shown]),
        Row(properties: ["rating", "isRejected"], expected: [.ratings]),
        Row(
            properties: ["caption", "keywords", "modificationDate"],
            expected: [.captions, .keywords]
        ),
        Row(properties: ["creationDate", "dateSource"], expected: [.dates]),
        Row(properties: ["latitude", "longitude"], expected: [.places]),
        Row(properties: ["adjustmentsState", "contentVersion"], expected: [.edited]),
        Row(
            properties: ["adjustmentsState", "contentVersion"],
            before: ["adjustmentsState"],
            expected: [.reverted]
        ),
        Row(properties: ["adjustmentDate", "contentVersion"], expected: [.edited]),
        Row(properties: ["contentVersion"], expected: [.newFiles]),
        Row(properties: ["burstSelection"], expected: [.changed]),
    ]

    @Test(arguments: rows)
    func changedPropertiesAreNamed(_ row: Row) {
        let photo = Photo([.updated], properties: row.properties, marksBefore: row.before)
        #expect(Self.events([photo]).map(\.what) == row.expected)
    }

    @Test func aBlockThatChangesAndDeletesAPhotoDidBoth() {
        let photo = Photo([.updated, .trashed], properties: ["isFavorite", "trashedDate"])
        #expect(Self.events([photo]).map(\.what) == [.favorite, .deleted])
        #expect(Self.events([Photo([.inserted], properties: ["caption"])]).map(\.what) == [.added])
        #expect(ActivityEvent.events(of: ActivityDifferences()).isEmpty)
    }

    @Test func largeChangesOfAlbumsNameSomeOfThem() {
        let albums = (0..<100).map { Collection(.inserted, title: "\($0)") }
        let events = ActivityEvent.events(of: ActivityDifferences(collections: albums))
        #expect(events.count == ActivityEvent.mostCollections)
    }
}
