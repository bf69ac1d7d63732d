import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files of other programs beside a photo: the library keeps their bytes, so that a card may be wiped.
@Suite(.permit) struct KeptFileTests: KeptFileSuite {
    let clock: TestClock
    let fixture: ImportFixture

    init() throws { (clock, fixture) = try Self.makeFixture() }

    private func backUp(to name: String = "Backup.photolib") throws -> URL {
        let url = fixture.folder.appendingPathComponent(name, isDirectory: true)
        #expect(try LibraryBackup(fixture.library).run(to: url).findings.isEmpty)
        return url
    }

    @Test func `what other programs know of a photo is kept, backed up and checked`() throws {
        let bytes = try writeAll()
        let (summary, events) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.refusedCount == 0 && summary.otherCount == 0)
        #expect(Set(events.joined.keys) == Set(Self.names))
        #expect(try kept() == bytes)
        // No call of PhotoKit lists them.
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        #expect(try fixture.library.records.resources(ofAssets: rows)[rows[0]]?.count == 1)
        #expect(try findings().isEmpty)
        #expect(try fixture.run().summary.unchangedCount == 1 + Self.names.count)
        let copy = try Library.open(backUp(), mode: .readOnly)
        defer { copy.close() }
        #expect(try kept(in: copy) == bytes)
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a lost or damaged one is named, and comes back with an import`() throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let files = try fixture.library.originals.keptFiles(ofAssets: rows)[rows[0]] ?? []
        for file in files {
            try FileManager.default.removeItem(at: fixture.library.layout.original(file.file))
        }
        #expect(try findings() == Array(repeating: .originalMissing, count: Self.names.count))
        #expect(try fixture.run().summary.joinedCount == Self.names.count)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a repair brings lost and damaged ones back from a folder and from other photos`()
        throws
    {
        var bytes = try writeAll()
        // Another photo keeps the same bytes.
        try fixture.write(picture: "2.jpg", seed: 2)
        try fixture.write("2.jpg.pp3", bytes["1.jpg.pp3"] ?? [])
        bytes["2.jpg.pp3"] = bytes["1.jpg.pp3"]
        _ = try fixture.run()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let files = try fixture.library.originals.keptFiles(ofAssets: rows).values.joined()
        for file in files where file.filename != "2.jpg.pp3" {
            let url = fixture.library.layout.original(file.file)
            if file.filename == "1.jpg.dop" {
                #expect(chmod(url.path, 0o600) == 0)
                try Data(repeating: 0, count: Int(file.byteCount)).write(to: url)
            } else {
                try FileManager.default.removeItem(at: url)
            }
        }
        // The folder from which they came has their bytes.
        let card = fixture.folder.appendingPathComponent("card")
        try FileManager.default.moveItem(at: fixture.source, to: card)
        let twins = try LibraryHealing(fixture.library, readingBytes: true).run(from: [])
        #expect(twins.healed.count == 1 && twins.lost == Self.names.count - 1)
        let outcome = try LibraryHealing(fixture.library, readingBytes: true)
            .run(from: [card])
        #expect(outcome.healed.count == Self.names.count - 1 && outcome.lost == 0)
        #expect(outcome.problems.isEmpty)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a moving import removes them from the card`() throws {
        let bytes = try writeAll()
        _ = try fixture.run(options: { $0.transfer = .move })
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.source.path).isEmpty)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a moving import removes what an interrupted one has kept, after it was read`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        // Other bytes of the same size in the library's own file: the card has the only ones.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let damaged = try #require(files.first { $0.filename == "1.jpg.dop" })
        let url = fixture.library.layout.original(damaged.file)
        #expect(chmod(url.path, 0o600) == 0)
        try Data(repeating: 0, count: Int(damaged.byteCount)).write(to: url)
        let (summary, events) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.removedCount == Self.names.count)
        #expect(events.stayed["1.jpg.dop"]?.contains("does not have its bytes") == true)
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.source.path)
        #expect(left == ["1.jpg.dop"] && bytes.count == Self.names.count)
    }

    @Test func `the same one from another folder is known, and its bytes are stored once`() throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        let originals = try fixture.library.originals()
        let card = fixture.source.deletingLastPathComponent().appendingPathComponent("card")
        try FileManager.default.copyItem(at: fixture.source, to: card)
        let planned = try fixture.run([card], options: { $0.isDryRun = true }).summary
        #expect(planned.duplicateCount == Self.names.count + 1 && planned.joinedCount == 0)
        let (summary, _) = try fixture.run([card])
        #expect(summary.duplicateCount == Self.names.count + 1 && summary.joinedCount == 0)
        #expect(try fixture.library.originals() == originals)
        #expect(try fixture.run([card]).summary.unchangedCount == Self.names.count + 1)
        // The library's own file has other bytes now, so that the card's is taken.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let damaged = try #require(files.first { $0.filename == "1.jpg.dop" })
        let url = fixture.library.layout.original(damaged.file)
        #expect(chmod(url.path, 0o600) == 0)
        try Data(repeating: 0, count: Int(damaged.byteCount)).write(to: url)
        let other = fixture.source.deletingLastPathComponent().appendingPathComponent("other")
        try FileManager.default.copyItem(at: card, to: other)
        #expect(try fixture.run([other]).summary.joinedCount == 1)
        #expect(try kept() == bytes && findings().isEmpty)
        // A moving import removes what the library keeps.
        let moved = try fixture.run([other], options: { $0.transfer = .move }).summary
        #expect(moved.removedCount == Self.names.count + 1)
    }

    /// A read of a folder fails as that of a bad sector does: it can be opened.
    @Test
    func `one that cannot be read in the library comes in as a new one, and the import goes on`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let unreadable = ["1.xmp", "1.jpg.dop"]
        for file in files where unreadable.contains(file.filename) {
            let url = fixture.library.layout.original(file.file)
            try FileManager.default.removeItem(at: url)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            let descriptor = open(url.path, O_RDONLY)
            var byte: UInt8 = 0
            #expect(descriptor >= 0 && read(descriptor, &byte, 1) < 0)
            close(descriptor)
        }
        let card = fixture.source.deletingLastPathComponent().appendingPathComponent("card")
        try FileManager.default.copyItem(at: fixture.source, to: card)
        try Data(TestJPEG(seed: 9).data()).write(to: card.appendingPathComponent("9.jpg"))
        let (summary, events) = try fixture.run([card])
        #expect(summary.importedCount == 1 && summary.refusedCount == 0)
        #expect(Set(events.joined.keys) == Set(unreadable))
        #expect(summary.duplicateCount == 1 + Self.names.count - unreadable.count)
        #expect(try kept() == bytes)
        // The new files are known from now on.
        let other = fixture.source.deletingLastPathComponent().appendingPathComponent("other")
        try FileManager.default.copyItem(at: fixture.source, to: other)
        #expect(try fixture.run([other]).summary.joinedCount == 0)
    }

    @Test func `a later import of a changed one keeps both for thirty days`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", Self.history(3))
        _ = try fixture.run()
        try fixture.write("1.xmp", Self.history(12))
        #expect(try fixture.run().summary.joinedCount == 1)
        #expect(try kept() == ["1.xmp": Self.history(12)])
        #expect(try fixture.library.originals().count == 3)
        clock.advance(days: 29)
        try fixture.library.commits.purgeExpired()
        #expect(try fixture.library.originals().count == 3)
        clock.advance(days: 2)
        try fixture.library.commits.purgeExpired()
        #expect(try fixture.library.originals().count == 2)
        #expect(try kept() == ["1.xmp": Self.history(12)] && findings().isEmpty)
    }

    @Test func `they go when their photo is deleted for good`() throws {
        try writeAll()
        let asset = try #require(try fixture.run().events.imported["1.jpg"])
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([asset.uuid])]))
        #expect(try fixture.library.originals().count == 1 + Self.names.count)
        try fixture.library.commits.commit(ChangeBlock([.purgeAssets([asset.uuid])]))
        #expect(try fixture.library.originals().isEmpty && findings().isEmpty)
    }

    @Test func `one without its photo waits, and joins when the photo is there`() throws {
        try fixture.write("1.jpg.pp3", Array("settings".utf8))
        #expect(try fixture.run().summary.refusedCount == 0)
        #expect(try fixture.library.originals().isEmpty)
        try fixture.write(picture: "1.jpg", seed: 1)
        let (summary, _) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.joinedCount == 1)
        #expect(try kept() == ["1.jpg.pp3": Array("settings".utf8)])
        // One that comes alone later finds its photo by its name.
        try fixture.write("1.jpg.dop", Array("more".utf8))
        #expect(try fixture.run().summary.joinedCount == 1)
        #expect(try kept().count == 2)
    }

    @Test func `a sidecar that earlier software only read is kept by the next import`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", Self.history(3))
        _ = try fixture.run()
        try fixture.forgetKeptFiles()
        #expect(try kept().isEmpty)
        #expect(try fixture.run().summary.joinedCount == 1)
        #expect(try kept() == ["1.xmp": Self.history(3)])
    }
}
