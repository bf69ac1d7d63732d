import Foundation
import GRDB
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files in folders of forgotten sources, which remotes may have: each part of the library says the same of them.
@Suite(.permit) struct ForgottenFilesTests {
    private static let count = 6

    let fixture: RemoteFixture
    let library: Library

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        try library.addPictures(Self.count)
        try fixture.sync()
        // As a source leaves its photos that was forgotten after the run.
        try library.core.onWriter { db in
            try db.execute(
                sql: "UPDATE asset SET traits = traits | ?",
                arguments: [AssetTraits.offline.rawValue]
            )
            try db.execute(sql: "UPDATE resource SET inode = NULL, status_change = NULL")
        }
        for name in try library.originals() {
            try FileManager.default.removeItem(at: library.layout.original(name))
        }
        _ = try library.addAlbum("Later")
        fixture.clock.advance(seconds: 3_600)
    }

    /// Takes away what the library knows of the objects of its remote, as former versions did when a remote was adopted.
    private func forgetObjects() throws {
        try library.core.onWriter { db in try db.execute(sql: "DELETE FROM remote_object") }
    }

    private func removeObjects() {
        for name in fixture.originals { fixture.place.objects[name] = nil }
    }

    private func namesOutsideRemotes(of library: Library) throws -> Int {
        try library.originals.filesInForgottenSources().count { !$0.isInRemote }
    }

    private func restored() throws -> Library {
        try Library.open(
            fixture.url("Back.photolib"),
            environment: .test(seed: 7, clock: fixture.clock)
        )
    }

    @Test func `they count among those that the remote should have`() throws {
        try fixture.sync()
        let totals = try fixture.totals()
        #expect(totals.wanted.count == Self.count && totals.proved == totals.wanted)
        #expect(try namesOutsideRemotes(of: library) == 0)
        let use = try library.space.examinedSpaceUse()
        #expect(use.forgotten.count == Self.count)
        #expect(use.local == RemoteTotals.Part() && use.missing == RemoteTotals.Part())
        #expect(try library.space.spaceUse() == use)
    }

    @Test func `only a look finds files that should be here and are not`() throws {
        try library.addPicture(seed: 99)
        let name = try #require(try library.originals().first)
        try FileManager.default.removeItem(at: library.layout.original(name))
        #expect(try library.space.spaceUse().local.count == 1)
        let use = try library.space.examinedSpaceUse()
        #expect(use.local == RemoteTotals.Part() && use.missing.count == 1)
        #expect(use.forgotten.count == Self.count)
    }

    @Test func `one that the remote lost is wanted, and named`() throws {
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        let report = try fixture.sync()
        #expect(report.lost == 1 && report.refused.values.reduce(0, +) == 1)
        let totals = try fixture.totals()
        #expect(totals.wanted.count == Self.count && totals.stored.count == Self.count - 1)
        #expect(try fixture.check(readingAll: false).namesWithoutCopy.count == 1)
        #expect(try namesOutsideRemotes(of: library) == 1)
    }

    @Test func `a run that lists the remote finds them, and reads them back`() throws {
        try forgetObjects()
        #expect(try namesOutsideRemotes(of: library) == Self.count)
        #expect(try fixture.sync().proved.count == Self.count)
        #expect(try namesOutsideRemotes(of: library) == 0)
        #expect(try fixture.totals().proved.count == Self.count)
    }

    @Test(arguments: [false, true])
    func `a check of the remote finds them, and takes no other file for sent`(
        readingAll: Bool
    ) throws {
        try forgetObjects()
        try library.addPicture(seed: 99)
        let report = try fixture.check(readingAll: readingAll)
        #expect(report.unsent == 1 && report.orphans.count == 0 && report.lost == 0)
        #expect(report.whole.count == (readingAll ? Self.count : 0))
        #expect(report.unproved.count == (readingAll ? 0 : Self.count))
        #expect(try namesOutsideRemotes(of: library) == 0)
    }

    @Test func `a library that is rebuilt from the remote has them`() throws {
        try fixture.sync()
        let outcome = try fixture.restore()
        #expect(outcome.findings.isEmpty && outcome.forgotten.isEmpty)
        #expect(outcome.files == Self.count)
        let back = try restored()
        defer { back.close() }
        #expect(try back.originals.filesInForgottenSources().isEmpty)
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
        let rows = try back.records.fetch(FetchPlan(.assets)).rows
        let records = try back.records.assets(rows).records.values
        #expect(records.count == Self.count)
        #expect(records.allSatisfy { !$0.traits.contains(.offline) })
    }

    @Test func `a rebuilding names those that no remote ever had`() throws {
        try forgetObjects()
        removeObjects()
        try fixture.sync()
        let outcome = try fixture.restore()
        #expect(outcome.findings.isEmpty && outcome.files == 0)
        #expect(outcome.forgotten.count == Self.count)
        let back = try restored()
        defer { back.close() }
        #expect(try back.originals.filesInForgottenSources().count == Self.count)
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a rebuilding finds that the remote lost some`() throws {
        try fixture.sync()
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        let outcome = try fixture.restore()
        #expect(outcome.findings.map(\.code) == [.originalMissing] && outcome.forgotten.isEmpty)
        let back = try restored()
        defer { back.close() }
        #expect(try back.originals.filesInForgottenSources().count == 1)
    }

    @Test func `a copy that adopts the remote knows what it has, and fetches it`() throws {
        let url = fixture.url("Copy.photolib")
        _ = try LibraryBackup(library).run(to: url)
        var environment = EngineEnvironment.test(seed: 5, clock: fixture.clock)
        environment.transfer = library.environment.transfer
        environment.readRange = library.environment.readRange
        environment.look = library.environment.look
        let copy = try Library.open(url, environment: environment)
        defer { copy.close() }
        let remote = try #require(try copy.remotes.all().first)
        // An object that was read, and is damaged, is not there, although its size is right.
        let damaged = try #require(copy.remotes.absentObjects().first)
        try copy.remotes.recordOutcomes([(damaged, .lost("It is damaged."))], in: remote)
        _ = try RemoteAdoption(copy, remote: remote, place: fixture.opened)
            .run(overNewer: false, otherIsGone: false)
        #expect(try namesOutsideRemotes(of: copy) == 1)
        let fetch = try LibraryHealing(copy).fetchSourceFiles(ofAssets: nil)
        #expect(fetch.fetched.count == Self.count - 1 && fetch.missing.isEmpty)
        #expect(try copy.originals.filesInForgottenSources().count == 1)
    }
}
