import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Copies of a library that take a remote over from each other.
@Suite(.permit) struct RemoteAdoptionTests {
    let fixture: RemoteFixture
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        assets = try fixture.library.addPictures(6)
        try fixture.sync()
    }

    /// A copy of the library as it is now, which is opened for writing.
    private func copy(_ name: String = "Copy.photolib", seed: UInt64 = 5) throws -> Library {
        let url = fixture.url(name)
        _ = try LibraryBackup(fixture.library).run(to: url)
        var environment = EngineEnvironment.test(seed: seed, clock: fixture.clock)
        environment.smallestReleasedFile = 0
        return try Library.open(url, environment: environment)
    }

    @discardableResult
    private func adopt(
        _ library: Library,
        overNewer: Bool = false,
        otherIsGone: Bool = false
    ) throws -> RemoteAdoption.Report {
        try RemoteAdoption(library, remote: row(library), place: fixture.opened)
            .run(overNewer: overNewer, otherIsGone: otherIsGone)
    }

    private func row(_ library: Library) throws -> RemoteRow {
        try #require(try library.remotes.all().first)
    }

    @discardableResult
    private func sync(_ library: Library) throws -> RemoteSync.Report {
        try RemoteSync(library, remote: row(library), place: fixture.opened).run()
    }

    /// Deletes photos for good, and lets the days pass after which their objects go.
    private func purge(_ assets: [UUID], in library: Library) throws {
        try library.commit(.deleteAssets(assets))
        try library.commit(.purgeAssets(assets))
        try sync(library)
        fixture.clock.advance(days: 32)
        try sync(library)
    }

    @Test func `a trial copy that deletes photos removes nothing of the original library`() throws {
        let trial = try copy()
        defer { trial.close() }
        try adopt(trial)
        try sync(trial)
        let before = fixture.originals
        try purge(Array(assets[..<4]), in: trial)
        #expect(fixture.originals == before)
    }

    @Test func `what the copy stored itself goes as before`() throws {
        let trial = try copy()
        defer { trial.close() }
        try adopt(trial)
        fixture.clock.advance(seconds: 1)
        let own = try trial.addPicture(seed: 99)
        try sync(trial)
        #expect(fixture.originals.count == 7)
        try purge([own], in: trial)
        #expect(fixture.originals.count == 6)
    }

    @Test func `a file that another copy had stored stays even if this copy gets it later`() throws
    {
        let trial = try copy()
        defer { trial.close() }
        try fixture.library.addPicture(seed: 99)
        try fixture.sync()
        try adopt(trial, overNewer: true)
        fixture.clock.advance(seconds: 1)
        let same = try trial.addPicture(seed: 99)
        try sync(trial)
        try purge([same], in: trial)
        #expect(fixture.originals.count == 7)
    }

    @Test func `an object of another copy that was damaged and sent again stays`() throws {
        let trial = try copy()
        defer { trial.close() }
        try adopt(trial)
        fixture.clock.advance(seconds: 1)
        let name = try #require(fixture.originals.min())
        fixture.place.objects[name]?[0] ^= 1
        let report = try sync(trial)
        #expect(report.sent.count == 1 && report.proved.count == 5)
        let before = fixture.originals
        try purge(assets, in: trial)
        #expect(fixture.originals == before)
    }

    @Test func `the objects are handed over where the other copy is gone`() throws {
        let trial = try copy()
        defer { trial.close() }
        let report = try adopt(trial)
        #expect(report.keepsObjects && report.objects.count == 6)
        #expect(report.earlier?.incarnation == fixture.library.identity.incarnation)
        let handed = try adopt(trial, otherIsGone: true)
        #expect(!handed.keepsObjects && handed.earlier == nil)
        try sync(trial)
        try purge(Array(assets[..<4]), in: trial)
        #expect(fixture.originals.count == 2)
    }

    @Test func `a remote with newer changes is refused, and keeps its copies of the database`()
        throws
    {
        let older = try copy()
        defer { older.close() }
        for seed in UInt8(200)..<210 { try fixture.library.addPicture(seed: seed) }
        try fixture.sync()
        #expect {
            try sync(older)
        } throws: { error in
            (error as? RemoteFailure)?.sentence.contains("has changes that this one lacks") == true
        }
        #expect {
            try adopt(older)
        } throws: { error in
            let sentence = (error as? RemoteFailure)?.sentence ?? ""
            return sentence.contains("--older") && sentence.contains("It alone has 10 photos: ")
                && sentence.contains(" and 5 more.")
        }
        #expect(try row(older).incarnation != older.identity.incarnation)
        let newer = fixture.place.objects.keys.filter { $0.hasPrefix(RemoteNames.snapshots) }.max()
        let alone = try #require(try adopt(older, overNewer: true).photosAlone)
        let known = try Set(
            fixture.library.records.assets(fixture.library.records.fetch(FetchPlan(.assets)).rows)
                .records.values.map(\.uuid)
        )
        #expect(alone.count == 10 && known.isSuperset(of: alone.map(\.uuid)))
        // Nothing is handed over before the older copy has sent its own database.
        #expect(throws: RemoteFailure.self) { try adopt(older, otherIsGone: true) }
        // Enough copies that old ones would be removed.
        for day in 0..<60 {
            fixture.clock.advance(days: 1)
            try older.commit(.set(assets[0], [.caption: .text("\(day)")]))
            try sync(older)
        }
        #expect(fixture.originals.count == 16)
        let name = try #require(newer)
        let back = fixture.url("Back.photolib")
        _ = try RemoteRestore(fixture.opened, environment: older.environment).run(
            to: back,
            snapshot: name
        )
        let restored = try Library.open(back, environment: .test(seed: 9, clock: fixture.clock))
        defer { restored.close() }
        #expect(try restored.records.fetch(FetchPlan(.assets)).rows.count == 16)
        #expect(try !adopt(older, otherIsGone: true).keepsObjects)
        #expect(try sync(older).endedBy == nil)
    }

    @Test func `a newer copy without further photos is said to have other changes`() throws {
        let older = try copy()
        defer { older.close() }
        try fixture.library.commit(.set(assets[0], [.isFavorite: .integer(1)]))
        try fixture.sync()
        #expect {
            try adopt(older)
        } throws: { error in
            let sentence = (error as? RemoteFailure)?.sentence ?? ""
            return sentence.contains("No photo is in that copy alone, so it has other changes")
                && sentence.contains("To get its changes, restore")
        }
    }

    @Test func `a library that was set back sends nothing over a newer state`() throws {
        let position = try fixture.library.history.currentPosition()
        let name = "\(RemoteNames.snapshots)20990101T000000Z-\(position.sequence + 3)-7.json"
        fixture.place.objects[name] = Data("later".utf8)
        let before = fixture.place.objects
        try fixture.library.addPicture(seed: 99)
        #expect {
            try fixture.sync()
        } throws: { error in
            (error as? RemoteFailure)?.sentence.contains("--older") == true
        }
        #expect(fixture.place.objects == before)
        #expect(RemoteSettings(text: try fixture.row.settings).doubt?.contains("--older") == true)
        #expect(throws: RemoteFailure.self) { try fixture.check() }
        try adopt(fixture.library, overNewer: true)
        #expect(RemoteSettings(text: try fixture.row.settings).doubt == nil)
        // What the earlier state knew of the place may be old.
        let report = try fixture.sync()
        #expect(report.sent.count + report.proved.count == 7)
        #expect(fixture.place.objects[name] != nil)
    }
}
