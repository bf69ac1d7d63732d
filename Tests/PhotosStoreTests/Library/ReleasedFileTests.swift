import Foundation
import GRDB
import Glibc
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files of assets that were deleted for good, where they cannot be removed at once.
@Suite(.permit) struct ReleasedFileTests {
    let folder: TemporaryFolder
    let library: Library
    let pictures: [UUID]

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        pictures = try library.addPictures(3)
    }

    /// Runs `body` while the lock is held that a running backup holds.
    private func whileBackupRuns(_ body: () throws -> Void) throws {
        let lock = library.layout.databaseFolder.appendingPathComponent("backup.lock")
        let descriptor = open(lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_SH) == 0)
        try body()
    }

    private func releasedFiles() throws -> [String] {
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        return try queue.read { db in
            try String.fetchAll(db, sql: "SELECT file FROM released_file")
        }
    }

    private func originals() throws -> Int {
        try folder.contents(of: "Test.photolib/originals").values.filter { !$0.isEmpty }.count
    }

    @Test func `The next commit removes what a backup had kept`() throws {
        try whileBackupRuns {
            try library.commit(.purgeAssets([pictures[0]]))
            #expect(try releasedFiles().count == 1)
            #expect(try originals() == 3)
            _ = try library.addAlbum("Still running")
            #expect(try releasedFiles().count == 1)
        }
        _ = try library.addAlbum("Unrelated")
        #expect(try releasedFiles() == [])
        #expect(try originals() == 2)
    }

    @Test func `Closing removes what a backup had kept`() throws {
        try whileBackupRuns {
            try library.commit(.purgeAssets([pictures[0]]))
            #expect(try originals() == 3)
        }
        library.close()
        #expect(try releasedFiles() == [])
        #expect(try originals() == 2)
    }

    @Test func `A library that closes while a backup runs leaves it to the next opening`() throws {
        try whileBackupRuns {
            try library.commit(.purgeAssets([pictures[0]]))
            library.close()
            #expect(try releasedFiles().count == 1)
            #expect(try originals() == 3)
        }
        try Library.temporary(in: folder, seed: 2).close()
        #expect(try releasedFiles() == [])
        #expect(try originals() == 2)
    }

    @Test func `A library that opens while a backup runs removes it later`() throws {
        var opened: Library?
        try whileBackupRuns {
            try library.commit(.purgeAssets([pictures[0]]))
            library.close()
            opened = try Library.temporary(in: folder, seed: 2)
            #expect(try releasedFiles().count == 1)
        }
        let later = try #require(opened)
        _ = try later.addAlbum("Unrelated")
        #expect(try releasedFiles() == [])
        #expect(try originals() == 2)
        later.close()
    }

    /// Such rows come with libraries of strangers.
    @Test(.timeLimit(.minutes(1))) func `Rows that equal no text hold nobody up`() throws {
        library.close()
        let queue = try DatabaseQueue(path: library.layout.database.path)
        try queue.write { db in
            try db.execute(sql: "INSERT INTO released_file VALUES (x'00ff')")
        }
        try queue.close()
        let opened = try Library.temporary(in: folder, seed: 2)
        try opened.commit(.purgeAssets([pictures[0]]))
        #expect(try originals() == 2)
        opened.close()
    }

    /// Each of them may find the other removing.
    ///
    /// The files of both must be gone without another commit.
    @Test func `Two that delete at once leave no file`() throws {
        let other = try Library.temporary(in: folder, seed: 2)
        let more = try library.addPictures(100)
        for round in 0..<50 {
            let failures = Mutex<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                do {
                    let library = index == 0 ? library : other
                    try library.commit(.purgeAssets([more[2 * round + index]]))
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
            #expect(failures.withLock { $0.isEmpty })
            try #require(try releasedFiles() == [], "round \(round)")
        }
        #expect(try originals() == 3)
        other.close()
        library.close()
    }
}
