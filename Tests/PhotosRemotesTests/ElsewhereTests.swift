import Crypto
import Foundation
import GRDB
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files leave this disk only when a remote has them, and come back with their bytes.
@Suite(.permit) struct ElsewhereTests {
    let fixture: RemoteFixture
    let library: Library
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        assets = try library.addPictures(12)
    }

    /// The resources of all assets, in the order of their rows.
    private func resources() throws -> [ResourceRecord] {
        let rows = try library.records.rows(of: assets, in: .asset)
        return try library.records.resources(ofAssets: rows.values).values.flatMap { $0 }
            .sorted { $0.rowID < $1.rowID }
    }

    private func bytes(_ resource: ResourceRecord) -> Data? {
        try? Data(contentsOf: library.layout.original(resource.file))
    }

    private func local() throws -> [ResourceRecord] {
        try resources().filter { bytes($0) != nil }
    }

    private func sendAwayAll() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 12)
    }

    // MARK: Leaving

    @Test func `nothing leaves without a rule`() throws {
        try fixture.sync()
        #expect(try library.space.freeSpace().released.count == 0)
        #expect(try local().count == 12)
    }

    @Test func `nothing leaves that no remote gave back`() throws {
        try library.space.setRule(SpaceRule(byteCount: 0))
        let outcome = try library.space.freeSpace()
        #expect(outcome.released.count == 0)
        #expect(outcome.missing == (try resources().reduce(0) { $0 + $1.byteCount }))
        // The place has a file. Nobody has read it.
        try fixture.sync()
        try library.core.onWriter { db in
            try db.execute(sql: "UPDATE remote_object SET proved_date = NULL")
        }
        let first = try #require(try resources().first)
        let object = RemoteObject(checksum: first.checksum, byteCount: first.byteCount)
        #expect(try library.space.freeSpace().released.count == 0)
        try library.remotes.recordOutcomes([(object, .proved)], in: fixture.row)
        #expect(try library.space.freeSpace().released.count == 1)
        #expect(try local().count == 11)
    }

    @Test func `a proof expires`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0, proofDays: 30))
        fixture.clock.advance(days: 31)
        #expect(try library.space.freeSpace().released.count == 0)
        _ = try fixture.check()
        #expect(try library.space.freeSpace().released.count == 12)
    }

    @Test func `a proof of the future counts for nothing`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        fixture.clock.advance(days: -2)
        #expect(try library.space.freeSpace().released.count == 0)
    }

    @Test func `as many remotes as the rule says must have a file`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0, copies: 2))
        #expect(try library.space.freeSpace().released.count == 0)
    }

    @Test func `what another copy of the library proved counts for nothing`() throws {
        try fixture.sync()
        var other = try fixture.row
        other.incarnation = library.environment.makeUUID()
        try library.core.onWriter { db in
            try db.execute(
                sql: "UPDATE remote SET incarnation = ?",
                arguments: [Data(other.incarnation.bytes)]
            )
        }
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 0)
    }

    @Test func `pinned photos and albums stay`() throws {
        try fixture.sync()
        let album = try library.addAlbum("Kept", Array(assets[3..<6]))
        let rows = try library.records.rows(of: assets, in: .asset)
        let albums = try library.records.rows(of: [album], in: .collection)
        try library.space.pin(
            assets: [try #require(rows[assets[0]])],
            albums: [try #require(albums[album])],
            isPinned: true
        )
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.spaceUse().pinned.count == 4)
        #expect(try library.space.freeSpace().released.count == 8)
        #expect(try local().count == 4)
        try library.space.pin(
            assets: Array(rows.values),
            albums: Array(albums.values),
            isPinned: false
        )
        #expect(try library.space.freeSpace().released.count == 4)
    }

    @Test func `only as much leaves as must, and what was used last stays`() throws {
        try fixture.sync()
        let all = try resources()
        let used = all[4]
        let later = timeval(tv_sec: time(nil) + 10 * 86_400, tv_usec: 0)
        #expect(utimes(library.layout.original(used.file).path, [later, later]) == 0)
        let total = all.reduce(0) { $0 + $1.byteCount }
        try library.space.setRule(SpaceRule(byteCount: total - 1))
        #expect(try library.space.freeSpace().released.count == 1)
        try library.space.setRule(SpaceRule(byteCount: used.byteCount))
        try library.space.freeSpace()
        #expect(try local() == [used])
        #expect(try library.space.spaceUse().local.count == 1)
        #expect(try library.space.spaceUse().elsewhere.count == 11)
    }

    @Test func `smaller files stay where the rule says so`() throws {
        var environment = library.environment
        environment.smallestReleasedFile = 1 << 20
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        let second = try Library.open(library.layout.root, environment: environment)
        defer { second.close() }
        #expect(try second.space.freeSpace().released.count == 0)
    }

    // MARK: Coming back

    @Test func `a file that is elsewhere needs a permission, and comes back with its bytes`() throws
    {
        let before = try resources().map(bytes)
        try sendAwayAll()
        let all = try resources()
        #expect(try library.originals.elsewhere(all) == all)
        #expect(library.originals.absence(of: all[0]).code == .fileElsewhere)
        #expect(throws: StoreError.self) { try library.transfers.makeLocal(all, access: nil) }
        let parts = Mutex<[Double]>([])
        try library.transfers.makeLocal(
            all,
            access: NetworkAccess { part in parts.withLock { $0.append(part) } }
        )
        #expect(try resources().map(bytes) == before)
        #expect(try library.originals.elsewhere(all).isEmpty)
        let reported = parts.withLock { $0 }
        #expect(reported == reported.sorted())
        #expect(reported.last == 1)
    }

    @Test func `what came back may leave again`() throws {
        try sendAwayAll()
        try library.transfers.makeLocal(resources(), access: NetworkAccess())
        #expect(try library.space.freeSpace().released.count == 12)
        #expect(try library.originals.elsewhere(resources()).count == 12)
    }

    @Test func `a file that a killed process did not remove is here`() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        let first = try resources()[0]
        try library.core.onWriter { db in
            try db.execute(
                sql: "INSERT INTO elsewhere_file VALUES (?, 0)",
                arguments: [first.rowID]
            )
        }
        #expect(try library.originals.elsewhere([first]).isEmpty)
        #expect(try library.space.freeSpace().released.count == 12)
    }

    @Test func `what a place hands out wrongly reaches nobody`() throws {
        try sendAwayAll()
        let first = try resources()[0]
        let name = RemoteNames.original(first.checksum)
        fixture.place.objects[name]?[0] ^= 1
        let error = #expect(throws: StoreError.self) {
            try library.transfers.makeLocal([first], access: NetworkAccess())
        }
        #expect(error?.code == .networkFailed)
        #expect(bytes(first) == nil)
        // The remote counts no more, and the check says so.
        let findings = try LibraryCheck(library, readingBytes: true).run().findings
        #expect(findings.map(\.code) == [.originalMissing])
        #expect(findings.first?.message.contains("no remote had it at the last look") == true)
    }

    @Test func `a passing fault of the only remote loses nothing`() throws {
        try sendAwayAll()
        let all = try resources()
        let kept = fixture.place.objects
        for object in all { fixture.place.objects[RemoteNames.original(object.checksum)] = nil }
        for resource in all {
            #expect(throws: StoreError.self) {
                try library.transfers.makeLocal([resource], access: NetworkAccess())
            }
        }
        #expect(try fixture.totals().proved.count == 0)
        #expect(try fixture.sync().refused.values.reduce(0, +) == 12)
        fixture.place.objects = kept
        // A fetch asks the remote all the same, and a run reads the objects back.
        try library.transfers.makeLocal([all[0]], access: NetworkAccess())
        #expect(try fixture.totals().proved.count == 1)
        #expect(try fixture.sync().refused.isEmpty)
        #expect(try fixture.totals().proved.count == 12)
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a cancelled transfer leaves nothing behind`() throws {
        try sendAwayAll()
        let error = #expect(throws: StoreError.self) {
            try library.transfers.makeLocal(
                resources(),
                access: NetworkAccess(isCancelled: { true })
            )
        }
        #expect(error?.code == .cancelled)
        let folder = library.originals.fetchFolder.path
        let left = try? FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left?.isEmpty != false)
        #expect(try local().isEmpty)
    }

    @Test func `several threads share one transfer`() throws {
        try sendAwayAll()
        let first = try resources()[0]
        let gets = fixture.place.gets
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            do {
                try library.transfers.makeLocal([first], access: NetworkAccess())
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(fixture.place.gets == gets + 1)
    }

    @Test func `what ended processes left is removed`() throws {
        try sendAwayAll()
        let folder = library.originals.fetchFolder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["ab.lock", "ab.part"] {
            try Data([1]).write(to: folder.appendingPathComponent(name))
        }
        try library.space.setRule(SpaceRule(byteCount: 1))
        try library.space.freeSpace()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    // MARK: The rest of the library

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
