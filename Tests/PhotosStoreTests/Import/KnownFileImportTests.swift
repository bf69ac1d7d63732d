import Foundation
import Glibc
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What an import says and does about files whose bytes the library knows, and about files that change under it.
@Suite(.permit) struct KnownFileImportTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private func isThere(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    private func findings() throws -> [Finding.Code] {
        try LibraryCheck(fixture.library, readingBytes: true).run().findings.map(\.code)
    }

    /// Makes the fixture's folder a source in place, and sweeps it.
    private func sweep() throws {
        let source = try fixture.library.sources.addSource(fixture.source)
        _ = try SourceSweep(fixture.library, source: source.id).run()
    }

    // MARK: Sources

    @Test func `files of a source in place are not called known, and stay`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        try sweep()
        // The second time the rows of the first import answer.
        for _ in 1...2 {
            let (summary, events) = try fixture.run()
            #expect(
                summary.inSourceCount == 1 && summary.duplicateCount == 0
                    && summary.unchangedCount == 0
            )
            #expect(events.inSources.keys.sorted() == ["1.jpg"])
        }
        let (summary, _) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.inSourceCount == 1 && summary.removedCount == 0 && isThere(picture))
        #expect(try fixture.library.originals().isEmpty && findings().isEmpty)
    }

    @Test func `a card with the bytes of a source is not called known, until the library has them`()
        throws
    {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        try sweep()
        let card = fixture.folder.appendingPathComponent("card", isDirectory: true)
        try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
        let copy = card.appendingPathComponent("copy.jpg")
        try FileManager.default.copyItem(at: picture, to: copy)
        #expect(try fixture.run([card]).summary.inSourceCount == 1)
        // Gone from the source: the card's bytes become the library's own.
        try FileManager.default.removeItem(at: picture)
        #expect(try fixture.run([card]).summary.healedCount == 1)
        #expect(try fixture.run([card]).summary.unchangedCount == 1)
        #expect(try fixture.library.originals().count == 1 && findings().isEmpty)
    }

    // MARK: Moving

    @Test(arguments: [ImportOptions.Duplicates.skip, .album, .keep])
    func `a moving import removes what an interrupted one has committed`(
        _ duplicates: ImportOptions.Duplicates
    ) throws {
        // An import that copies leaves what one leaves that was killed after its commit.
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let (summary, events) = try fixture.run(options: {
            $0.transfer = .move
            $0.duplicates = duplicates
        })
        #expect(
            summary.removedCount == 3 && summary.duplicateCount == 0 && summary.unchangedCount == 0
        )
        #expect(events.removed.keys.sorted() == ["1.jpg", "2.jpg", "3.jpg"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.source.path).isEmpty)
        #expect(try fixture.assetCount() == 3 && findings().isEmpty)
    }

    @Test func `a moving import removes copies under other names, and twins of one import`() throws
    {
        let first = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        try FileManager.default.moveItem(
            at: first,
            to: fixture.source.appendingPathComponent("b.jpg")
        )
        try fixture.write(picture: "2.jpg", seed: 2)
        try fixture.write(picture: "3.jpg", seed: 2)
        let (summary, _) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.importedCount == 1 && summary.removedCount == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.source.path).isEmpty)
        #expect(try fixture.assetCount() == 2 && findings().isEmpty)
    }

    @Test func `a known file is removed only after the library's own was read`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        // Another byte, with size, inode and all that a row can tell as before.
        let name = try #require(try fixture.library.originals().first)
        let original = fixture.library.layout.original(name)
        var bytes = try Data(contentsOf: original)
        bytes[bytes.count - 1] ^= 1
        #expect(chmod(original.path, 0o600) == 0)
        let handle = try FileHandle(forWritingTo: original)
        try handle.write(contentsOf: bytes)
        try handle.close()
        try fixture.noteState(of: name)
        let (summary, events) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.removedCount == 0 && isThere(picture))
        #expect(events.stayed["1.jpg"]?.contains("does not have its bytes") == true)
    }

    @Test func `a known file stays while it is open for writing, or has a second name`() throws {
        let open = try fixture.write(picture: "open.jpg", seed: 1)
        let double = try fixture.write(picture: "double.jpg", seed: 2)
        _ = try fixture.run()
        #expect(link(double.path, fixture.folder.appendingPathComponent("b.jpg").path) == 0)
        let handle = try FileHandle(forUpdating: open)
        let (summary, events) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.removedCount == 0 && isThere(open) && isThere(double))
        #expect(events.stayed["open.jpg"]?.contains("open for writing") == true)
        #expect(events.stayed["double.jpg"]?.contains("more than one name") == true)
        try handle.close()
        #expect(try fixture.run(options: { $0.transfer = .move }).summary.removedCount == 1)
    }

    @Test func `a dry run of a moving import removes nothing`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        let (summary, _) = try fixture.run(options: {
            $0.transfer = .move
            $0.isDryRun = true
        })
        #expect(summary.removedCount == 1 && summary.unchangedCount == 0 && isThere(picture))
    }

    @Test func `an edited version that the library no longer has is not called known`() throws {
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        let edited = try fixture.write(picture: "1-edited.jpg", seed: 2)
        let (first, events) = try fixture.run()
        try #require(first.importedCount == 1 && first.joinedCount == 1)
        let asset = try #require(events.imported["1.jpg"]).uuid
        try fixture.library.commit(.edit(asset, seed: 3))
        try #require(try fixture.library.originals().count == 3)
        // The photo keeps its edit.
        for isDryRun in [true, false] {
            let (summary, events) = try fixture.run(options: {
                $0.transfer = .move
                $0.isDryRun = isDryRun
            })
            #expect(summary.importedCount == 1 && summary.removedCount == 1, "\(summary)")
            #expect(events.imported.keys.sorted() == ["1-edited.jpg"])
            #expect(isThere(picture) == isDryRun && isThere(edited) == isDryRun)
        }
        #expect(try fixture.assetCount() == 2 && findings().isEmpty)
    }

    @Test func `keeping duplicates brings back a file that the library has lost`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        _ = try fixture.run()
        let name = try #require(try fixture.library.originals().first)
        try FileManager.default.removeItem(at: fixture.library.layout.original(name))
        let (summary, _) = try fixture.run(options: { $0.duplicates = .keep })
        #expect(summary.importedCount == 1 && summary.unchangedCount == 0)
        #expect(try fixture.run(options: { $0.duplicates = .keep }).summary.unchangedCount == 1)
    }

    // MARK: Files that change

    @Test func `a file that is written while it is read waits for the next import`() throws {
        let isDone = Mutex(false)
        let whole = TestJPEG(seed: 7).data()
        let path = Mutex<URL?>(nil)
        let fixture = try ImportFixture(
            environment: EngineEnvironment(examine: { descriptor, _ in
                let source = try DescriptorByteSource(descriptor: descriptor)
                let facts = MediaFacts(header: try MediaHeader.read(from: source))
                // The bytes were copied. Now the rest of the file arrives.
                if !isDone.withLock({ $0 }), let url = path.withLock({ $0 }) {
                    isDone.withLock { $0 = true }
                    try Data(whole).write(to: url)
                }
                return facts
            })
        )
        let url = try fixture.write("put.jpg", Array(whole.dropLast(40)))
        path.withLock { $0 = url }
        let (first, events) = try fixture.run()
        #expect(first.importedCount == 0 && first.refusedCount == 1)
        #expect(events.refused["put.jpg"]?.contains("still writes it") == true)
        #expect(try fixture.library.originals().isEmpty)
        #expect(try fixture.run().summary.importedCount == 1)
        let name = try #require(try fixture.library.originals().first)
        let original = fixture.library.layout.original(name)
        #expect(try Data(contentsOf: original) == Data(whole))
    }

    @Test func `a file that its writer has open counts as complete once it is old or quiet`() throws
    {
        let now = Date()
        let url = try fixture.write(picture: "1.jpg", seed: 1)
        try FileManager.default.setAttributes(
            [.modificationDate: now.addingTimeInterval(-2)],
            ofItemAtPath: url.path
        )
        let handle = try FileHandle(forUpdating: url)
        let found = try #require(FoundFile(at: url))
        let descriptor = handle.fileDescriptor
        #expect(!found.isBeingWritten(descriptor, patience: 2, now: now))
        // Another size is a change, however old the file is.
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0]))
        #expect(found.isBeingWritten(descriptor, patience: 2, now: now))
        // Without patience, a file that does not change in this moment is complete.
        let later = try #require(FoundFile(at: url))
        #expect(!later.isBeingWritten(descriptor, patience: 0, now: now))
        try handle.close()
    }
}
