import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// Who is believed: a person before files, a sidecar before the original, and files as they are now.
@Suite(.permit) struct FileMetadataTests {
    @Test func `a rating of -1 rejects, and never counts as a number of stars`() {
        var file = RecordedFacts(reader: 1)
        file.rating = -1
        let rejected = FileMetadata(original: file, companion: nil)
        var record = AssetRecord(rowID: 1, uuid: UUID())
        record.setProperty(.rating, from: rejected)
        #expect(record.rating == 0 && record.isRejected)
        #expect(record.differences(from: rejected).isEmpty)
        // The stars of a person stay; a rejection that the file takes back goes.
        var judged = record
        (judged.rating, judged.isRejected) = (4, false)
        judged.follow(from: rejected, to: rejected)
        #expect(judged.rating == 4 && !judged.isRejected)
        record.follow(from: rejected, to: FileMetadata(original: nil, companion: nil))
        #expect(record.rating == 0 && !record.isRejected)
    }

    private static func facts(
        caption: String? = nil,
        keywords: [String] = [],
        rating: Int? = nil,
        capture: RecordedFacts.Capture? = nil
    ) -> RecordedFacts {
        var facts = RecordedFacts(reader: MediaFacts.readerVersion)
        facts.caption = caption
        facts.keywords = keywords
        facts.rating = rating
        facts.capture = capture
        return facts
    }

    private static func asset() -> AssetRecord { AssetRecord(rowID: 1, uuid: UUID()) }

    private static func metadata(
        _ original: RecordedFacts?,
        _ companion: RecordedFacts? = nil
    ) -> FileMetadata { FileMetadata(original: original, companion: companion) }

    private static func capture(
        _ seconds: Double,
        zone: Int?,
        assumed: Bool = false,
        source: String = "Exif.Photo.DateTimeOriginal"
    ) -> RecordedFacts.Capture {
        RecordedFacts.Capture(
            date: Date(timeIntervalSinceReferenceDate: seconds),
            zone: zone,
            isZoneAssumed: assumed,
            source: source
        )
    }

    @Test func `what nobody set here follows the file, removals included`() {
        var asset = Self.asset()
        let before = Self.metadata(Self.facts(caption: "Lake", rating: 2))
        asset.follow(from: nil, to: before)
        #expect(asset.caption == "Lake" && asset.rating == 2)
        asset.follow(from: before, to: Self.metadata(Self.facts(rating: 5)))
        #expect(asset.caption == nil && asset.rating == 5)
    }

    @Test func `what a person set here stays`() {
        var asset = Self.asset()
        let before = Self.metadata(Self.facts(caption: "Lake", rating: 2))
        asset.follow(from: nil, to: before)
        asset.caption = "MINE"
        let now = Self.metadata(Self.facts(caption: "Sea", rating: 4))
        asset.follow(from: before, to: now)
        #expect(asset.caption == "MINE" && asset.rating == 4)
        #expect(asset.differences(from: now) == [.caption])
        asset.setProperty(.caption, from: now)
        #expect(asset.caption == "Sea" && asset.differences(from: now).isEmpty)
    }

    @Test func `a caption that a person cleared stays cleared`() {
        var asset = Self.asset()
        let before = Self.metadata(Self.facts(caption: "OLYMPUS DIGITAL CAMERA"))
        asset.follow(from: nil, to: before)
        asset.caption = nil
        asset.follow(from: before, to: Self.metadata(Self.facts(caption: "Another")))
        #expect(asset.caption == nil)
    }

    @Test func `keywords are a person's one by one`() {
        var asset = Self.asset()
        let before = Self.metadata(Self.facts(keywords: ["lake", "hut", "snow"]))
        asset.follow(from: nil, to: before)
        asset.keywords.removeAll { $0 == "hut" }
        asset.keywords.append("mine")
        let now = Self.metadata(Self.facts(keywords: ["lake", "hut", "sun"]))
        asset.follow(from: before, to: now)
        #expect(asset.keywords == ["lake", "mine", "sun"])
    }

    @Test func `a sidecar is believed before the original, and its end gives the original back`() {
        var asset = Self.asset()
        let original = Self.facts(caption: "Camera", rating: 1)
        let both = Self.metadata(original, Self.facts(caption: "Sidecar", keywords: ["a"]))
        asset.follow(from: nil, to: both)
        #expect(asset.caption == "Sidecar" && asset.keywords == ["a"] && asset.rating == 1)
        asset.follow(from: both, to: Self.metadata(original))
        #expect(asset.caption == "Camera" && asset.keywords.isEmpty)
    }

    @Test func `where it is not known what files said, what is there stays and gaps are filled`() {
        var asset = Self.asset()
        asset.caption = "Old words"
        asset.creationDate = Date(timeIntervalSinceReferenceDate: 10)
        asset.dateSource = FactsTable.fileTag
        let capture = Self.capture(1_000, zone: 3600)
        asset.follow(
            from: nil,
            to: Self.metadata(Self.facts(caption: "File", rating: 3, capture: capture))
        )
        #expect(asset.caption == "Old words" && asset.rating == 3)
        #expect(asset.creationDate == capture.date && asset.creationZone == 3600)
    }

    @Test func `a person's date is not taken by any file`() {
        var asset = Self.asset()
        let before = Self.metadata(Self.facts(capture: Self.capture(1_000, zone: 3600)))
        asset.follow(from: nil, to: before)
        asset.creationDate = Date(timeIntervalSinceReferenceDate: 5)
        asset.dateSource = AssetRecord.personsDate
        asset.follow(
            from: before,
            to: Self.metadata(Self.facts(capture: Self.capture(9_000, zone: 0)))
        )
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 5))
    }

    @Test func `read in another zone, a clock without a zone stays where it was placed`() {
        var asset = Self.asset()
        let vienna = Self.metadata(
            Self.facts(capture: Self.capture(1_000, zone: 7200, assumed: true))
        )
        asset.follow(from: nil, to: vienna)
        #expect(asset.creationZone == 7200 && asset.traits.contains(.zoneAssumed))
        let tokyo = Self.metadata(
            Self.facts(capture: Self.capture(1_000 - 25_200, zone: 32_400, assumed: true))
        )
        asset.follow(from: vienna, to: tokyo)
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1_000))
        #expect(asset.creationZone == 7200)
    }

    @Test func `a date that came in before zones were kept gets the zone that it was placed in`() {
        var asset = Self.asset()
        asset.creationDate = Date(timeIntervalSinceReferenceDate: 1_000)
        asset.dateSource = "Exif.Photo.DateTimeOriginal"
        let tokyo = Self.capture(1_000 - 25_200, zone: 32_400, assumed: true)
        asset.follow(from: nil, to: Self.metadata(Self.facts(capture: tokyo)))
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1_000))
        #expect(asset.creationZone == 7200 && asset.traits.contains(.zoneAssumed))
    }
}
