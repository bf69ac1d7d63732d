import Foundation
import GRDB
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PresenceDecisionTests {
    private typealias Identity = LibraryPresence.Identity
    private let presence = LibraryPresence(
        LibraryLayout(root: URL(fileURLWithPath: "/photos")),
        Identity(device: 8, inode: 100)
    )

    @Test func `What stands at the path tells what happened`() {
        let same = Identity(device: 8, inode: 100)
        #expect(presence.absence(.init(database: same, device: 8)) == nil)
        #expect(
            presence.absence(.init(database: same, hasSentinel: false, device: 8))
                == .sentinelMissing
        )
        // A file with the number of the old one on another volume is another file.
        for other in [Identity(device: 8, inode: 101), Identity(device: 9, inode: 100)] {
            #expect(presence.absence(.init(database: other, device: other.device)) == .replaced)
        }
        let bare = LibraryPresence.Sight(database: nil, hasSentinel: false, device: 9)
        #expect(presence.absence(bare) == .volumeAway)
        let gone = LibraryPresence.Sight(
            database: nil,
            hasSentinel: false,
            hasFolder: false,
            device: 8
        )
        #expect(presence.absence(gone) == .moved)
        #expect(
            presence.absence(.init(database: nil, hasSentinel: false, device: nil)) == .volumeAway
        )
    }
}

@Suite(.permit) struct PresenceTests {
    let folder: TemporaryFolder
    let library: Library
    let asset: UUID
    var root: URL { library.layout.root }
    var away: URL { folder.url.appendingPathComponent("Away.photolib", isDirectory: true) }

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        asset = try library.addPicture()
    }

    private func move(_ from: URL, _ to: URL) throws {
        try FileManager.default.moveItem(at: from, to: to)
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    /// All ways of writing to or removing from a library.
    private func writers() -> [String: () throws -> Void] {
        [
            "commit": { _ = try library.addPicture() },
            "settings": { try library.settings.change(StoredSettings(trashDays: 3)) },
            "prune": { try library.history.pruneHistory(through: 1) },
            "recover": { try library.commits.recover() },
            "purge": { try library.commit(.purgeAssets([asset])) },
            "repair": { _ = try LibraryRepair(library).run() },
        ]
    }

    @Test
    func `Nothing is written to a library whose folder is gone, and it goes on when it is back`()
        throws
    {
        try move(root, away)
        for (name, write) in writers() {
            #expect(code(write) == .libraryMoved, "\(name)")
        }
        #expect(access(root.path, F_OK) != 0)
        #expect(try library.asset(asset) != nil)
        try move(away, root)
        #expect(library.core.absence() == nil)
        try library.addPicture()
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `Nothing is written or removed where another library took its place`() throws {
        try move(root, away)
        let other = try Library.temporary(in: folder, seed: 9)
        try other.addPicture()
        let before = try folder.contents(of: "Test.photolib/originals")
        for (name, write) in writers() {
            #expect(code(write) == .libraryMoved, "\(name)")
        }
        #expect(try folder.contents(of: "Test.photolib/originals") == before)
        #expect(try other.staged().isEmpty)
    }

    @Test func `A database that was replaced under a living process is noticed`() throws {
        let database = library.layout.database
        let copy = folder.url.appendingPathComponent("copy.sqlite")
        let backup = folder.url.appendingPathComponent("Backup.photolib")
        _ = try LibraryBackup(library).run(to: backup)
        try FileManager.default.copyItem(at: LibraryLayout(root: backup).database, to: copy)
        #expect(rename(copy.path, database.path) == 0)
        #expect(code { try library.addPicture() } == .libraryMoved)
    }

    @Test func `Nothing goes while the file LIBRARY is not there`() throws {
        try library.commit(.deleteAssets([asset]))
        let sentinel = library.layout.sentinel
        let kept = folder.url.appendingPathComponent("kept")
        try move(sentinel, kept)
        let before = try library.originals()
        for (name, write) in writers() {
            #expect(code(write) == .libraryMoved, "\(name)")
        }
        #expect(try library.originals() == before)
        try move(kept, sentinel)
        try library.commit(.purgeAssets([asset]))
        #expect(try library.originals().isEmpty)
    }

    @Test func `A library that a newer version has migrated is read, and not changed`() throws {
        try library.commit(.deleteAssets([asset]))
        let before = try library.originals()
        try migrateAsTheFutureDoes()
        for (name, write) in writers() {
            let error = #expect(throws: StoreError.self, "\(name)") { try write() }
            #expect(error?.code == .newerFormat, "\(name)")
            #expect(error?.message.contains("start the newer version") == true, "\(name)")
        }
        #expect(try library.originals() == before)
        #expect(library.core.absence() == nil)
        #expect(try library.asset(asset)?.trashedDate != nil)
        #expect(try library.records.fetch(FetchPlan(.assets), anew: true).rows.count == 1)
        let row = try #require(try library.row(of: asset, in: .asset))
        let resource = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        let file = try library.originals.clientFile(of: resource)
        #expect(!file.path.hasPrefix(root.path))
        #expect(Int64(try Data(contentsOf: file).count) == resource.byteCount)
        library.close()
        #expect(try library.originals() == before)
    }

    @Test func `A file LIBRARY that the same version has written again forbids nothing`() throws {
        let sentinel = library.layout.sentinel
        try Data(contentsOf: sentinel).write(to: sentinel, options: .atomic)
        try library.addPicture()
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `A backup that was copied into the files of an open library is noticed`() throws {
        let backup = folder.url.appendingPathComponent("Backup.photolib")
        _ = try LibraryBackup(library).run(to: backup)
        // As cp does, this writes into the file that is there. The database would keep its inode, too.
        try Data(contentsOf: LibraryLayout(root: backup).sentinel)
            .write(to: library.layout.sentinel)
        for (name, write) in writers() { #expect(code(write) == .libraryMoved, "\(name)") }
    }

    /// Does what a later version does that opens the library while this one has it open.
    private func migrateAsTheFutureDoes() throws {
        let sentinel = library.layout.sentinel
        let text = try String(contentsOf: sentinel, encoding: .utf8)
        let later = text.replacing(/"(minimumWriter|format)" : [0-9]+/) { "\"\($0.1)\" : 99" }
        try Data(later.utf8).write(to: sentinel, options: .atomic)
        let queue = try DatabaseQueue(path: library.layout.database.path)
        try queue.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE asset ADD COLUMN of_the_future INTEGER;
                    CREATE TABLE later (id INTEGER PRIMARY KEY);
                    PRAGMA user_version = 99;
                    """
            )
        }
        try queue.close()
    }
}
