import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a run sends, reads back and removes.
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

    @Test func `the oldest and the newest proof are told`() throws {
        #expect(try fixture.totals().newestProof == nil)
        try fixture.sync()
        let first = try #require(try fixture.totals().oldestProof)
        #expect(try fixture.totals().newestProof.map { $0 >= first } == true)
        fixture.clock.advance(days: 20)
        try fixture.library.addPicture(seed: 40)
        try fixture.sync()
        let newest = try #require(try fixture.totals().newestProof)
        #expect(newest >= first + 20 * 86_400)
        #expect(try fixture.totals().oldestProof == first)
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

    @Test func `two runs at once are refused`() throws {
        let lock = try RemoteLock(fixture.remote, of: fixture.library.core)
        #expect {
            try fixture.sync()
        } throws: { error in
            (error as? StoreError)?.code == .busy
        }
        withExtendedLifetime(lock) {}
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
}
