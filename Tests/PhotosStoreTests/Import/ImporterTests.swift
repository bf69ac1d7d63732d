import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct ImporterTests {
    @Test func `a remote in a folder is left out, counted and named`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "disk/originals/b.jpg", seed: 2)
        try fixture.write("disk/library/000001-a.json", [])
        let (summary, log) = try fixture.run()
        #expect(
            summary.importedCount == 1 && summary.passedOverCount == 1 && summary.refusedCount == 0
        )
        let named = log.losses.filter { $0.key.hasSuffix("/disk") }
        #expect(named.values.first?.contains("photokit remote restore") == true, "\(log.losses)")
    }

    @Test func `pictures and movies come in by content, in blocks`() throws {
        let fixture = try ImportFixture()
        for seed in 0..<5 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try fixture.write("wrong-name.txt", TestPNG(width: 40, height: 20).data())
        try fixture.write("movie.mov", TestMovie(.quickTime).data())
        let (summary, log) = try fixture.run(options: { $0.blockFiles = 3 })
        #expect(summary.importedCount == 7)
        #expect(log.found == 7)
        #expect(log.refused.isEmpty)
        #expect(try fixture.assetCount() == 7)
        let changes = try fixture.library.history.changes(after: 0, upTo: .max)
        #expect(changes.map(\.work) == [.imported, .imported, .imported])
        let uuid = try #require(log.imported["wrong-name.txt"]?.uuid)
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        let asset = try #require(try fixture.library.records.assets([row]).records[row])
        #expect(asset.pixelWidth == 40)
        #expect(asset.contentType == "public.png")
    }

    @Test func `a bad file is named with its reason and stops nobody`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("2.txt", Array("This is no picture.".utf8))
        try fixture.write("3.jpg", [])
        try fixture.write("4.jpg", Array(TestJPEG().data().prefix(30)))
        try fixture.write(picture: "5.jpg", seed: 5)
        let (summary, log) = try fixture.run()
        #expect(Set(log.imported.keys) == ["1.jpg", "5.jpg"])
        #expect(log.others == ["2.txt"])
        #expect(Set(log.refused.keys) == ["3.jpg", "4.jpg"])
        #expect(summary.refusedCount == 2 && summary.otherCount == 1)
        #expect(log.refused["3.jpg"]?.contains("empty") == true)
        #expect(log.refused["4.jpg"]?.contains("damaged") == true)
    }

    @Test func `a file that only its header can be read of is kept, and told about`() throws {
        let environment = EngineEnvironment(examine: { descriptor, name in
            guard name != "bad.jpg" else { throw MediaFileError(.damaged, "the worker says so") }
            return MediaFacts(
                header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor))
            )
        })
        let fixture = try ImportFixture(environment: environment)
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "bad.jpg", seed: 2)
        try fixture.write(picture: "c.jpg", seed: 3)
        let (summary, log) = try fixture.run()
        #expect(Set(log.imported.keys) == ["a.jpg", "bad.jpg", "c.jpg"])
        #expect(log.complaints["bad.jpg"]?.contains("the worker says so") == true)
        #expect(summary.importedCount == 3 && summary.incompleteCount == 1)
        let report = try String(contentsOf: try #require(summary.reportURL), encoding: .utf8)
        #expect(report.contains("bad.jpg") && report.contains("the worker says so"))
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `imports of the same second and the same mark have a report each`() throws {
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let fixture = try ImportFixture(
            environment: EngineEnvironment(now: { start }, random: { 7 })
        )
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            try fixture.write(name, [])
            let report = try #require(try fixture.run().summary.reportURL)
            #expect(try String(contentsOf: report, encoding: .utf8).contains(name))
        }
        let reports = try FileManager.default.contentsOfDirectory(
            atPath: fixture.library.layout.reports.path
        )
        let first = "import-20230308T202640Z-7"
        #expect(Set(reports) == ["\(first).jsonl", "\(first)-2.jsonl", "\(first)-3.jsonl"])
    }

    @Test func `the same bytes twice are one asset, in one run and in the next`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 1)
        let (first, log) = try fixture.run()
        #expect(first.importedCount == 1 && first.duplicateCount == 1)
        #expect(log.duplicates["b.jpg"] == log.imported["a.jpg"])
        let (second, again) = try fixture.run()
        #expect(
            second.importedCount == 0 && second.duplicateCount == 0 && second.unchangedCount == 2
        )
        #expect(again.unchanged == 2)
        #expect(try fixture.assetCount() == 1)
        #expect(try fixture.library.history.changes(after: 0, upTo: .max).count == 1)
    }

    @Test func `duplicates come in when they are asked for`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 1)
        #expect(try fixture.run(options: { $0.duplicates = .keep }).summary.importedCount == 2)
        #expect(try fixture.run(options: { $0.duplicates = .keep }).summary.unchangedCount == 2)
        #expect(try fixture.assetCount() == 2)
    }

    @Test(arguments: [nil, "All"] as [String?])
    func `a duplicate whose photo was deleted meanwhile stays out of its album alone`(
        _ album: String?
    ) throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let name = try #require(try fixture.run().events.imported["a.jpg"])
        try fixture.write(picture: "b.jpg", seed: 1)
        for copy in ["c.jpg", "d.jpg"] { try fixture.write(picture: copy, seed: 2) }
        var options = ImportOptions()
        options.duplicates = .album
        options.album = album
        let library = fixture.library
        let log = Mutex(ImportLog())
        let importer = Importer(
            library,
            options: options,
            isCancelled: { false },
            notify: { event in
                log.withLock { $0.add(event) }
                guard case .duplicate(_, of: name.description) = event else { return }
                _ = try? library.commits.commit(ChangeBlock([.deleteAssets([name.uuid])]))
            }
        )
        let summary = try importer.run([fixture.source])
        let refused = log.withLock { $0.refused }
        #expect(summary.importedCount == 1 && summary.refusedCount == 0, "\(refused)")
        let duplicates = try #require(
            try library.records.album(titled: ImportOptions.duplicatesAlbum)
        )
        let rows = try library.records.rows(of: [duplicates], in: .collection)
        let members = try library.records.fetch(
            FetchPlan(.members(album: try #require(rows[duplicates])))
        ).rows
        let photo = try #require(log.withLock { $0.imported["c.jpg"] }).uuid
        let photos = try library.records.rows(of: [photo], in: .asset)
        let row = try #require(photos[photo])
        #expect(Array(members) == [row])
    }

    @Test(arguments: [true, false])
    func `a photo that was deleted meanwhile divides no block with albums`(
        ofFolders: Bool
    ) throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let name = try #require(try fixture.run().events.imported["a.jpg"])
        for (copy, seed) in [("b.jpg", 1), ("c.jpg", 2), ("d.jpg", 3)] as [(String, UInt8)] {
            try fixture.write(picture: copy, seed: seed)
        }
        var options = ImportOptions()
        options.makesAlbumsOfFolders = ofFolders
        if !ofFolders { options.album = "All" }
        let library = fixture.library
        let count = try library.history.changes(after: 0, upTo: .max).count
        let importer = Importer(
            library,
            options: options,
            isCancelled: { false },
            notify: { event in
                guard case .duplicate(_, of: name.description) = event else { return }
                _ = try? library.commits.commit(ChangeBlock([.deleteAssets([name.uuid])]))
            }
        )
        let summary = try importer.run([fixture.source])
        #expect(summary.importedCount == 2 && summary.refusedCount == 0)
        // The deletion, and the block of the import.
        #expect(try library.history.changes(after: 0, upTo: .max).count == count + 2)
    }

    @Test func `what lies in Recently Deleted does not stand in the way`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let name = try #require(try fixture.run().events.imported["a.jpg"])
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([name.uuid])]))
        #expect(try fixture.run().summary.importedCount == 1)
    }

    @Test func `without a date in the file its modification date is taken`() throws {
        let fixture = try ImportFixture()
        let url = try fixture.write(picture: "a.jpg", seed: 1)
        let date = Date(timeIntervalSinceReferenceDate: 500_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        let uuid = try #require(try fixture.run().events.imported["a.jpg"]?.uuid)
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        let asset = try #require(try fixture.library.records.assets([row]).records[row])
        #expect(asset.creationDate == date)
        #expect(asset.dateSource == "file")
        #expect(asset.filename == "a.jpg")
    }

    @Test func `a cancelled import keeps what it has committed and tells so`() throws {
        let fixture = try ImportFixture()
        for seed in 0..<6 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        let library = fixture.library
        let (summary, _) = try fixture.run(
            isCancelled: { (try? library.history.currentPosition().sequence) ?? 0 >= 1 },
            options: { $0.blockFiles = 2 }
        )
        #expect(summary.wasCancelled)
        #expect(summary.importedCount == 2)
        #expect(try fixture.assetCount() == 2)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `progress ends with every file and byte`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("b.txt", [1, 2, 3])
        let last = try #require(try fixture.run().events.progress.last)
        #expect(last.filesDone == 2 && last.filesTotal == 2)
        #expect(last.bytesDone == last.bytesTotal)
    }

    @Test func `a library that was opened read-only takes nothing in`() throws {
        let fixture = try ImportFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let reader = try Library.open(fixture.library.layout.root, mode: .readOnly)
        defer { reader.close() }
        let error = #expect(throws: StoreError.self) { try Importer(reader).run([fixture.source]) }
        #expect(error?.code == .readOnly)
    }
}
