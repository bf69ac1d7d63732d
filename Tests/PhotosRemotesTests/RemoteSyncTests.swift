import Foundation
import GRDB
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RemoteSyncTests {
    let fixture: RemoteFixture
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        assets = try fixture.library.addPictures(12)
    }

    @Test func `everything is sent and read back, once`() throws {
        let report = try fixture.sync()
        #expect(report.sent.count == 12)
        #expect(report.endedBy == nil)
        #expect(report.database?.count ?? 0 > 0)
        let totals = try fixture.totals()
        #expect(totals.wanted == totals.proved)
        #expect(totals.proved.count == 12)
        #expect(fixture.originals.count == 12)
        let puts = fixture.place.puts
        let again = try fixture.sync()
        #expect(again.sent.count == 0)
        #expect(again.database == nil)
        #expect(fixture.place.puts == puts)
    }

    @Test func `files with the same bytes are one object`() throws {
        try fixture.library.addPicture(seed: 0)
        #expect(try fixture.sync().sent.count == 12)
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

    @Test func `proofs are repeated when they are old`() throws {
        try fixture.sync()
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        #expect(try fixture.sync().lost == 0)
        fixture.clock.advance(days: 181)
        let report = try fixture.sync()
        #expect(report.lost == 1)
        #expect(report.proved.count == 11)
        #expect(report.sent.count == 1)
    }

    @Test func `proofs of a clock that was ahead are repeated`() throws {
        fixture.clock.advance(days: 400)
        try fixture.sync()
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        fixture.clock.advance(days: -400)
        #expect(try fixture.countedProofs == 0)
        let report = try fixture.sync()
        #expect(report.lost == 1)
        #expect(report.proved.count == 11)
        #expect(report.sent.count == 1)
        #expect(try fixture.countedProofs == 12)
        #expect(try fixture.sync().proved.count == 0)
    }

    @Test func `what nothing needs goes after thirty days, unless it is needed again`() throws {
        try fixture.sync()
        try fixture.library.commit(.deleteAssets(Array(assets.prefix(2))))
        try fixture.library.commit(.purgeAssets(Array(assets.prefix(2))))
        #expect(try fixture.sync().removed.count == 0)
        #expect(try fixture.totals().unneeded.count == 2)
        fixture.clock.advance(days: 20)
        // The bytes of the first picture come again.
        try fixture.library.addPicture(seed: 0)
        try fixture.sync()
        fixture.clock.advance(days: 11)
        #expect(try fixture.sync().removed.count == 1)
        #expect(fixture.originals.count == 11)
        #expect(try fixture.check().lost == 0)
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

    @Test func `a lost part of the database is sent again`() throws {
        try fixture.sync()
        let part = try #require(
            fixture.place.objects.keys.first { $0.hasPrefix(RemoteNames.parts) }
        )
        fixture.place.objects[part] = nil
        #expect(try fixture.check(readingAll: false).brokenDatabases.count == 1)
        fixture.clock.advance(seconds: 60)
        #expect(try fixture.sync().database?.count ?? 0 >= 1)
        // The first copy is whole again if the new one has the same part; otherwise it is gone.
        let report = try fixture.check()
        #expect(report.brokenDatabases == [] && report.databases >= 1)
        #expect(try fixture.restore().findings.isEmpty)
    }

    @Test func `a copy of the database that a failed connection hides is not called damaged`()
        throws
    {
        try fixture.sync()
        let place = RefusingPlace(fixture.place)
        place.setUnreadable(RemoteNames.snapshots)
        #expect(
            problem {
                _ = try RemoteCheck(fixture.library, remote: fixture.row, place: place)
                    .run(readingAll: false)
            } == .unreachable
        )
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

    @Test func `a file that changed on the disk is refused, and named`() throws {
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [row])[row]?.first
        )
        let url = try fixture.library.originals.url(of: resource)
        chmod(url.path, 0o644)
        var bytes = try Data(contentsOf: url)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: url)
        let report = try fixture.sync()
        #expect(report.sent.count == 11)
        #expect(report.refused.values.reduce(0, +) == 1)
        #expect(try fixture.totals().refused.count == 1)
        #expect(try fixture.library.remotes.problems(of: fixture.row).first?.count == 1)
    }

    // MARK: Whose place it is

    private func problem(_ body: () throws -> Void) -> RemoteFailure.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RemoteFailure)?.code
        }
    }

    @Test func `an emptied place is not filled again`() throws {
        try fixture.sync()
        fixture.place.objects = [:]
        #expect(problem { try fixture.sync() } == .otherLibrary)
        #expect(fixture.place.objects.isEmpty)
    }

    @Test func `a place whose connection fails is not said to be emptied`() throws {
        try fixture.sync()
        let markers = fixture.place.objects.filter { $0.key.hasPrefix(RemoteNames.markers) }
        let place = RefusingPlace(fixture.place)
        place.setUnreadable(RemoteNames.snapshots)
        func sync() throws {
            _ = try RemoteSync(fixture.library, remote: fixture.row, place: place).run()
        }
        for (name, _) in markers { fixture.place.objects[name] = nil }
        #expect(problem(sync) == .unreachable)
        for (name, _) in markers { fixture.place.objects[name] = Data() }
        #expect(problem(sync) == .unreachable)
        place.setUnreadable(nil)
        #expect(problem(sync) == nil)
    }

    @Test func `the place of another library is refused`() throws {
        let other = try Library.temporary(in: fixture.folder, name: "Other.photolib", seed: 9)
        #expect(problem { try MarkerList(fixture.place).claimPlace(for: other) } == .otherLibrary)
        #expect(
            problem {
                _ = try RemoteSync(other, remote: try fixture.row, place: fixture.place).run()
            }
                == .otherLibrary
        )
    }

    @Test func `a copy of the library writes nothing before it takes the place over`() throws {
        try fixture.sync()
        let url = fixture.url("Copy.photolib")
        _ = try LibraryBackup(fixture.library).run(to: url)
        let copy = try Library.open(url, environment: .test(seed: 5, clock: fixture.clock))
        defer { copy.close() }
        try copy.addPicture(seed: 99)
        let row = try #require(try copy.remotes.all().first)
        let before = fixture.place.objects
        #expect(
            problem { _ = try RemoteSync(copy, remote: row, place: fixture.place).run() }
                == .otherLibrary
        )
        #expect(fixture.place.objects == before)

        try MarkerList(fixture.place).claimPlace(for: copy)
        try copy.remotes.adoptRemote(row, settings: row.settings)
        let adopted = try #require(try copy.remotes.all().first)
        let report = try RemoteSync(copy, remote: adopted, place: fixture.place).run()
        #expect(report.sent.count + report.proved.count == 13)
        #expect(problem { try fixture.sync() } == .otherLibrary)
    }

    @Test func `two runs at once are refused`() throws {
        let lock = try RemoteLock(fixture.remote, of: fixture.library.core)
        #expect {
            try fixture.sync()
        } throws: { error in
            (error as? StoreError)?.code == .busy
        }
        withExtendedLifetime(lock) {}
    }

    // MARK: Damage

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

    @Test(arguments: [Data(), Data("{\"format\": \"openph".utf8)])
    func `a marker that was emptied or cut off stands for its name`(_ damaged: Data) throws {
        try fixture.sync()
        let name = try #require(
            fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.markers) }.max()
        )
        fixture.place.objects[name] = damaged
        try fixture.library.addPicture(seed: 99)
        #expect(try fixture.sync().sent.count == 1)
        #expect(try fixture.restore().findings.isEmpty)
        let other = try Library.temporary(in: fixture.folder, name: "Other.photolib", seed: 9)
        #expect(problem { try MarkerList(fixture.place).claimPlace(for: other) } == .otherLibrary)
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

    private var snapshots: Set<String> {
        Set(fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.snapshots) })
    }

    @Test func `a library without changes sends its database again if it was lost`() throws {
        let fixture = try RemoteFixture()
        try fixture.sync()
        for name in fixture.place.objects.keys where name.hasPrefix(RemoteNames.parts) {
            fixture.place.objects[name] = nil
        }
        // Within an hour the same process does not list a folder again.
        fixture.clock.advance(seconds: 4_000)
        try fixture.sync()
        #expect(try fixture.check().brokenDatabases.isEmpty)
        #expect(try fixture.restore().findings.isEmpty)
    }

    @Test func `a folder in the place of an object that nothing needs ends no run`() throws {
        let url = fixture.url("place")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let place = try FolderPlace(url.path)
        try MarkerList(place).claimPlace(for: fixture.library)
        func sync() throws -> RemoteSync.Report {
            try RemoteSync(fixture.library, remote: fixture.row, place: place).run()
        }
        _ = try sync()
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path + "/originals")
        let object = url.appendingPathComponent("originals/" + (names.filter { $0.count > 64 }[0]))
        try fixture.library.commit(.deleteAssets(assets))
        try fixture.library.commit(.purgeAssets(assets))
        _ = try sync()
        try FileManager.default.removeItem(at: object)
        try FileManager.default.createDirectory(at: object, withIntermediateDirectories: false)
        fixture.clock.advance(days: 32)
        let report = try sync()
        #expect(report.endedBy == nil)
        #expect(report.removed.count == 11 && report.refused.values.reduce(0, +) == 1)
        let left = try FileManager.default.subpathsOfDirectory(atPath: url.path + "/originals")
        #expect(left.filter { $0.count > 64 }.count == 1)
    }

    @Test func `a check counts files that were never sent`() throws {
        try fixture.sync()
        try fixture.library.addPicture(seed: 99)
        let report = try fixture.check(readingAll: false)
        #expect(report.lost == 0 && report.unsent == 1)
    }

    // MARK: Lists

    @Test func `what was removed by hand is sent again by the next run`() throws {
        try fixture.sync()
        for name in fixture.originals.sorted().prefix(3) { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.lost == 3)
        #expect(report.sent.count == 3)
        #expect(fixture.originals.count == 12)
    }

    @Test func `a place that lacks much changes nothing`() throws {
        try fixture.sync()
        let before = try fixture.totals()
        for name in fixture.originals.sorted().prefix(4) { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.endedBy?.code == .missing)
        #expect(report.endedBy?.sentence.contains("lacks 4 of the 12 files") == true)
        #expect(try fixture.totals() == before)
        #expect(fixture.originals.count == 8)
        // Who knows that they are lost says so.
        #expect(try fixture.check(readingAll: false).lost == 4)
        #expect(try fixture.sync().sent.count == 4)
    }

    @Test func `a process that follows lists a folder once an hour`() throws {
        try fixture.sync()
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        #expect(try fixture.sync().lost == 0)
        fixture.clock.advance(seconds: 3_599)
        #expect(try fixture.sync().lost == 0)
        fixture.clock.advance(seconds: 1)
        #expect(try fixture.sync().lost == 1)
    }

    @Test func `a name that a list lacks is lost only if the place says so`() throws {
        try fixture.sync()
        fixture.place.hideFromLists(fixture.originals)
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.lost == 0)
        #expect(report.endedBy == nil)
        #expect(try fixture.check(readingAll: false).lost == 0)
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
