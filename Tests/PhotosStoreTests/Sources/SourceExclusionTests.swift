import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What is left out of sources, which folders are no sources, and the previews of what sweeps bring in.
@Suite(.permit) struct SourceExclusionTests {
    @Test func `what a person leaves out is kept with the source`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "exports/b.jpg": 2, "c.tmp.jpg": 3])
        try fixture.write("@eaDir/t.jpg", 4)
        _ = try fixture.library.sources.addSource(
            fixture.top,
            excluding: ["exports/", "*.tmp.*", "exports"]
        )
        let report = try fixture.sweep()
        #expect(report.createdCount == 1 && report.passedOverCount == 3 && report.fileCount == 1)
        #expect(Set(try fixture.assets().keys) == ["a.jpg"])
        let id = fixture.source.id
        let patterns = {
            try fixture.library.sources.readLedger { try $0.exclusions(ofSource: id) }
        }
        #expect(try patterns() == ["*.tmp.*", "exports"])
        // Adding it again without patterns changes nothing.
        _ = try fixture.library.sources.addSource(fixture.top)
        #expect(try patterns().count == 2)
        try fixture.library.sources.exclude([], fromSource: id)
        #expect(try fixture.sweep().createdCount == 2)
        try fixture.library.sources.exclude(["exports"], fromSource: id)
        #expect(try fixture.sweep().vanishedCount == 1)
        #expect(try fixture.offline().count == 1)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `small copies that cameras write beside movies are left out and counted`() throws {
        let fixture = try SourceFixture([
            "DCIM/GX010042.MP4": 1, "DCIM/GL010042.LRV": 2, "DCIM/GX010042.THM": 3,
            "M4ROOT/CLIP/C0001.MP4": 4, "M4ROOT/THMBNL/C0001T01.JPG": 5,
            // The movie is gone, and this may be all that is left of it.
            "DCIM/GL010043.LRV": 6,
        ])
        let report = try fixture.sweep()
        #expect(report.createdCount == 3 && report.passedOverCount == 3)
        #expect(
            Set(try fixture.assets().keys.map { ($0 as NSString).lastPathComponent })
                == ["GX010042.MP4", "C0001.MP4", "GL010043.LRV"]
        )
        let again = try fixture.sweep()
        #expect(again.createdCount == 0 && again.vanishedCount == 0 && again.passedOverCount == 3)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `a small copy that is a photo already stays one, also where it moves`() throws {
        let fixture = try SourceFixture(["DCIM/GL010042.LRV": 1])
        #expect(try fixture.sweep().createdCount == 1)
        try fixture.write("DCIM/GX010042.MP4", 2)
        let joined = try fixture.sweep()
        #expect(
            joined.createdCount == 1 && joined.vanishedCount == 0 && joined.passedOverCount == 0
        )
        try fixture.move("DCIM/GL010042.LRV", to: "other/GL010042.LRV")
        try fixture.move("DCIM/GX010042.MP4", to: "other/GX010042.MP4")
        let moved = try fixture.sweep()
        #expect(moved.movedCount == 2 && moved.vanishedCount == 0 && moved.passedOverCount == 0)
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `libraries are no sources, nor is what lies in one or holds this one`() throws {
        let fixture = try SourceFixture()
        let root = fixture.library.layout.root
        let other = try ImportFixture()
        let plain = other.folder.appendingPathComponent("plain")
        try FileManager.default.copyItem(at: other.library.layout.root, to: plain)
        let apple = fixture.folder.url.appendingPathComponent("Mac.photoslibrary")
        try FileManager.default.createDirectory(at: apple, withIntermediateDirectories: true)
        for (url, words) in [
            (root, "is a photo library"), (root.appendingPathComponent("originals"), "lies in"),
            (plain, "is a photo library"), (plain.appendingPathComponent("staging"), "lies in"),
            (apple, "photokit import"),
        ] {
            let error = #expect(throws: StoreError.self) {
                try fixture.library.sources.addSource(url)
            }
            #expect(error?.message.contains(words) == true, "\(url.path): \(error?.message ?? "")")
        }
        #expect(try fixture.library.sources.all(.inPlace).count == 1)
        let within = try #require(throws: StoreError.self) {
            let library = try Library.open(plain)
            defer { library.close() }
            _ = try library.sources.addSource(other.folder)
        }
        #expect(within.message.contains("holds the library itself"))
    }

    /// As the pictures folder does, which the library is in where nothing else is said.
    @Test func `a source may hold the library, which sweeps pass over`() throws {
        let folder = try TemporaryFolder()
        let library = try Library.open(
            folder.url.appendingPathComponent("L.photolib"),
            create: true
        )
        defer { library.close() }
        try library.addPicture(seed: 5)
        try Data(TestJPEG(seed: 6).data()).write(to: folder.url.appendingPathComponent("a.jpg"))
        let source = try library.sources.addSource(folder.url)
        #expect(source.path == folder.url.standardizedFileURL.path)
        let sweep = try SourceSweep(library, source: source.id, options: .init(), notify: { _ in })
        #expect(try sweep.run().createdCount == 1)
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 2)
    }

    @Test func `a sweep makes previews of what is new and of what was edited`() throws {
        let decoder = FakeDecoder()
        var environment = EngineEnvironment()
        environment.pictures = decoder.pictures
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2], environment: environment)
        #expect(try fixture.sweep { $0.makesPreviews = true }.withoutPreviewCount == 0)
        #expect(fixture.library.pictures.previews.inventory().counts == [.grid: 2, .screen: 2])
        #expect(decoder.requests.count == 2)
        let handle = try FileHandle(forWritingTo: fixture.url("a.jpg"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(TestJPEG(seed: 9).data()))
        try handle.close()
        #expect(try fixture.sweep { $0.makesPreviews = true }.editedCount == 1)
        #expect(decoder.requests.count == 3)
        _ = try fixture.sweep { $0.makesPreviews = true }
        #expect(decoder.requests.count == 3)
        decoder.error = MediaWorkerError(.died)
        try fixture.write("c.jpg", 3)
        #expect(try fixture.sweep { $0.makesPreviews = true }.withoutPreviewCount == 1)
        let reported = fixture.events.contains {
            if case .withoutPreview(let url, _) = $0 { url == fixture.url("c.jpg") } else { false }
        }
        #expect(reported)
    }

    @Test func `the name and place of a file in its source are those of the last sweep`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        try fixture.move("a.jpg", to: "2026/new.jpg")
        try fixture.sweep()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        #expect(try fixture.library.originals.sourceFilename(ofAsset: row) == "new.jpg")
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [row])[row]?.first
        )
        #expect(resource.filename == "a.jpg")
        #expect(
            try fixture.library.originals.sourceURL(of: resource)?.path
                == fixture.url("2026/new.jpg").path
        )
        let own = try ImportFixture()
        try own.write(picture: "b.jpg", seed: 2)
        _ = try own.run()
        let kept = try #require(try own.library.records.fetch(FetchPlan(.assets)).rows.first)
        #expect(try own.library.originals.sourceFilename(ofAsset: kept) == nil)
    }
}
