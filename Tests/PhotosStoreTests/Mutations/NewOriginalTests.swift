import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Photos whose original a person deleted in a source, and of which other files are left.
@Suite(.permit) struct NewOriginalTests {
    /// Files that were all taken at one moment, one of which may have words and a place.
    static func environment(describing described: String? = nil) -> EngineEnvironment {
        EngineEnvironment(examine: { descriptor, name in
            var facts = MediaFacts(
                header: try MediaHeader.read(
                    from: try DescriptorByteSource(descriptor: descriptor)
                ),
                reader: described == nil ? .header : .worker
            )
            if let described, name == described {
                facts.caption = "Lake"
                facts.keywords = ["sun", "water"]
                facts.rating = 4
                facts.location = MediaFacts.Location(latitude: 47, longitude: 9)
            }
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            if name?.hasPrefix("IMG_") == true { facts.contentIdentifier = "pair" }
            return facts
        })
    }

    private func roles(_ fixture: SourceFixture) throws -> [[String: Int]] {
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let resources = try fixture.library.records.resources(ofAssets: rows)
        return rows.map { row in
            Dictionary(
                uniqueKeysWithValues: (resources[row] ?? []).map {
                    ($0.filename ?? "", $0.type.rawValue)
                }
            )
        }
    }

    @Test func `what is left decides which file becomes the original`() throws {
        #expect(NewOriginal(among: [.photo, .pairedVideo]) == nil)
        #expect(NewOriginal(among: [.adjustmentData]) == nil)
        #expect(NewOriginal(among: []) == nil)
        let raw = try #require(NewOriginal(among: [.fullSizePhoto, .alternatePhoto]))
        #expect(raw.former == .alternatePhoto && raw.role == .photo && !raw.endsEdit)
        let edited = try #require(NewOriginal(among: [.pairedVideo, .fullSizePhoto]))
        #expect(edited.former == .fullSizePhoto && edited.role == .photo && edited.endsEdit)
        let movie = try #require(NewOriginal(among: [.adjustmentData, .pairedVideo]))
        #expect(movie.former == .pairedVideo && movie.role == .video)
        let video = try #require(NewOriginal(among: [.fullSizeVideo, .adjustmentData]))
        #expect(video.former == .fullSizeVideo && video.role == .video)
    }

    @Test(arguments: [
        ("IMG_1.JPG", "IMG_1.MOV", 2), ("DSC_1.JPG", "DSC_1-edited.JPG", 1),
    ])
    func `a photo goes on with its movie or its edited copy`(
        gone: String,
        left: String,
        role: Int
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        for name in [gone, left] {
            let bytes =
                name.hasSuffix("MOV")
                ? TestMovie(.quickTime).data() : TestJPEG(seed: UInt8(name.utf8.count)).data()
            try fixture.write(name, bytes)
        }
        try fixture.sweep()
        try #require(try roles(fixture).map(\.count) == [2])
        let before = try #require(try fixture.assets().values.first)
        try fixture.library.commit(.set(before.uuid, [.isFavorite: .flag(true)]))
        try fixture.remove(gone)
        try fixture.sweep()
        try #require(try fixture.offline() == [before.uuid])
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, update)]))
        #expect(try roles(fixture) == [[left: role]])
        let after = try #require(try fixture.assets().values.first)
        #expect(after.uuid == before.uuid && after.isFavorite)
        #expect(!after.traits.contains(.offline) && !after.mediaSubtypes.contains(.live))
        #expect(after.adjustmentsState == .unedited && after.filename == left)
        #expect(after.mediaType == (role == 2 ? .video : .image))
        #expect(after.playbackStyle == (role == 2 ? .video : .image))
        #expect(after.creationDate == before.creationDate)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        #expect(try fixture.sweep().createdCount == 0)
    }

    @Test func `words and a place that the edited copy does not state stay`() throws {
        let fixture = try SourceFixture(environment: Self.environment(describing: "DSC_1.JPG"))
        try fixture.write("DSC_1.JPG", 1)
        try fixture.write("DSC_1-edited.JPG", 2)
        try fixture.sweep()
        let before = try #require(try fixture.assets().values.first)
        try #require(before.caption == "Lake" && before.latitude == 47)
        var removal = AssetUpdate()
        removal.keywords = [.remove("sun")]
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, removal)]))
        try fixture.remove("DSC_1.JPG")
        try fixture.sweep()
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, update)]))
        let after = try #require(try fixture.library.asset(before.uuid))
        #expect(after.filename == "DSC_1-edited.JPG" && after.adjustmentsState == .unedited)
        #expect(after.caption == "Lake" && after.rating == 4 && after.keywords == ["water"])
        #expect(after.latitude == 47 && after.longitude == 9)
        #expect(after.creationDate == before.creationDate)
        // An export writes beside the file what the file does not state.
        let row = try #require(try fixture.library.row(of: before.uuid, in: .asset))
        #expect(try fixture.library.facts.recorded(ofAsset: row).original?.caption == nil)
    }

    @Test func `titles, persons and keywords of the former original stay beside those of the edit`()
        throws
    {
        var environment = Self.environment(describing: "DSC_1.JPG")
        let examine = environment.examine
        environment.examine = { descriptor, name in
            var facts = try examine(descriptor, name)
            if name == "DSC_1.JPG" {
                (facts.title, facts.headline) = ("Trip", "By the lake")
                (facts.persons, facts.creators) = (["Ann"], ["Ben"])
                facts.placeNames.city = "Zurich"
            } else {
                (facts.keywords, facts.persons, facts.title) = (["edit"], ["Cid"], "Final")
            }
            return facts
        }
        let fixture = try SourceFixture(environment: environment)
        try fixture.write("DSC_1.JPG", 1)
        try fixture.write("DSC_1-edited.JPG", 2)
        try fixture.sweep()
        let before = try #require(try fixture.assets().values.first)
        try fixture.remove("DSC_1.JPG")
        try fixture.sweep()
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, update)]))
        let after = try #require(try fixture.library.asset(before.uuid))
        #expect(Set(after.keywords) == ["sun", "water", "edit"])
        let row = try #require(try fixture.library.row(of: before.uuid, in: .asset))
        let words = try fixture.library.facts.recorded(ofAsset: row).words
        #expect(words.title == "Final" && words.headline == "By the lake")
        #expect(Set(words.persons) == ["Ann", "Cid"] && words.creators == ["Ben"])
        #expect(words.placeNames.city == "Zurich")
    }

    @Test func `an edit that was made in the library becomes the original`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let asset = try #require(try fixture.uuids()["a.jpg"])
        try fixture.library.commit(.edit(asset))
        try fixture.remove("a.jpg")
        try fixture.sweep()
        let row = try #require(try fixture.library.row(of: asset, in: .asset))
        let resources = try fixture.library.records.resources(ofAssets: [row])[row] ?? []
        let resource = try #require(resources.first { $0.type == .photo })
        let message = fixture.library.originals.absence(of: resource).message
        #expect(message.contains("--without-missing-files"), "\(message)")
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(asset, update)]))
        let after = try #require(try fixture.library.asset(asset))
        #expect(after.adjustmentsState == .unedited && after.pixelWidth == 16)
        #expect(!after.traits.contains(.offline))
        let types = try fixture.library.records.resources(ofAssets: [row])[row]?.map(\.type)
        #expect(types == [.photo])
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }
}
