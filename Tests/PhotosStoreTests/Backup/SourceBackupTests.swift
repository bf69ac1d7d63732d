import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SourceBackupTests {
    let fixture: SourceFixture
    var destination: URL {
        fixture.folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
    }

    init() throws {
        fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2, "inner/c.jpg": 3])
        try fixture.sweep()
        try fixture.library.addPicture(seed: 90)
    }

    @discardableResult
    private func backUp(withSources: Bool = false) throws -> LibraryBackup.Outcome {
        try LibraryBackup(fixture.library, withSources: withSources).run(to: destination)
    }

    /// Reads the copy where it is: how many photos have their file in it, with the bytes that were imported.
    private func whole() throws -> Int {
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        let report = try LibraryCheck(copy, readingBytes: true).run()
        #expect(report.findings.isEmpty)
        return report.files
    }

    @Test func `A backup without sources tells how much of which source it leaves out`() throws {
        let outcome = try backUp()
        #expect(outcome.files == 1)
        let part = try #require(outcome.leftOut.first)
        #expect(outcome.leftOut.count == 1)
        #expect(part.source == fixture.top.path)
        #expect(part.assets == 3)
        #expect(part.files == 3)
        #expect(part.bytes > 0)
        #expect(outcome.findings.isEmpty)
        #expect(try whole() == 1)
    }

    @Test func `Read where the source is not, a copy without sources says that photos are offline`()
        throws
    {
        try backUp()
        try FileManager.default.removeItem(at: fixture.top)
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        let rows = try copy.records.fetch(FetchPlan(.assets)).rows
        #expect(try rows.map { $0 }.count { try copy.sources.isSourceOffline(ofAsset: $0) } == 3)
    }

    @Test func `With sources the copy is a whole library when the sources are gone`() throws {
        let outcome = try backUp(withSources: true)
        #expect(outcome.files == 4)
        #expect(outcome.copiedFiles == 4)
        #expect(outcome.leftOut.isEmpty)
        try FileManager.default.removeItem(at: fixture.top)
        #expect(try whole() == 4)
        let copy = try Library.open(destination, environment: .test(seed: 8))
        let rows = try copy.records.fetch(FetchPlan(.assets)).rows
        for resource in try copy.records.resources(ofAssets: rows).values.joined() {
            #expect(resource.sourceFileID == nil)
            #expect(access(try copy.originals.url(of: resource).path, R_OK) == 0)
        }
        // A sweep there finds nothing to conclude of photos that the copy has itself.
        let source = try #require(copy.sources.all(.inPlace).first)
        try FileManager.default.createDirectory(at: fixture.top, withIntermediateDirectories: true)
        try fixture.write("d.jpg", 4)
        #expect(try SourceSweep(copy, source: source.id).run().vanishedCount == 0)
        #expect(
            try copy.records.assets(rows).records.values.allSatisfy {
                !$0.traits.contains(.offline)
            }
        )
        copy.close()
    }

    @Test func `The copy and the library both follow the source, each for itself`() throws {
        try backUp(withSources: true)
        let copy = try Library.open(destination, environment: .test(seed: 8))
        try fixture.write("new.jpg", 9)
        let source = try #require(copy.sources.all(.inPlace).first)
        let report = try SourceSweep(copy, source: source.id).run()
        #expect(report.createdCount == 1)
        #expect(report.sameCount == 3)
        #expect(try fixture.sweep().createdCount == 1)
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        copy.close()
    }

    @Test func `A later backup copies nothing twice, and without sources keeps what is there`()
        throws
    {
        try backUp(withSources: true)
        let names = try fixture.folder.contents(of: "Backup.photolib/originals").keys.sorted()
        let again = try backUp(withSources: true)
        #expect(again.copiedFiles == 0)
        #expect(again.removedFiles == 0)
        try fixture.write("d.jpg", 4)
        try fixture.sweep()
        let without = try backUp()
        #expect(without.copiedFiles == 0)
        #expect(without.removedFiles == 0)
        #expect(without.files == 4)
        #expect(without.leftOut.map(\.assets) == [1])
        #expect(try fixture.folder.contents(of: "Backup.photolib/originals").keys.sorted() == names)
        #expect(try whole() == 4)
        #expect(try backUp(withSources: true).copiedFiles == 1)
        #expect(try whole() == 5)
    }

    @Test func `An edited file takes no other's place in the copy`() throws {
        try backUp(withSources: true)
        // The same size, so that only its bytes tell.
        var bytes = [UInt8](try Data(contentsOf: fixture.url("a.jpg")))
        bytes[bytes.count - 20] ^= 0x55
        let handle = try FileHandle(forWritingTo: fixture.url("a.jpg"))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        let early = try backUp(withSources: true)
        #expect(early.findings.map(\.code) == [.sourceFileChanged])
        #expect(early.findings.first?.subject == fixture.url("a.jpg").path)
        #expect(early.files == 4)
        #expect(try whole() == 4)
        #expect(try fixture.sweep().editedCount == 1)
        let later = try backUp(withSources: true)
        #expect(later.findings.isEmpty)
        #expect(later.copiedFiles == 1)
        #expect(later.removedFiles == 1)
        #expect(try whole() == 4)
    }

    /// Exchanges the bytes of a file, and nothing else of it.
    private func exchangeBytes(of name: String) throws {
        let url = fixture.url(name)
        var facts = stat()
        try #require(stat(url.path, &facts) == 0)
        var bytes = [UInt8](try Data(contentsOf: url))
        bytes[bytes.count - 20] ^= 0x55
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        var times = [facts.st_atim, facts.st_mtim]
        try #require(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
    }

    @Test func `Other bytes with the same size and date are copied as they are, and named`() throws
    {
        try exchangeBytes(of: "a.jpg")
        let outcome = try backUp(withSources: true)
        #expect(outcome.findings.map(\.code) == [.sourceFileChanged])
        #expect(outcome.findings.first?.message.contains("has what it holds now") == true)
        #expect(outcome.findings.first?.message.contains("source sweep --read") == true)
        #expect(outcome.files == 4 && outcome.leftOut.isEmpty)
        #expect(try whole() == 4)
        // Once more: the copy has them.
        let again = try backUp(withSources: true)
        #expect(again.copiedFiles == 0 && again.removedFiles == 0)
        #expect(again.findings.map(\.code) == [.sourceFileChanged])
        #expect(try whole() == 4)
        // What the command says leads out.
        #expect(try fixture.sweep().sameCount == 3)
        #expect(try fixture.sweep { $0.readsAll = true }.editedCount == 1)
        let last = try backUp(withSources: true)
        #expect(last.findings.isEmpty && last.files == 4)
        #expect(try whole() == 4)
    }

    @Test func `A backup that reads all names other bytes of a file that it has`() throws {
        try backUp(withSources: true)
        try exchangeBytes(of: "a.jpg")
        #expect(try backUp(withSources: true).findings.isEmpty)
        let outcome = try LibraryBackup(fixture.library, readingAll: true, withSources: true)
            .run(to: destination)
        #expect(outcome.findings.map(\.code) == [.sourceFileChanged])
        // The copy keeps what was there when the source was swept.
        #expect(outcome.files == 4)
        #expect(try whole() == 4)
    }

    @Test func `A check that reads names other bytes in a source, until a sweep has read them`()
        throws
    {
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        try exchangeBytes(of: "a.jpg")
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        let report = try LibraryCheck(fixture.library, readingBytes: true).run()
        #expect(report.findings.map(\.code) == [.sourceFileChanged])
        #expect(report.findings.first?.subject == fixture.url("a.jpg").path)
        #expect(report.findings.first?.severity == .damage)
        #expect(report.findings.first?.message.contains("source sweep --read") == true)
        let before = try fixture.uuids()
        let sweep = try fixture.sweep { $0.readsAll = true }
        #expect(sweep.editedCount == 1 && sweep.sameCount == 2 && sweep.createdCount == 0)
        #expect(try fixture.uuids() == before)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `A check that reads leaves to sweeps what they see`() throws {
        try fixture.write("b.jpg", 77)
        try fixture.remove("a.jpg")
        let report = try LibraryCheck(fixture.library, readingBytes: true).run()
        #expect(report.findings.isEmpty)
        let sweep = try fixture.sweep()
        #expect(sweep.createdCount == 1 && sweep.vanishedCount == 2)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `What cannot be copied is named, and comes with a later backup`() throws {
        try fixture.write("b.jpg", 77)
        try fixture.move("inner/c.jpg", to: "elsewhere.jpg")
        let outcome = try backUp(withSources: true)
        #expect(Set(outcome.findings.map(\.code)) == [.sourceFileChanged, .sourceFileMissing])
        #expect(outcome.leftOut.map(\.files) == [2])
        #expect(outcome.files == 2)
        #expect(try whole() == 2)
        try fixture.sweep()
        // The photo that another one has replaced is nowhere, as the library knows.
        let later = try backUp(withSources: true)
        #expect(later.findings.isEmpty)
        #expect(later.leftOut.map(\.missingFiles) == [1])
        #expect(later.files == 4)
    }

    @Test func `A source that is offline is one finding, and what the copy has of it stays`()
        throws
    {
        try backUp(withSources: true)
        try fixture.write("d.jpg", 4)
        try fixture.sweep()
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.top, to: away)
        let outcome = try backUp(withSources: true)
        #expect(outcome.findings.map(\.code) == [.sourceOffline])
        #expect(outcome.findings.first?.subject == fixture.top.path)
        #expect(outcome.leftOut.map(\.files) == [1])
        #expect(try whole() == 4)
    }

    @Test func `Photos of a forgotten source are counted, and those that are back are online`()
        throws
    {
        try fixture.remove("a.jpg")
        try fixture.sweep()
        #expect(try fixture.offline().count == 1)
        try fixture.write("a.jpg", 1)
        // The library still calls it offline; its bytes are there.
        let outcome = try backUp(withSources: true)
        #expect(outcome.files == 4)
        #expect(outcome.findings.isEmpty)
        let copy = try Library.open(destination, mode: .readOnly)
        let records = try copy.records.assets(copy.records.fetch(FetchPlan(.assets)).rows).records
            .values
        #expect(records.allSatisfy { !$0.traits.contains(.offline) })
        copy.close()
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        let later = try backUp(withSources: true)
        // The copy keeps what it has of them, and is still whole.
        #expect(later.leftOut.isEmpty && later.files == 4 && later.findings.isEmpty)
        #expect(try whole() == 4)
        let fresh = fixture.folder.url.appendingPathComponent("fresh")
        let none = try LibraryBackup(fixture.library, withSources: true).run(to: fresh)
        #expect(none.leftOut.map(\.source) == [nil] && none.leftOut.map(\.assets) == [3])
        #expect(none.files == 1 && none.findings.isEmpty)
    }

    /// What may happen to the file of a photo in a source.
    enum Loss: CaseIterable {
        case removed, replaced, noPicture, noPictureWritten, folder, link, excludedAndChanged
    }

    private func inflict(_ loss: Loss) throws {
        let url = fixture.url("a.jpg")
        switch loss {
        case .removed: try fixture.remove("a.jpg")
        case .replaced: try fixture.write("a.jpg", 77)
        case .noPicture: try fixture.write("a.jpg", Array("no picture".utf8))
        case .noPictureWritten:
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data("no picture".utf8))
            try handle.close()
        case .folder:
            try fixture.remove("a.jpg")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case .link:
            try fixture.remove("a.jpg")
            try FileManager.default.createSymbolicLink(
                atPath: url.path,
                withDestinationPath: "nowhere"
            )
        case .excludedAndChanged:
            try fixture.library.sources.exclude(["a.jpg"], fromSource: fixture.source.id)
            try fixture.write("a.jpg", 77)
        }
    }

    @Test(arguments: Loss.allCases, [false, true])
    func `The sweep that a finding advises ends it`(_ loss: Loss, _ isCopied: Bool) throws {
        if isCopied { try backUp(withSources: true) }
        try inflict(loss)
        let before = try backUp(withSources: true)
        for finding in before.findings {
            #expect(finding.message.contains("photokit source sweep"), "\(finding)")
        }
        if !isCopied { #expect(before.findings.count == 1, "\(before.findings)") }
        try fixture.sweep()
        let after = try backUp(withSources: true)
        #expect(after.findings.isEmpty, "\(after.findings)")
        #expect(after.leftOut.map(\.missingFiles) == (isCopied ? [] : [1]))
        _ = try whole()
    }

    @Test func `A file that is back after the sweep is copied, whatever the library says of it`()
        throws
    {
        try fixture.move("a.jpg", to: ".a.jpg")
        try fixture.sweep()
        try fixture.move(".a.jpg", to: "a.jpg")
        let outcome = try backUp(withSources: true)
        #expect(outcome.findings.isEmpty && outcome.leftOut.isEmpty && outcome.files == 4)
    }

    @Test func `Files of a source that a sweep has called offline are one finding of the source`()
        throws
    {
        for name in ["a.jpg", "b.jpg", "inner/c.jpg"] { try fixture.remove(name) }
        try fixture.write("other.txt", [1])
        #expect(try fixture.sweep { $0.volume = { _ in "another" } }.offlineReason != nil)
        let outcome = try backUp(withSources: true)
        #expect(outcome.findings.map(\.code) == [.sourceOffline])
        #expect(outcome.findings.first?.message.contains("photokit source forget") == true)
        #expect(outcome.leftOut.map(\.files) == [3])
    }
}
