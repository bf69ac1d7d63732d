import Foundation
import GRDB
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What photos have after their source was forgotten.
@Suite(.permit) struct ForgottenSourceTests {
    /// A pair of RAW and JPEG in a source, whose JPEG another source has, too.
    private func pair() throws -> (fixture: SourceFixture, other: SourceRow, copy: URL) {
        let fixture = try SourceFixture(environment: SourceFixture.environment())
        try fixture.write("DSC_1.JPG", 1)
        try fixture.write("DSC_1.DNG", TestDNG().data())
        try fixture.write("../other/copy.jpg", 1)
        try fixture.sweep()
        let folder = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        let other = try fixture.library.sources.addSource(folder)
        _ = try SourceSweep(fixture.library, source: other.id).run()
        try #require(try fixture.assets().count == 1)
        return (fixture, other, folder.appendingPathComponent("copy.jpg"))
    }

    @Test(arguments: [LibrarySources.AbandonedAssets.keepOffline, .delete])
    func `a file that another source has stays, although the photo lacks another one`(
        choice: LibrarySources.AbandonedAssets
    ) throws {
        let (fixture, _, copy) = try pair()
        let library = fixture.library
        try library.sources.forgetSource(fixture.source.id, assets: choice)
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        try #require(rows.count == 1)
        let record = try #require(try library.records.assets(rows).records[rows[0]])
        #expect(record.trashedDate == nil && record.traits.contains(.offline))
        let resources = try library.records.resources(ofAssets: rows)[rows[0]] ?? []
        try #require(resources.count == 2)
        for resource in resources {
            let isHere = resource.filename == "DSC_1.JPG"
            #expect(try library.originals.isMissingFromSource(resource) == !isHere)
            if isHere { #expect(try library.originals.url(of: resource).path == copy.path) }
        }
        let forgotten = try library.originals.filesInForgottenSources()
        #expect(forgotten.map(\.filename) == ["DSC_1.DNG"] && forgotten.allSatisfy(\.isPart))
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `a file of which another photo has the bytes in reach is copied`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let library = fixture.library
        let first = try #require(try fixture.uuids()["a.jpg"])
        // The other photo has a file of the library's own.
        try fixture.write("../card/b.jpg", 1)
        var options = ImportOptions()
        options.duplicates = .keep
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(library, options: options).run([card])
        try #require(try fixture.assets().count == 2)
        _ = try LibraryHealing(library).forgetSource(fixture.source.id, assets: .keepOffline)
        let record = try #require(try library.asset(first))
        #expect(!record.traits.contains(.offline))
        #expect(try library.originals.filesInForgottenSources().isEmpty)
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `the library keeps the sidecars and settings files beside its photos`() throws {
        let fixture = try SourceFixture(["a.jpg": 1], environment: SourceFactsTests.environment())
        let library = fixture.library
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Lake"))
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try fixture.sweep()
        let taken = try LibraryHealing(library).forgetSource(
            fixture.source.id,
            assets: .keepOffline
        )
        #expect(taken.keptCount == 2 && taken.missing.isEmpty)
        func companions() throws -> [String: String] {
            let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
            let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
            return try Dictionary(
                files.map { ($0.name, try String(contentsOf: $0.url, encoding: .utf8)) }
            ) { $1 }
        }
        let kept = try companions()
        #expect(Set(kept.keys) == ["a.jpg.xmp", "a.jpg.pp3"] && kept["a.jpg.pp3"] == "settings")
        #expect(kept["a.jpg.xmp"]?.contains("Lake") == true)
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
        // A later state in the folder counts when the folder is a source again.
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        let again = try library.sources.addSource(fixture.top)
        _ = try SourceSweep(library, source: again.id).run()
        let records = try library.records.assets(library.records.fetch(FetchPlan(.assets)).rows)
            .records.values
        #expect(records.map(\.caption) == ["Harbour"])
        #expect(try companions()["a.jpg.xmp"]?.contains("Harbour") == true)
    }

    @Test func `a copy gets no name whose file is about to be removed`() throws {
        func keptFile(besides released: String?) throws -> String {
            let fixture = try SourceFixture(["a.jpg": 1])
            let library = fixture.library
            try fixture.write("a.jpg.pp3", Array("settings".utf8))
            try fixture.sweep()
            if let released {
                let queue = try DatabaseQueue(path: library.layout.database.path)
                defer { try? queue.close() }
                try queue.write {
                    try $0.execute(
                        sql: "INSERT INTO released_file (file) VALUES (?)",
                        arguments: [released]
                    )
                }
            }
            _ = try LibraryHealing(library).forgetSource(fixture.source.id, assets: .keepOffline)
            let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
            let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
            let url = try #require(files.first).url
            #expect(FileManager.default.fileExists(atPath: url.path))
            return "\(url.deletingLastPathComponent().lastPathComponent)/\(url.lastPathComponent)"
        }
        let name = try keptFile(besides: nil)
        #expect(try keptFile(besides: name) != name)
    }

    @Test func `a refused forgetting copies nothing`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        let library = fixture.library
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try fixture.sweep()
        var settings = try library.settings.read()
        settings.trashDays = 0
        try library.settings.change(settings)
        for choice in [nil, LibrarySources.AbandonedAssets.delete] {
            #expect(throws: StoreError.self) {
                try LibraryHealing(library).forgetSource(fixture.source.id, assets: choice)
            }
        }
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
        #expect(files.map(\.name) == ["a.jpg.pp3"] && !files.contains(where: \.isKept))
    }

    @Test(arguments: [nil, LibrarySources.AbandonedAssets.delete])
    func `settings stay with a photo that keeps its file`(
        choice: LibrarySources.AbandonedAssets?
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1, "../other/a.jpg": 1])
        let library = fixture.library
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try fixture.sweep()
        let folder = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        let other = try library.sources.addSource(folder)
        _ = try SourceSweep(library, source: other.id).run()
        let taken = try LibraryHealing(library).forgetSource(fixture.source.id, assets: choice)
        #expect(taken.keptCount == 1 && taken.missing.isEmpty)
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let record = try #require(try library.records.assets(rows).records[rows[0]])
        #expect(record.trashedDate == nil && !record.traits.contains(.offline))
        let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
        #expect(files.map(\.name) == ["a.jpg.pp3"])
    }

    @Test func `settings of the name that an import kept stay beside those of the source`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        let library = fixture.library
        try fixture.write("../card/a.jpg.pp3", Array("old".utf8))
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(library).run([card])
        try fixture.write("a.jpg.pp3", Array("new".utf8))
        try fixture.sweep()
        let taken = try LibraryHealing(library).forgetSource(
            fixture.source.id,
            assets: .keepOffline
        )
        #expect(taken.keptCount == 1 && taken.missing.isEmpty)
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
        let texts = try files.map { try String(contentsOf: $0.url, encoding: .utf8) }
        #expect(texts.sorted() == ["new", "old"])
    }

    @Test func `a sidecar that nobody has is named, and one that a person removed is not`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        for name in ["a.jpg.pp3", "b.jpg.pp3"] { try fixture.write(name, Array("x".utf8)) }
        try fixture.sweep()
        for name in ["a.jpg", "a.jpg.pp3", "b.jpg.pp3"] { try fixture.remove(name) }
        let taken = try LibraryHealing(fixture.library).forgetSource(
            fixture.source.id,
            assets: .keepOffline
        )
        #expect(taken.keptCount == 0 && taken.missing == ["a.jpg.pp3"])
    }

    /// A command that takes the sidecars of photos along.
    enum Command: CaseIterable { case forget, fetch, repair }

    @Test(arguments: Command.allCases)
    func `a sidecar that went with its RAW file is named, although the JPEG is there`(
        _ command: Command
    ) throws {
        let raw = SourceFactsTests.file("rating=1", seed: 2)
        let fixture = try SourceFactsTests.pair("DSC_1.DNG.xmp") { environment in
            environment.look = {
                ObjectLookAnswer(marks: [], objects: Set($0.objects), hasDatabase: true)
            }
            environment.transfer = { try Data(raw).write(to: $0.file) }
        }
        let library = fixture.library
        for name in ["DSC_1.DNG", "DSC_1.DNG.xmp"] { try fixture.remove(name) }
        try fixture.sweep()
        let healing = LibraryHealing(library)
        switch command {
        case .forget:
            let taken = try healing.forgetSource(fixture.source.id, assets: .keepOffline)
            #expect(taken.missing == ["DSC_1.DNG.xmp"])
        case .fetch:
            let remote = try library.remotes.addRemote(
                RemoteRow(
                    uuid: library.environment.makeUUID(),
                    name: "disk",
                    address: "/a/place",
                    incarnation: library.identity.incarnation,
                    takesSources: true,
                    addedDate: library.environment.now()
                )
            )
            try library.core.onWriter { db in
                try db.execute(
                    sql: """
                        INSERT INTO remote_object (remote_id, checksum, byte_count, stored_date)
                        SELECT ?, checksum, byte_count, 0 FROM resource
                        """,
                    arguments: [remote.id]
                )
            }
            let fetch = try healing.fetchSourceFiles(ofAssets: nil)
            #expect(fetch.fetched.count == 1 && fetch.missing == ["DSC_1.DNG.xmp"])
        case .repair:
            try fixture.write("../card/DSC_1.DNG", raw)
            let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
            let outcome = try healing.run(from: [card])
            #expect(outcome.healed.count == 1 && outcome.lostNames == ["DSC_1.DNG.xmp"])
        }
    }
}
