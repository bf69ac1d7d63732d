import Foundation
import GRDB
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Which files leave this disk: only those that a remote has given back.
@Suite(.permit) struct LeavingFileTests: ElsewhereSuite {
    let fixture: RemoteFixture
    let library: Library
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        assets = try library.addPictures(12)
    }

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
}
