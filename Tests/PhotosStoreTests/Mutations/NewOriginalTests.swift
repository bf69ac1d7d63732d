import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Photos whose original a person deleted in a source, and of which other files are left.
@Suite(.permit) struct NewOriginalTests {
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
        let fixture = try SourceFixture(environment: SourceFixture.environment())
        for name in [gone, left] {
            let bytes =
                name.hasSuffix("MOV")
                ? TestMovie(.quickTime).data() : TestJPEG(seed: UInt8(name.utf8.count)).data()
            try fixture.write(name, bytes)
        }
        try fixture.sweep()
        try #require(try fixture.roles().map(\.count) == [2])
        let before = try #require(try fixture.assets().values.first)
        try fixture.library.commit(.set(before.uuid, [.isFavorite: .flag(true)]))
        try fixture.remove(gone)
        try fixture.sweep()
        try #require(try fixture.offline() == [before.uuid])
        try fixture.leaveOutMissingFiles(of: before.uuid)
        #expect(try fixture.roles() == [[left: role]])
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
        let fixture = try SourceFixture(
            environment: SourceFixture.environment(describing: "DSC_1.JPG")
        )
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
        try fixture.leaveOutMissingFiles(of: before.uuid)
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
        var environment = SourceFixture.environment(describing: "DSC_1.JPG")
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
        try fixture.leaveOutMissingFiles(of: before.uuid)
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
        try fixture.leaveOutMissingFiles(of: asset)
        let after = try #require(try fixture.library.asset(asset))
        #expect(after.adjustmentsState == .unedited && after.pixelWidth == 16)
        #expect(!after.traits.contains(.offline) && after.filename == "a.jpg")
        let types = try fixture.library.records.resources(ofAssets: [row])[row]?.map(\.type)
        #expect(types == [.photo])
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `an edited version takes the last name of the original, and keeps its extension`()
        throws
    {
        let fixture = try SourceFixture(environment: SourceFixture.environment())
        try fixture.write("IMG_1.JPG", 1)
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        let asset = try #require(try fixture.uuids()["IMG_1.JPG"])
        let source = ResourceSource.picture(seed: 9, type: .fullSizePhoto, width: 16)
        let rendering = ResourceSource(
            type: .fullSizePhoto,
            content: source.content,
            filename: "FullSizeRender.jpeg"
        )
        try fixture.library.commit(.edit(asset, [rendering]))
        try fixture.move("IMG_1.JPG", to: "Lake.JPG")
        try fixture.sweep()
        try fixture.remove("Lake.JPG")
        try fixture.sweep()
        try fixture.leaveOutMissingFiles(of: asset)
        // The name is the one that the file had in the source last.
        let after = try #require(try fixture.library.asset(asset))
        #expect(after.filename == "Lake.jpeg")
        #expect(try fixture.roles().contains(["Lake.jpeg": 1]))
    }

    @Test(arguments: [
        ("IMG_1234.JPG", "FullSizeRender.jpg", "IMG_1234.JPG"),
        ("IMG_1234.HEIC", "FullSizeRender.jpg", "IMG_1234.jpg"),
        ("IMG_1.MOV", "IMG_1A2B3C4D.MOV", "IMG_1.MOV"), ("F.JPG", "FullSizeRender.jpg", "F.JPG"),
        ("IMG_1234", "FullSizeRender.jpg", "IMG_1234.jpg"),
        ("IMG_1234.JPG", "IMG_E1234.JPG", nil), ("DSC_1.JPG", "DSC_1-edited.JPG", nil),
        ("a.JPG", "a (2).JPG", nil), ("a.JPG", "A.jpg", nil),
    ])
    func `a name is that of the former original, unless it was made of that one`(
        original: String,
        present: String,
        name: String?
    ) {
        #expect(InheritedName.name(of: original, for: present) == name)
    }

    @Test func `a photo whose original comes back from a card has the name that it had`() throws {
        let fixture = try SourceFixture(environment: SourceFixture.environment())
        try fixture.write("DSC_1.JPG", TestJPEG(seed: 1).data())
        try fixture.write("DSC_1.DNG", TestDNG().data())
        try fixture.sweep()
        let before = try #require(try fixture.assets().values.first)
        try #require(before.filename == "DSC_1.JPG")
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
        let files = ["DSC_1.JPG", "DSC_1.DNG"].map { card.appendingPathComponent($0) }
        for file in files {
            try FileManager.default.copyItem(at: fixture.url(file.lastPathComponent), to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)],
                ofItemAtPath: file.path
            )
        }
        _ = try Importer(fixture.library).run([card])
        try fixture.remove("DSC_1.JPG")
        try fixture.sweep()
        try fixture.leaveOutMissingFiles(of: before.uuid)
        #expect(try fixture.library.asset(before.uuid)?.filename == "DSC_1.DNG")
        _ = try Importer(fixture.library).run(files)
        #expect(try fixture.roles() == [["DSC_1.JPG": 1, "DSC_1.DNG": 4]])
        #expect(try fixture.library.asset(before.uuid)?.filename == "DSC_1.JPG")
    }
}
