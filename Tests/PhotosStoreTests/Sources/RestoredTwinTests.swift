import Foundation
import PhotosImport
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotosStore

/// Photos that are restored after their source was forgotten, while their files came in again as other photos.
@Suite(.permit) struct RestoredTwinTests {
    /// Adds the folder of a fixture as a source, and sweeps it.
    @discardableResult
    private func addAgain(_ fixture: SourceFixture) throws -> LibrarySource.Report {
        let source = try fixture.library.sources.addSource(fixture.top)
        return try SourceSweep(fixture.library, source: source.id).run()
    }

    /// A library whose photo is in Recently Deleted with a caption, and whose source was forgotten.
    private func forgotten(
        _ files: [String: UInt8] = ["a.jpg": 1]
    ) throws
        -> (fixture: SourceFixture, photo: AssetRecord)
    {
        let fixture = try SourceFixture(files)
        try fixture.sweep()
        let photo = try #require(try fixture.assets()["a.jpg"])
        try caption(photo.uuid, "Harbour", fixture)
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .delete)
        return (fixture, photo)
    }

    private func moveTop(_ fixture: SourceFixture) throws -> LibrarySource.Report {
        let moved = fixture.folder.url.appendingPathComponent("moved", isDirectory: true)
        try FileManager.default.moveItem(at: fixture.top, to: moved)
        let source = try fixture.library.sources.addSource(moved)
        return try SourceSweep(fixture.library, source: source.id).run()
    }

    @Test func `a photo whose source is missing gets the files of the photo in the new source`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let photo = try #require(try fixture.assets()["a.jpg"])
        try caption(photo.uuid, "Harbour", fixture)
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([photo.uuid])]))
        #expect(try moveTop(fixture).createdCount == 1)
        try restore(photo, fixture)
        let left = try present(fixture)
        #expect(left.map(\.uuid) == [photo.uuid] && left.first?.caption == "Harbour")
        try expectWhole(fixture)
    }

    @Test func `two photos with the same bytes both return with a moved source`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let handle = try FileHandle(forWritingTo: fixture.url("b.jpg"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(TestJPEG(width: 32, seed: 1).data()))
        try handle.close()
        try #require(try fixture.sweep().editedCount == 1)
        #expect(try moveTop(fixture).returnedCount == 2)
        #expect(try present(fixture).count == 2)
        try expectWhole(fixture)
    }

    @Test func `the sources of many files are read at once`() throws {
        let tracer = StatementTracer()
        let fixture = try SourceFixture(
            ["a.jpg": 1, "b.jpg": 2, "c.jpg": 3],
            environment: .traced(by: tracer)
        )
        try fixture.sweep()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        try #require(rows.count == 3)
        func count(_ rows: [Int64]) throws -> Int {
            try tracer.statements { _ = try fixture.library.duplicates.twinPlan(for: rows) }
                .count { $0.contains("source_file") }
        }
        #expect(try count(rows) == count([rows[0]]))
    }

    private func caption(_ uuid: UUID, _ text: String, _ fixture: SourceFixture) throws {
        var update = AssetUpdate()
        update.values[.caption] = .text(text)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
    }

    private func restore(_ photo: AssetRecord, _ fixture: SourceFixture) throws {
        let library = fixture.library
        let plan = try library.duplicates.twinPlan(for: [photo.rowID])
        try library.commits.commit(
            ChangeBlock([.restoreAssets([photo.uuid]), .replaceTwins(plan.replacements)])
        )
        let copies = try LibraryHealing(library).copyFilesOfTwins(for: [photo.rowID], plan)
        try library.commits.commit(ChangeBlock([.deleteAssets(copies.makingWay)]))
    }

    private func present(_ fixture: SourceFixture) throws -> [AssetRecord] {
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        return try rows.compactMap { try fixture.library.records.assets([$0]).records[$0] }
            .filter { $0.trashedDate == nil }
    }

    private func expectWhole(_ fixture: SourceFixture) throws {
        for record in try present(fixture) {
            #expect(!record.traits.contains(.offline))
            for resource in try fixture.library.records.resources(ofAssets: [record.rowID]).flatMap(
                \.value
            ) {
                let file = try fixture.library.originals.url(of: resource)
                #expect(FileManager.default.fileExists(atPath: file.path))
            }
        }
        #expect(try fixture.library.originals.filesInForgottenSources().isEmpty)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test
    func `it takes the file of a photo that nobody has changed, which moves to Recently Deleted`()
        throws
    {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        #expect(try fixture.uuids()["a.jpg"] != photo.uuid)
        try restore(photo, fixture)
        let found = try present(fixture)
        #expect(found.map(\.uuid) == [photo.uuid])
        #expect(found.first?.caption == "Harbour")
        #expect(try fixture.uuids()["a.jpg"] == photo.uuid)
        #expect(try fixture.library.originals().isEmpty)
        try expectWhole(fixture)
        let swept = try addAgain(fixture)
        #expect(swept.sameCount == 1 && swept.createdCount == 0 && swept.returnedCount == 0)
    }

    @Test func `it gets a copy of the file of a photo that somebody has changed, which stays`()
        throws
    {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        let twin = try #require(try fixture.uuids()["a.jpg"])
        try caption(twin, "Boats", fixture)
        try restore(photo, fixture)
        #expect(Set(try present(fixture).map(\.uuid)) == [photo.uuid, twin])
        #expect(try fixture.library.originals().count == 1)
        try expectWhole(fixture)
    }

    @Test func `it gets a copy of an imported file, whose photo moves to Recently Deleted`() throws
    {
        let (fixture, photo) = try forgotten()
        #expect(try Importer(fixture.library).run([fixture.url("a.jpg")]).importedCount == 1)
        try restore(photo, fixture)
        #expect(try present(fixture).map(\.uuid) == [photo.uuid])
        try expectWhole(fixture)
    }

    @Test func `it takes a file whose source is away at present`() throws {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.top, to: away)
        try restore(photo, fixture)
        #expect(try present(fixture).map(\.uuid) == [photo.uuid])
        try FileManager.default.moveItem(at: away, to: fixture.top)
        try addAgain(fixture)
        try expectWhole(fixture)
    }

    @Test func `a twin that is restored later gets a copy, and takes nothing back`() throws {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        let twin = try #require(try fixture.assets()["a.jpg"])
        try restore(photo, fixture)
        try restore(twin, fixture)
        #expect(Set(try present(fixture).map(\.uuid)) == [photo.uuid, twin.uuid])
        #expect(try fixture.library.originals().count == 1)
        try expectWhole(fixture)
    }

    @Test func `a twin that gave its file away is known, unless the other photo is gone`() throws {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        let twin = try #require(try fixture.assets()["a.jpg"])
        #expect(try fixture.library.duplicates.replacedTwins(among: [photo.rowID]).isEmpty)
        try restore(photo, fixture)
        #expect(try fixture.library.duplicates.replacedTwins(among: [twin.rowID]) == [twin.rowID])
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([photo.uuid])]))
        #expect(try fixture.library.duplicates.replacedTwins(among: [twin.rowID]).isEmpty)
        let both = try fixture.library.duplicates.replacedTwins(among: [photo.rowID, twin.rowID])
        #expect(both == [twin.rowID])
        try fixture.library.commits.commit(ChangeBlock([.purgeAssets([photo.uuid])]))
        #expect(try fixture.library.duplicates.replacedTwins(among: [twin.rowID]).isEmpty)
    }

    @Test func `a repair copies the file for a photo that was restored without it`() throws {
        let (fixture, photo) = try forgotten()
        try addAgain(fixture)
        try fixture.library.commits.commit(ChangeBlock([.restoreAssets([photo.uuid])]))
        let outcome = try LibraryHealing(fixture.library).run(from: [])
        #expect(outcome.healed.map(\.asset.uuid) == [photo.uuid] && outcome.lost == 0)
        #expect(outcome.healed.map(\.searched.path) == [fixture.top.path])
        #expect(try fixture.library.originals().count == 1)
        try expectWhole(fixture)
    }

    @Test func `a repair takes a file of a forgotten source from a folder, and calls none lost`()
        throws
    {
        let (fixture, photo) = try forgotten()
        try fixture.library.commits.commit(ChangeBlock([.restoreAssets([photo.uuid])]))
        let without = try LibraryHealing(fixture.library).run(from: [])
        #expect(without.healed.isEmpty && without.lost == 0)
        let outcome = try LibraryHealing(fixture.library).run(from: [fixture.top])
        #expect(outcome.healed.map(\.asset.uuid) == [photo.uuid] && outcome.lost == 0)
        try expectWhole(fixture)
    }

    @Test func `a repair copies a lost file of the library from a photo in a source`() throws {
        let fixture = try SourceFixture(["b.jpg": 1])
        #expect(try Importer(fixture.library).run([fixture.url("b.jpg")]).importedCount == 1)
        let photo = try #require(try present(fixture).first)
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([photo.uuid])]))
        try fixture.sweep()
        try fixture.library.commits.commit(ChangeBlock([.restoreAssets([photo.uuid])]))
        let original = try #require(try fixture.library.originals().first)
        try FileManager.default.removeItem(
            at: fixture.library.layout.originals.appendingPathComponent(original)
        )
        let outcome = try LibraryHealing(fixture.library).run(from: [])
        #expect(outcome.healed.map(\.asset.uuid) == [photo.uuid] && outcome.lost == 0)
        try expectWhole(fixture)
    }
}
