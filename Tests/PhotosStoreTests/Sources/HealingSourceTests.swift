import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What files in place and files of the library's own do for each other when one of them is gone.
@Suite(.permit) struct HealingSourceTests {
    private func copy(_ fixture: SourceFixture, _ name: String) throws -> URL {
        let url = fixture.folder.url.appendingPathComponent("card-\(name)")
        try FileManager.default.copyItem(at: fixture.url(name), to: url)
        return url
    }

    private func run(_ fixture: SourceFixture, _ url: URL) throws -> LibraryImport.Report {
        try Importer(fixture.library).run([url])
    }

    @Test(arguments: [true, false])
    func `a copied file heals an asset whose file in place is gone, and stays when it is back`(
        isSourceThere: Bool
    ) throws {
        // Without any file the source as a whole counts as offline.
        let fixture = try SourceFixture(isSourceThere ? ["a.jpg": 1, "b.jpg": 2] : ["a.jpg": 1])
        try fixture.sweep()
        let asset = try #require(try fixture.uuids()["a.jpg"])
        let card = try copy(fixture, "a.jpg")
        let away = fixture.folder.url.appendingPathComponent("away.jpg")
        try FileManager.default.moveItem(at: fixture.url("a.jpg"), to: away)
        try fixture.sweep()
        #expect(try fixture.offline() == (isSourceThere ? [asset] : []))
        #expect(try run(fixture, card).healedCount == 1)
        #expect(try fixture.offline().isEmpty)
        #expect(try fixture.library.originals().count == 1)
        try FileManager.default.moveItem(at: away, to: fixture.url("a.jpg"))
        let report = try fixture.sweep()
        #expect(report.createdCount == 0 && report.returnedCount == 0)
        #expect(try fixture.uuids().count == (isSourceThere ? 2 : 1))
        #expect(try fixture.uuids().values.contains(asset))
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test
    func `a repair mends a file in place that only its disk has changed, where files are read`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let card = try copy(fixture, "a.jpg")
        let file = try FileHandle(forUpdating: fixture.url("a.jpg"))
        var facts = stat()
        try #require(fstat(file.fileDescriptor, &facts) == 0)
        try file.seek(toOffset: 300)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 40))
        try #require(
            futimens(file.fileDescriptor, [facts.st_atim, facts.st_mtim]) == 0
        )
        try file.close()
        #expect(try LibraryHealing(fixture.library).run(from: [card]).healed.isEmpty)
        let codes = try LibraryCheck(fixture.library, readingBytes: true).run().findings
            .map(\.code)
        #expect(codes == [.sourceFileChanged])
        let outcome = try LibraryHealing(fixture.library, readingBytes: true).run(from: [card])
        #expect(outcome.healed.count == 1 && outcome.lost == 0)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        #expect(try fixture.sweep().createdCount == 0)
    }

    @Test func `a sweep heals the library's own file by a copy, and leaves the file in place`()
        throws
    {
        let fixture = try SourceFixture()
        try fixture.write("a.jpg", 1)
        let card = try copy(fixture, "a.jpg")
        try fixture.remove("a.jpg")
        _ = try run(fixture, card)
        let original = try #require(try fixture.library.originals().first)
        try FileManager.default.removeItem(
            at: fixture.library.layout.originals.appendingPathComponent(original)
        )
        try fixture.write("a.jpg", 1)
        let report = try fixture.sweep()
        #expect(report.healedCount == 1 && report.createdCount == 0)
        #expect(FileManager.default.fileExists(atPath: fixture.url("a.jpg").path))
        #expect(try fixture.library.originals().count == 1)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        #expect(try fixture.sweep().sameCount == 1)
    }
}
