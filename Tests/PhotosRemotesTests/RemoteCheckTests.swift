import Foundation
import GRDB
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a check of a remote finds.
@Suite(.permit) struct RemoteCheckTests {
    let fixture: RemoteFixture

    init() throws {
        fixture = try RemoteFixture()
        try fixture.library.addPictures(12)
    }

    @Test func `what a place loses is found, and sent again`() throws {
        try fixture.sync()
        let names = fixture.originals.sorted()
        fixture.place.objects[names[0]] = nil
        fixture.place.objects[names[1]] = Data([1, 2, 3])
        fixture.place.objects[names[2]]?[0] ^= 1
        #expect(try fixture.check(readingAll: false).lost == 2)
        #expect(try fixture.check().lost == 1)
        #expect(try fixture.totals().proved.count == 9)
        #expect(try fixture.sync().sent.count == 3)
        let check = try fixture.check()
        #expect(check.lost == 0)
        #expect(check.whole.count == 12)
        #expect(check.databases == 1)
        #expect(check.brokenDatabases.isEmpty)
    }

    @Test func `objects that were there before are read back, and not called sent`() throws {
        let first = try fixture.sync()
        #expect(first.sent.count == 12 && first.proved.count == 0)
        // The library does not know of them any more.
        let row = try fixture.row
        let objects = try fixture.library.remotes.storedObjects(row, after: [], atMost: 99)
        try fixture.library.remotes.recordOutcomes(
            objects.prefix(5).map { ($0, .lost("It is gone.")) },
            in: row
        )
        let check = try fixture.check(readingAll: false)
        #expect(check.unproved.count == 5 && check.unsent == 0 && check.orphans.count == 0)
        let damaged = RemoteNames.original(objects[0].checksum)
        fixture.place.objects[damaged]?[0] ^= 1
        let second = try fixture.sync()
        #expect(second.proved.count == 4 && second.sent.count == 1)
        #expect(try fixture.check().unproved.count == 0)
    }

    @Test func `objects without rows are named and left alone`() throws {
        try fixture.sync()
        let stray = RemoteNames.original(Array(repeating: 7, count: 32))
        fixture.place.objects[stray] = Data([1])
        let report = try fixture.check()
        #expect(report.orphans == RemoteTotals.Part(count: 1, bytes: 1))
        #expect(report.orphanNames == [stray])
        #expect(fixture.place.objects[stray] != nil)
    }

    @Test func `a check counts files that were never sent`() throws {
        try fixture.sync()
        try fixture.library.addPicture(seed: 99)
        let report = try fixture.check(readingAll: false)
        #expect(report.lost == 0 && report.unsent == 1)
    }

    @Test func `a check reads each object once, also those without a row`() throws {
        try fixture.sync()
        func readings() throws -> Int {
            let before = fixture.place.proofs
            let report = try fixture.check()
            #expect(report.whole.count == fixture.originals.count && report.unsent == 0)
            return fixture.place.proofs - before
        }
        let usual = try readings()
        try fixture.library.core.onWriter { db in
            try db.execute(
                sql:
                    "DELETE FROM remote_object WHERE checksum IN (SELECT checksum FROM remote_object LIMIT 5)"
            )
        }
        #expect(try readings() == usual)
    }
}
