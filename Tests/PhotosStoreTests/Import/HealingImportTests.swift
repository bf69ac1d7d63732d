import Foundation
import GRDB
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct HealingImportTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private func originals() throws -> [URL] {
        try fixture.library.originals().sorted().map(fixture.library.layout.original)
    }

    private func copies(of url: URL, named name: String = "copy.jpg") throws -> URL {
        let folder = fixture.folder.appendingPathComponent("elsewhere", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent(name)
        try FileManager.default.copyItem(at: url, to: copy)
        return copy
    }

    private func findings(reading: Bool = true) throws -> [Finding.Code] {
        try LibraryCheck(fixture.library, readingBytes: reading).run().findings.map(\.code)
    }

    private func states() throws -> [String: FileState?] {
        let library = fixture.library
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        return try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT file, inode, status_change FROM resource").reduce(
                into: [:]
            ) {
                let (inode, change) = ($1[1] as Int64?, $1[2] as Int64?)
                $0[$1[0]] = inode.flatMap { inode in
                    change.map { FileState(inode: inode, statusChange: $0) }
                }
            }
        }
    }

    private func forgetStates() throws {
        let queue = try DatabaseQueue(path: fixture.library.layout.database.path)
        try queue.write {
            try $0.execute(sql: "UPDATE resource SET inode = NULL, status_change = NULL")
        }
        try queue.close()
    }

    @Test func `the same bytes from elsewhere heal an asset whose file is gone`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        let asset = try #require(try fixture.run().events.imported["1.jpg"])
        let before = try fixture.library.history.currentPosition()
        try FileManager.default.removeItem(at: #require(try originals().first))
        #expect(try findings() == [.originalMissing])
        let outcome = try fixture.run([try copies(of: picture)])
        #expect(outcome.events.healed == ["copy.jpg": asset])
        #expect(outcome.summary.healedCount == 1 && outcome.summary.duplicateCount == 0)
        let report = try #require(outcome.summary.reportURL)
        #expect(try String(contentsOf: report, encoding: .utf8).contains("\"kind\":\"healed\""))
        #expect(try findings().isEmpty)
        #expect(try fixture.assetCount() == 1)
        // The asset is as it was: the history has nothing to tell.
        #expect(try fixture.library.history.currentPosition() == before)
    }

    @Test func `the same folder again heals, although nothing in it has changed`() throws {
        for seed in 1...4 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        #expect(try fixture.run().summary.unchangedCount == 4)
        try FileManager.default.removeItem(at: #require(try originals().first))
        let outcome = try fixture.run()
        #expect(outcome.summary.healedCount == 1 && outcome.summary.unchangedCount == 3)
        #expect(try findings().isEmpty)
        #expect(try fixture.run().summary.unchangedCount == 4)
    }

    @Test(arguments: [true, false])
    func `a damaged file is healed and goes to the quarantine`(isShortened: Bool) throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        let original = try #require(try originals().first)
        var bytes = try Data(contentsOf: original)
        if isShortened { bytes = bytes.prefix(100) } else { bytes[bytes.count - 1] ^= 1 }
        try bytes.write(to: original)
        #expect(try fixture.run([try copies(of: picture)]).summary.healedCount == 1)
        #expect(try findings().isEmpty)
        let layout = fixture.library.layout
        let kept = try FileManager.default.contentsOfDirectory(
            at: layout.quarantine,
            includingPropertiesForKeys: nil
        )
        #expect(try kept.map { try Data(contentsOf: $0) } == [bytes])
    }

    @Test func `a file that only looks otherwise is read once, and counts`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        let name = try #require(try states().keys.first)
        let original = try #require(try originals().first)
        #expect(try states()[name] == FileState(of: original))
        try forgetStates()
        #expect(try fixture.run([try copies(of: picture)]).summary.duplicateCount == 1)
        #expect(try states()[name] == FileState(of: original))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: original.path
        )
        #expect(try fixture.run().summary.unchangedCount == 1)
        #expect(try states()[name] == FileState(of: original))
    }

    @Test func `moving never takes the only copy: it becomes the file of its asset`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        try FileManager.default.removeItem(at: #require(try originals().first))
        let outcome = try fixture.run(options: { $0.transfer = .move })
        #expect(outcome.summary.healedCount == 1)
        #expect(!FileManager.default.fileExists(atPath: picture.path))
        #expect(try findings().isEmpty)
    }

    @Test func `two files of the lost bytes in one import: one heals, the other is a duplicate`()
        throws
    {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        try FileManager.default.removeItem(at: #require(try originals().first))
        let copies = try [copies(of: picture, named: "a.jpg"), copies(of: picture, named: "b.jpg")]
        let summary = try fixture.run(copies).summary
        #expect(summary.healedCount == 1 && summary.duplicateCount == 1)
        #expect(try findings().isEmpty)
    }

    @Test func `every asset of the lost bytes gets a file of its own`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        _ = try fixture.run([try copies(of: picture)], options: { $0.duplicates = .keep })
        for original in try originals() { try FileManager.default.removeItem(at: original) }
        #expect(try fixture.run().summary.healedCount == 1)
        #expect(try originals().count == 2)
        #expect(try findings().isEmpty)
    }

    @Test func `the movie inside a motion photo comes back with the picture`() throws {
        let movie = TestMovie(.mpeg4, frameCount: 1).data()
        let environment = EngineEnvironment(examine: { descriptor, _ in
            let source = try DescriptorByteSource(descriptor: descriptor)
            var facts = MediaFacts(header: try MediaHeader.read(from: source))
            let size = source.byteCount
            if facts.kind == .image { facts.embeddedMovie = size - Int64(movie.count)..<size }
            return facts
        })
        let fixture = try ImportFixture(environment: environment)
        try fixture.write("PXL.jpg", TestJPEG(seed: 3).data() + movie)
        _ = try fixture.run()
        let layout = fixture.library.layout
        let names = try fixture.library.originals()
        try #require(names.count == 2)
        for name in names {
            try FileManager.default.removeItem(at: layout.original(name))
            #expect(try fixture.run().summary.healedCount == 1)
            #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        }
        for name in try fixture.library.originals() {
            try FileManager.default.removeItem(at: layout.original(name))
        }
        #expect(try fixture.run().summary.healedCount == 1)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        #expect(try fixture.run().summary.unchangedCount == 1)
    }

    @Test func `a dry run tells of healing, and heals nothing`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        try FileManager.default.removeItem(at: #require(try originals().first))
        #expect(try fixture.run(options: { $0.isDryRun = true }).summary.healedCount == 1)
        #expect(try findings() == [.originalMissing])
    }

    @Test func `another program's library heals, also what is in Recently Deleted`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        let movie = try fixture.write("1.mov", TestMovie(.quickTime).data())
        var item = ImportItem(files: [
            .init(picture, role: .photo), .init(movie, role: .pairedVideo),
        ])
        item.supplement.trashedDate = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let catalog = ImportCatalog(identity: "x", items: [item])
        _ = try fixture.run(catalog, at: fixture.source)
        try #require(try originals().count == 2)
        for original in try originals() { try FileManager.default.removeItem(at: original) }
        #expect(try fixture.run(catalog, at: fixture.source).summary.healedCount == 2)
        #expect(try findings().isEmpty)
        #expect(try fixture.run(catalog, at: fixture.source).summary.duplicateCount == 2)
    }

    @Test func `a folder heals what it lacks, whatever the files are called`() throws {
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let lost = try originals()
        try FileManager.default.removeItem(at: lost[0])
        try Data([1]).write(to: lost[1])
        let renamed = fixture.source.appendingPathComponent("x/renamed.bin")
        try FileManager.default.createDirectory(
            at: renamed.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(
            at: fixture.source.appendingPathComponent("1.jpg"),
            to: renamed
        )
        try FileManager.default.removeItem(at: fixture.source.appendingPathComponent("2.jpg"))
        let outcome = try LibraryHealing(fixture.library).run(from: [fixture.source])
        #expect(outcome.healed.count + outcome.lost == 2)
        #expect(try findings().count == outcome.lost)
        try fixture.write(picture: "2.jpg", seed: 2)
        let rest = try LibraryHealing(fixture.library).run(from: [fixture.source])
        #expect(rest.healed.count == outcome.lost && rest.lost == 0)
        #expect(try findings().isEmpty)
    }

    @Test func `a backup again names what the library has lost, keeps its copy, and heals`() throws
    {
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let copy = fixture.folder.appendingPathComponent("Copy.photolib")
        _ = try LibraryBackup(fixture.library).run(to: copy)
        let lost = try #require(try originals().first)
        try FileManager.default.removeItem(at: lost)
        let outcome = try LibraryBackup(fixture.library).run(to: copy)
        #expect(outcome.findings.map(\.code) == [.originalMissing])
        #expect(outcome.findings.first?.subject == lost.path)
        #expect(outcome.findings.first?.message.contains("--from") == true)
        #expect(outcome.files == 3)
        #expect(try LibraryHealing(fixture.library).run(from: [copy]).healed.count == 1)
        #expect(try findings().isEmpty)
        let third = try LibraryBackup(fixture.library).run(to: copy)
        #expect(third.findings.isEmpty && third.copiedFiles == 1 && third.removedFiles == 1)
    }

    /// A healed file has a new name, and the copy its earlier one.
    @Test func `a backup keeps the only bytes of a file that was healed and lost again`() throws {
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let copy = fixture.folder.appendingPathComponent("Copy.photolib")
        _ = try LibraryBackup(fixture.library).run(to: copy)
        let first = Set(try originals())
        try FileManager.default.removeItem(at: try #require(first.min { $0.path < $1.path }))
        #expect(try LibraryHealing(fixture.library).run(from: [copy]).healed.count == 1)
        let healed = try #require(Set(try originals()).subtracting(first).first)
        try FileManager.default.removeItem(at: healed)
        let outcome = try LibraryBackup(fixture.library).run(to: copy)
        #expect(outcome.findings.map(\.code) == [.originalMissing] && outcome.files == 3)
        #expect(outcome.findings.first?.message.contains("the copy has it") == true)
        #expect(try LibraryHealing(fixture.library).run(from: [copy]).healed.count == 1)
        #expect(try findings().isEmpty)
        let last = try LibraryBackup(fixture.library).run(to: copy)
        #expect(last.findings.isEmpty && last.files == 3)
    }
}
