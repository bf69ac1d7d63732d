import Crypto
import Foundation
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Checks, backups, copies and deletions in a library whose files are elsewhere.
@Suite(.permit) struct ElsewhereTests: ElsewhereSuite {
    let fixture: RemoteFixture
    let library: Library
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        assets = try library.addPictures(12)
    }

    @Test func `a check finds nothing, and counts`() throws {
        try sendAwayAll()
        let report = try LibraryCheck(library, readingBytes: true).run()
        #expect(report.findings.isEmpty)
        #expect(report.filesElsewhere == 12)
        #expect(report.files == 0)
    }

    @Test func `files that no remote has any more are not counted as elsewhere`() throws {
        try sendAwayAll()
        let row = try fixture.row
        let objects = try library.remotes.storedObjects(row, after: [], atMost: 99)
        try library.remotes.recordOutcomes(
            objects.prefix(3).map { ($0, .lost("It is gone.")) },
            in: row
        )
        let use = try library.space.spaceUse()
        #expect(use.elsewhere.count == 9 && use.lost.count == 3)
        #expect(use.lost.bytes == objects.prefix(3).reduce(0) { $0 + $1.byteCount })
    }

    @Test func `the only remote that has files cannot be forgotten`() throws {
        try sendAwayAll()
        let error = #expect(throws: StoreError.self) {
            try library.remotes.forgetRemote(fixture.row)
        }
        #expect(error?.code == .changeNotSupported)
        try library.transfers.makeLocal(resources(), access: NetworkAccess())
        try library.remotes.forgetRemote(fixture.row)
        #expect(try library.remotes.all().isEmpty)
    }

    @Test func `another remote gets the files, too`() throws {
        try sendAwayAll()
        let other = LyingPlace()
        try MarkerList(other).claimPlace(for: library)
        let row = try library.remotes.addRemote(
            RemoteRow(
                uuid: library.environment.makeUUID(),
                name: "other",
                address: "/another/place",
                incarnation: library.identity.incarnation,
                addedDate: library.environment.now()
            )
        )
        let report = try RemoteSync(library, remote: row, place: other).run()
        #expect(report.sent.count == 12)
        #expect(report.refused.isEmpty)
        // Now the first one can go.
        try library.remotes.forgetRemote(fixture.remote)
    }

    @Test func `a rebuilt library has everything here`() throws {
        try sendAwayAll()
        try fixture.sync()
        #expect(try fixture.restore().findings.isEmpty)
        let back = try Library.open(
            fixture.url("Back.photolib"),
            environment: .test(seed: 7, clock: fixture.clock)
        )
        defer { back.close() }
        let report = try LibraryCheck(back, readingBytes: true).run()
        #expect(report.findings.isEmpty)
        #expect(report.files == 12)
        #expect(report.filesElsewhere == 0)
        #expect(try back.space.spaceUse().elsewhere.count == 0)
    }

    @Test func `a backup says what it lacks, and fetches it when it is opened`() throws {
        let before = try resources().map(bytes)
        try sendAwayAll()
        let outcome = try LibraryBackup(library).run(to: fixture.url("Copy.photolib"))
        #expect(outcome.findings.isEmpty)
        #expect(outcome.elsewhere.count == 12)
        let copy = try Library.open(
            fixture.url("Copy.photolib"),
            environment: library.environment
        )
        defer { copy.close() }
        try copy.transfers.makeLocal(resources(), access: NetworkAccess())
        let after = try resources().map { try? Data(contentsOf: copy.layout.original($0.file)) }
        #expect(after == before)
        // The remote belongs to the first library: nothing leaves the copy.
        #expect(try copy.space.freeSpace().released.count == 0)
    }

    @Test func `a backup knows which files left while it was made`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        let released = Mutex(0)
        let url = fixture.url("Backup.photolib")
        let progress: (CheckProgress) -> Void = { [library] _ in
            guard released.withLock(\.self) == 0 else { return }
            let count = (try? library.space.freeSpace().released.count) ?? 0
            released.withLock { $0 = count }
        }
        let outcome = try LibraryBackup(library, progress: progress).run(to: url)
        // The first file was copied before.
        #expect(released.withLock(\.self) == 12)
        #expect(outcome.elsewhere.count == 11 && outcome.findings.isEmpty)
        var environment = library.environment
        environment.makeUUID = { UUID() }
        let copy = try Library.open(url, environment: environment)
        defer { copy.close() }
        let rows = try copy.records.fetch(FetchPlan(.assets)).rows
        let verifier = OriginalVerifier(copy.remotes)
        let conditions = try copy.originals.heldFiles(ofAssets: Array(rows)).map {
            try verifier.condition(of: $0)
        }
        #expect(conditions.count { $0 == .whole } == 1)
        #expect(conditions.count { $0 == .elsewhere } == 11)
    }

    @Test func `an earlier backup with files that leave meanwhile has lost nothing`() throws {
        try fixture.sync()
        let url = fixture.url("Backup.photolib")
        _ = try LibraryBackup(library).run(to: url)
        try library.space.setRule(SpaceRule(byteCount: 0))
        let released = Mutex(0)
        let progress: (CheckProgress) -> Void = { [library] _ in
            let count = (try? library.space.freeSpace().released.count) ?? 0
            released.withLock { $0 += count }
        }
        let outcome = try LibraryBackup(library, progress: progress).run(to: url)
        #expect(released.withLock(\.self) == 12)
        #expect(outcome.findings.isEmpty)
    }

    /// A healed file has a new name, and the library has its bytes no more.
    @Test func `a backup keeps the bytes of a file that was healed and has left since`() throws {
        try fixture.sync()
        let url = fixture.url("Backup.photolib")
        _ = try LibraryBackup(library).run(to: url)
        let lost = try resources()[3]
        unlink(library.layout.original(lost.file).path)
        #expect(try LibraryHealing(library).run(from: []).healed.count == 1)
        let healed = try resources()[3]
        #expect(healed.file != lost.file)
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 12)
        let outcome = try LibraryBackup(library).run(to: url)
        #expect(outcome.elsewhere.count == 0 && outcome.files == 12)
        let layout = LibraryLayout(root: url)
        let bytes = try Data(contentsOf: layout.original(healed.file))
        #expect(Array(SHA256.hash(data: bytes)) == healed.checksum)
        #expect(access(layout.original(lost.file).path, F_OK) != 0)
    }

    @Test func `an adopted remote still has the files`() throws {
        try sendAwayAll()
        try library.remotes.adoptRemote(fixture.row, settings: fixture.row.settings)
        try library.transfers.makeLocal(resources(), access: NetworkAccess())
        #expect(try local().count == 12)
        #expect(try library.space.freeSpace().released.count == 0)
        _ = try fixture.sync()
        #expect(try library.space.freeSpace().released.count == 12)
    }

    @Test func `a deleted photo takes its row along`() throws {
        try sendAwayAll()
        try library.commits.commit(ChangeBlock([.deleteAssets(assets)]))
        try library.commits.commit(ChangeBlock([.purgeAssets(assets)]))
        #expect(try library.space.spaceUse().elsewhere.count == 0)
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `bytes that are deleted for good go to a photo whose own file has left`() throws {
        try sendAwayAll()
        // It has the bytes of the first photo.
        let twin = try library.addPictures(1)
        fixture.place.objects = [:]
        try library.commits.commit(ChangeBlock([.deleteAssets(twin)]))
        try library.commits.commit(ChangeBlock([.purgeAssets(twin)]))
        let first = try resources()[0]
        #expect(try Array(SHA256.hash(data: #require(bytes(first)))) == first.checksum)
        try library.remotes.settleReturnedFiles()
        #expect(try library.space.spaceUse().elsewhere.count == 11)
        #expect(try local().count == 1)
        // Those files are still in no folder of the library: they are not taken for removed ones.
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `other bytes that are deleted for good go to nobody`() throws {
        try sendAwayAll()
        let twin = try library.addPictures(1)
        let row = try #require(try library.records.rows(of: twin, in: .asset).values.first)
        let file = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        let url = library.layout.original(file.file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
        try Data(repeating: 7, count: Int(file.byteCount)).write(to: url)
        try library.commits.commit(ChangeBlock([.deleteAssets(twin)]))
        try library.commits.commit(ChangeBlock([.purgeAssets(twin)]))
        #expect(try local().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a file that is imported again counts as there`() throws {
        try sendAwayAll()
        let first = try resources()[0]
        let held = try library.originals.heldFiles(ofChecksum: first.checksum)
        #expect(try OriginalVerifier(library.remotes).isWhole(#require(held.first)))
    }
}
