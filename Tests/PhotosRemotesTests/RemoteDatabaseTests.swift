import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The copies of the database in a remote.
@Suite(.permit) struct RemoteDatabaseTests {
    let fixture: RemoteFixture
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        assets = try fixture.library.addPictures(12)
    }

    private var snapshots: Set<String> {
        Set(fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.snapshots) })
    }

    @Test func `of the database only changed parts travel`() throws {
        // Enough rows for several parts.
        let more = try fixture.library.addPictures(250)
        try fixture.library.commits.commit(
            ChangeBlock(
                more.map { .set($0, [.caption: .text(String(repeating: "\($0)", count: 200))]) }
            )
        )
        let all = try #require(try fixture.sync().database)
        try fixture.library.commit(.set(assets[0], [.isFavorite: .integer(1)]))
        let changed = try #require(try fixture.sync().database)
        #expect(all.count > 8)
        #expect(changed.count < all.count / 2, "\(changed.count) of \(all.count)")
    }

    @Test func `a copy of the database that a failed connection hides is not called damaged`()
        throws
    {
        try fixture.sync()
        let place = RefusingPlace(fixture.place)
        place.setUnreadable(RemoteNames.snapshots)
        let failure = #expect(throws: RemoteFailure.self) {
            try RemoteCheck(fixture.library, remote: fixture.row, place: place)
                .run(readingAll: false)
        }
        #expect(failure?.code == .unreachable)
        #expect(try fixture.sync().database == nil)
        #expect(try fixture.check().databases == 1)
    }

    @Test func `a damaged part breaks each copy of the database that has it`() throws {
        // Enough rows for parts that a small change leaves as they are.
        let more = try fixture.library.addPictures(100)
        try fixture.library.commits.commit(
            ChangeBlock(
                more.map { .set($0, [.caption: .text(String(repeating: "\($0)", count: 200))]) }
            )
        )
        try fixture.sync()
        let first = Set(fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.parts) })
        fixture.clock.advance(seconds: 60)
        try fixture.library.commit(.set(assets[0], [.isFavorite: .integer(1)]))
        try fixture.sync()
        let names = fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.snapshots) }
        let newest = try SnapshotIndex(
            try #require(names.max().flatMap { fixture.place.objects[$0] })
        )
        let shared = try #require(
            newest.parts.compactMap(Hexadecimal.checksum).map(RemoteNames.part)
                .first(where: first.contains)
        )
        fixture.place.objects[shared]?[0] ^= 1
        #expect(try fixture.check().brokenDatabases.count == 2)
        fixture.clock.advance(seconds: 60)
        try fixture.sync()
        let report = try fixture.check()
        #expect(report.brokenDatabases.isEmpty)
        #expect(report.databases == 3)
    }

    @Test func `a part of the database that rots is found when it is read again, and sent anew`()
        throws
    {
        try fixture.sync()
        let name = try #require(
            fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.parts) }.min()
        )
        fixture.place.objects[name]?[0] ^= 1
        try fixture.sync()
        #expect(throws: RemoteFailure.self) { try fixture.restore(to: "Damaged.photolib") }
        fixture.clock.advance(days: 200)
        #expect(try fixture.sync().database != nil)
        #expect(try fixture.restore().findings.isEmpty)
    }

    @Test func `a damaged list of an older copy of the database ends no run`() throws {
        var damaged: String?
        for day in 0..<60 {
            fixture.clock.advance(days: 1)
            try fixture.library.commit(.set(assets[0], [.caption: .text("\(day)")]))
            #expect(try fixture.sync().endedBy == nil)
            guard day == 20 else { continue }
            let name = try #require(snapshots.max())
            fixture.place.objects[name] = Data()
            damaged = name
            // The copy after it has all parts of its own.
            #expect(try fixture.check().brokenDatabases == [name])
        }
        #expect(snapshots.count < 45)
        #expect(!snapshots.contains(try #require(damaged)))
        #expect(try fixture.check().brokenDatabases.isEmpty)
        #expect(try fixture.restore().findings.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a damaged older copy of the database goes, after a check or in time`(
        _ isChecked: Bool
    ) throws {
        try fixture.sync()
        let old = try #require(snapshots.max())
        let first = Set(fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.parts) })
        fixture.clock.advance(seconds: 60)
        try fixture.library.commit(.set(assets[0], [.caption: .text("changed")]))
        try fixture.sync()
        let newest = try #require(snapshots.max())
        let index = try SnapshotIndex(try #require(fixture.place.objects[newest]))
        let present = Set(index.parts.compactMap(Hexadecimal.checksum).map(RemoteNames.part))
        let part = try #require(first.subtracting(present).first)
        fixture.place.objects[part]?[0] ^= 1
        if isChecked {
            #expect(try fixture.check().brokenDatabases == [old])
            fixture.clock.advance(seconds: 60)
        } else {
            fixture.clock.advance(days: 181)
        }
        #expect(try fixture.sync().brokenDatabases == [old])
        #expect(!snapshots.contains(old) && snapshots.contains(newest))
        #expect(try fixture.check().brokenDatabases.isEmpty)
    }
}
