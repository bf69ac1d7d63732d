import Foundation
import GRDB
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files that left this disk come back with their bytes.
@Suite(.permit) struct ReturningFileTests: ElsewhereSuite {
    let fixture: RemoteFixture
    let library: Library
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        assets = try library.addPictures(12)
    }

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

    /// On a full disk the states of files that came back are noted once more, in the space of the reserve.
    @Test func `states of files that could not be noted are noted by the next attempt`() throws {
        let resource = try resources()[0]
        func held() throws -> HeldFile {
            try #require(library.originals.heldFiles(ofAssets: [resource.assetID]).first)
        }
        let before = try held()
        let path = library.layout.original(before.file).path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let verifier = OriginalVerifier(library.remotes)
        #expect(try verifier.condition(of: before) == .whole)
        try library.core.onWriter { db in try db.execute(sql: "PRAGMA query_only = 1") }
        #expect(throws: StoreError.self) { try verifier.noteStates() }
        try library.core.onWriter { db in try db.execute(sql: "PRAGMA query_only = 0") }
        try verifier.noteStates()
        #expect(try held().state != before.state)
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
}
