import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct BackupTests {
    let folder: TemporaryFolder
    let library: Library
    let assets: [UUID]
    var destination: URL { folder.url.appendingPathComponent("Backup.photolib", isDirectory: true) }
    var layout: LibraryLayout { LibraryLayout(root: destination) }

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        assets = try library.addPictures(12)
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func names(_ url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    @discardableResult
    private func backUp() throws -> LibraryBackup.Outcome {
        try LibraryBackup(library).run(to: destination)
    }

    /// Reads a backup where it is, and looks after all its promises.
    private func count() throws -> Int {
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
        return try copy.records.fetch(FetchPlan(.assets)).rows.count
    }

    @Test func `A backup has every row and every file, and nothing else`() throws {
        let album = try library.addAlbum("Hikes", Array(assets.prefix(3)))
        let outcome = try backUp()
        #expect(outcome.files == 12)
        #expect(outcome.copiedFiles == 12)
        #expect(outcome.findings.isEmpty)
        #expect(outcome.sequence == (try library.history.currentPosition().sequence))
        #expect(try count() == 12)
        #expect(try names(folder.url) == ["Backup.photolib", "Test.photolib"])
        #expect(
            try folder.contents(of: "Backup.photolib/originals").keys
                == folder.contents(of: "Test.photolib/originals").keys
        )
        #expect(try names(layout.staging).isEmpty)
        let copy = try Library.open(destination, mode: .readOnly)
        #expect(try copy.members(of: album) == Array(assets.prefix(3)))
    }

    @Test
    func `The library goes on being written while it is copied, and the copy is of one moment`()
        throws
    {
        var written = 0
        let backup = LibraryBackup(library) {
            if written < 6 {
                _ = try? library.addPicture(seed: UInt8(written + 40))
                written += 1
            }
            return false
        }
        #expect(try backup.run(to: destination).files == 12)
        #expect(written == 6)
        #expect(try count() == 12)
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 18)
    }

    @Test func `What is deleted for good meanwhile stays until it is copied`() throws {
        var isDone = false
        let backup = LibraryBackup(library) {
            if !isDone {
                isDone = true
                _ = try? library.commit(.deleteAssets(assets))
                _ = try? library.commit(.purgeAssets(assets))
            }
            return false
        }
        let outcome = try backup.run(to: destination)
        #expect(outcome.findings.isEmpty)
        #expect(try count() == 12)
        #expect(try library.originals().isEmpty)
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.isEmpty)
    }

    @Test func `A second backup copies what is new and drops what is gone`() throws {
        try backUp()
        try library.addPicture(seed: 77)
        try library.commit(.deleteAssets([assets[0]]))
        try library.commit(.purgeAssets([assets[0]]))
        let outcome = try backUp()
        #expect(outcome.copiedFiles == 1)
        #expect(outcome.removedFiles == 1)
        #expect(try count() == 12)
    }

    @Test func `Libraries and backups may have names as long as names can be`() throws {
        for length in [219, 247, 248, 255] {
            let name = String(repeating: "n", count: length - 9) + ".photolib"
            let parent = folder.url.appendingPathComponent("\(length)", isDirectory: true)
            let root = parent.appendingPathComponent(name, isDirectory: true)
            let long = try Library.open(root, create: true, environment: .test(seed: 9))
            long.close()
            #expect(try names(parent) == [name])
            let backups = parent.appendingPathComponent("backups", isDirectory: true)
            _ = try LibraryBackup(library).run(
                to: backups.appendingPathComponent(name, isDirectory: true)
            )
            #expect(try names(backups) == [name])
        }
    }

    @Test func `A backup that is cancelled leaves the earlier one, and the next goes on from it`()
        throws
    {
        var left = 5
        func cancelled() throws {
            left = 5
            #expect(throws: CancellationError.self) {
                try LibraryBackup(
                    library,
                    isCancelled: {
                        left -= 1
                        return left < 0
                    }
                ).run(to: destination)
            }
        }
        try cancelled()
        #expect(access(destination.path, F_OK) != 0)
        try backUp()
        #expect(try count() == 12)
        try library.addPictures(8)
        left = 15
        try cancelled()
        #expect(try count() == 12)
        try backUp()
        #expect(try count() == 20)
        #expect(try names(folder.url) == ["Backup.photolib", "Test.photolib"])
    }

    @Test func `A damaged original is named, and an earlier good copy kept`() throws {
        let file = try #require(library.originals().min())
        let url = library.layout.original(file)
        let good = try Data(contentsOf: url)
        var bad = good
        bad[bad.count / 2] ^= 1
        try backUp()
        chmod(url.path, 0o644)
        try bad.write(to: url)
        #expect(try backUp().findings.map(\.code) == [.originalContentDiffers])
        let again = LibraryBackup(library, readingAll: true)
        let outcome = try again.run(to: destination)
        #expect(outcome.findings.map(\.code) == [.originalContentDiffers])
        #expect(outcome.files == 12 && outcome.copiedFiles == 0)
        #expect(try Data(contentsOf: layout.original(file)) == good)
        // Damaged in the backup, too: it cannot be copied again.
        chmod(layout.original(file).path, 0o644)
        try bad.write(to: layout.original(file))
        let findings = try again.run(to: destination).findings
        #expect(findings.map(\.code) == [.originalContentDiffers])
        #expect(findings.first?.subject == url.path)
        try good.write(to: url)
        #expect(try again.run(to: destination).copiedFiles == 1)
        #expect(try count() == 12)
    }

    @Test func `Other folders are left alone`() throws {
        _ = try folder.file("file", [1])
        let inside = library.layout.root.appendingPathComponent("originals/Backup.photolib")
        for url in [folder.url, inside, library.layout.root] {
            #expect(
                code { _ = try LibraryBackup(library).run(to: url) } == .unsuitableDestination,
                "\(url.path)"
            )
        }
        let full = folder.url.appendingPathComponent("full", isDirectory: true)
        try FileManager.default.createDirectory(at: full, withIntermediateDirectories: true)
        try Data([1]).write(to: full.appendingPathComponent("x"))
        #expect(code { _ = try LibraryBackup(library).run(to: full) } == .unsuitableDestination)
        let other = try Library.temporary(in: folder, name: "Other.photolib", seed: 9)
        #expect(
            code { _ = try LibraryBackup(library).run(to: other.layout.root) }
                == .unsuitableDestination
        )
    }

    @Test func `A backup that was opened for writing is a library of its own`() throws {
        try backUp()
        try Library.open(destination, environment: .test(seed: 3)).close()
        #expect(code { try backUp() } == .unsuitableDestination)
    }

    @Test func `A copy that was killed between its database and LIBRARY is settled by opening it`()
        throws
    {
        try backUp()
        let earlier = try Data(contentsOf: layout.sentinel)
        try library.addPictures(1)
        try backUp()
        try earlier.write(to: layout.sentinel)
        let reader = try Library.open(destination, mode: .readOnly)
        let findings = try LibraryCheck(reader).run().findings
        #expect(findings.map(\.code) == [.sentinelDiffers])
        #expect(findings.map(\.isRepairable) == [true])
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 13)
        reader.close()
        try Library.open(destination, environment: .test(seed: 3)).close()
        #expect(try count() == 13)
    }

    @Test func `Its tokens part ways, wherever it is put back`() throws {
        let original = library.identity
        try backUp()
        library.close()
        // In its own folder, by the same files: every number and birth stays as it was.
        let database = library.layout.database
        for ending in ["-wal", "-shm"] { unlink(database.path + ending) }
        let bytes = try Data(contentsOf: layout.database)
        let handle = try FileHandle(forWritingTo: database)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
        let databaseAlone = try Library.temporary(in: folder, seed: 4)
        #expect(databaseAlone.identity.library == original.library)
        #expect(databaseAlone.identity.incarnation != original.incarnation)
        let second = databaseAlone.identity.incarnation
        databaseAlone.close()
        try Data(contentsOf: layout.sentinel).write(to: library.layout.sentinel)
        let both = try Library.temporary(in: folder, seed: 5)
        #expect(![original.incarnation, second].contains(both.identity.incarnation))
        #expect(try LibraryCheck(both, readingBytes: true).run().findings.isEmpty)
        let copy = try Library.open(destination, environment: .test(seed: 6))
        #expect(
            ![original.incarnation, second, both.identity.incarnation]
                .contains(copy.identity.incarnation)
        )
    }

    @Test func `A library in memory has no backup`() throws {
        let memory = try Library.temporary()
        #expect(
            code { _ = try LibraryBackup(memory).run(to: destination) } == .changeNotSupported
        )
    }

    @Test func `A library that can only be read is backed up`() throws {
        library.close()
        let reader = try Library.temporary(in: folder, mode: .readOnly)
        #expect(try LibraryBackup(reader).run(to: destination).files == 12)
        #expect(try count() == 12)
    }

    // MARK: Older libraries

    /// Restores the library from a backup of its first state, after a newer one was made.
    private func restored() throws -> Library {
        try backUp()
        let old = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: destination, to: old)
        _ = try library.addPictures(3)
        #expect(try backUp().copiedFiles == 3)
        return try Library.open(old)
    }

    @Test func `a library restored from an older state does not write over a newer backup`() throws
    {
        let restored = try restored()
        defer { restored.close() }
        for isChanged in [false, true] {
            if isChanged { _ = try restored.addPictures(5) }
            let error = #expect(throws: StoreError.self) {
                try LibraryBackup(restored).run(to: destination)
            }
            #expect(error?.code == .changeNotSupported)
            #expect(error?.message.contains("--older") == true)
            #expect(try count() == 15)
        }
        // The library itself goes on.
        #expect(try backUp().removedFiles == 0)
    }

    @Test func `a position is known, or unknown, beyond pruning`() throws {
        let restored = try restored()
        defer { restored.close() }
        // Both make changes, so that the backup's position is far behind in either log, and forget them.
        for library in [library, restored] {
            for _ in 0..<20 { _ = try library.addPictures(1) }
            try library.settings.change(StoredSettings(historyCount: 2))
            _ = try library.addPictures(1)
            #expect(try library.history.oldestPosition().sequence > 18)
        }
        let error = #expect(throws: StoreError.self) {
            try LibraryBackup(restored).run(to: destination)
        }
        #expect(error?.message.contains("--older") == true)
        #expect(try backUp().copiedFiles == 21)
    }

    @Test func `told to go on, it keeps what only the newer backup has`() throws {
        let restored = try restored()
        defer { restored.close() }
        let outcome = try LibraryBackup(restored, overNewer: true).run(to: destination)
        #expect(try count() == 12)
        let kept = try #require(outcome.keptFolder)
        #expect(outcome.keptFiles == 3)
        #expect(outcome.removedFiles == 0)
        #expect(kept.lastPathComponent.hasPrefix("newer-"))
        let files = FileManager.default.enumerator(atPath: kept.path)?.allObjects
        #expect(files?.count { ($0 as? String)?.hasSuffix("sqlite") == true } == 1)
        // The next backup knows its own state, and leaves the folder alone.
        _ = try restored.addPictures(1)
        let next = try LibraryBackup(restored).run(to: destination)
        #expect(next.keptFolder == nil && next.copiedFiles == 1)
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }
}
