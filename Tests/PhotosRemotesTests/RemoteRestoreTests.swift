import Foundation
import Glibc
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RemoteRestoreTests {
    let fixture: RemoteFixture
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        assets = try fixture.library.addPictures(12)
        _ = try fixture.library.addAlbum("Hikes", Array(assets.prefix(3)))
        try fixture.library.addPicture(seed: 0)
        try fixture.library.commit(.edit(assets[1]))
        try fixture.library.commit(.deleteAssets([assets[2]]))
        try fixture.sync()
    }

    private func open(_ name: String = "Back.photolib") throws -> Library {
        try Library.open(
            fixture.url(name),
            environment: .test(seed: 7, clock: fixture.clock)
        )
    }

    @Test func `a library is rebuilt from its remote alone`() throws {
        let outcome = try fixture.restore()
        #expect(outcome.findings.isEmpty)
        let expected = try RemoteFixture.digest(fixture.library)
        let back = try open()
        defer { back.close() }
        #expect(back.identity.library == fixture.library.identity.library)
        #expect(back.identity.incarnation != fixture.library.identity.incarnation)
        #expect(try RemoteFixture.digest(back) == expected)
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
        #expect(
            try fixture.folder.contents(of: "Back.photolib/originals")
                == fixture.folder.contents(of: "Test.photolib/originals")
        )
    }

    @Test func `files of other programs are sent, proved, checked and restored`() throws {
        let area = try fixture.library.commits.makeStagingArea()
        var sources: [KeptFileSource] = []
        for name in ["a.xmp", "b.pp3"] {
            let (staged, _) = try area.add(.data(Data(name.utf8)), id: UUID()) { _ in ("dat", ()) }
            sources.append(.init(StagedResource(file: staged, area: area), filename: name))
        }
        try fixture.library.commits.commit(ChangeBlock([.keepFiles(assets[0], sources)]))
        area.remove()
        let before = try fixture.totals()
        try fixture.sync()
        let totals = try fixture.totals()
        #expect(before.wanted == totals.wanted && before.stored.count == totals.stored.count - 2)
        #expect(totals.proved == totals.wanted && totals.unneeded.count == 0)
        #expect(try fixture.check().lost == 0)
        // Lost ones come back from the remote.
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        for file in try fixture.library.originals.keptFiles(ofAssets: rows).values.joined() {
            unlink(fixture.library.layout.original(file.file).path)
        }
        let healing = try LibraryHealing(fixture.library).run(from: [])
        #expect(healing.healed.count == 2 && healing.lost == 0)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
        #expect(try fixture.restore().findings.isEmpty)
        let back = try open()
        defer { back.close() }
        let files = try back.originals.keptFiles(
            ofAssets: back.records.fetch(FetchPlan(.assets)).rows
        ).values
            .joined()
        #expect(files.map(\.filename).sorted() == ["a.xmp", "b.pp3"])
        for file in files {
            let bytes = try Data(contentsOf: back.layout.original(file.file))
            #expect(bytes == Data(file.filename.utf8))
        }
        // Needed by nobody any more, they leave the remote later.
        try fixture.library.commits.commit(ChangeBlock([.purgeAssets([assets[0]])]))
        try fixture.sync()
        #expect(try fixture.totals().unneeded.count == 2)
    }

    /// The names of copies have whole seconds, and positions of different lengths.
    @Test func `the last of several copies of one second comes back`() throws {
        for number in 0..<12 {
            _ = try fixture.library.addAlbum("Album \(number)")
            try fixture.sync()
            try fixture.restore(to: "Back \(number).photolib")
            let back = try open("Back \(number).photolib")
            defer { back.close() }
            #expect(try RemoteFixture.digest(back) == RemoteFixture.digest(fixture.library))
        }
    }

    @Test func `the last copy comes back where the clock was set back`() throws {
        _ = try fixture.library.addAlbum("Before")
        try fixture.sync()
        fixture.clock.advance(days: -400)
        for number in 0..<12 {
            _ = try fixture.library.addAlbum("After \(number)")
            try fixture.sync()
        }
        try fixture.restore()
        let back = try open()
        defer { back.close() }
        #expect(try RemoteFixture.digest(back) == RemoteFixture.digest(fixture.library))
    }

    @Test(arguments: [RemoteNames.parts, RemoteNames.snapshots])
    func `a copy that was damaged goes after the next one came`(_ folder: String) throws {
        fixture.clock.advance(seconds: 60)
        _ = try fixture.library.addAlbum("Second copy")
        try fixture.sync()
        for name in fixture.place.objects.keys where name.hasPrefix(folder) {
            fixture.place.objects[name]?[20] ^= 1
        }
        #expect(try fixture.check().brokenDatabases.count == 2)
        fixture.clock.advance(seconds: 60)
        try fixture.sync()
        #expect(try fixture.check().brokenDatabases == [])
        let restore = RemoteRestore(fixture.place, environment: fixture.library.environment)
        #expect(try restore.snapshotNames().count == 1)
        try fixture.restore()
        let back = try open()
        defer { back.close() }
        #expect(try RemoteFixture.digest(back) == RemoteFixture.digest(fixture.library))
    }

    @Test func `files that the place lacks are named, and the others restored`() throws {
        let name = RemoteNames.original(
            try #require(
                try fixture.library.remotes.storedObjects(fixture.row, after: [], atMost: 1).first
            ).checksum
        )
        fixture.place.objects[name] = nil
        let outcome = try fixture.restore()
        #expect(outcome.findings.count >= 1)
        let back = try open()
        defer { back.close() }
        let findings = try LibraryCheck(back, readingBytes: true).run().findings
        #expect(findings.map(\.code) == outcome.findings.map(\.code))
    }

    @Test func `an interrupted restoration is continued`() throws {
        let flaky = LyingPlace(seed: 3, lyingIn: 0.2)
        flaky.objects = fixture.place.objects
        var outcome: LibraryRestore.Outcome?
        for _ in 0..<100 where outcome == nil {
            let result = Result {
                try RemoteRestore(flaky, environment: fixture.library.environment)
                    .run(to: fixture.url("Back.photolib"))
            }
            if case .success(let done) = result, done.findings.isEmpty { outcome = done }
        }
        #expect(outcome != nil)
        let back = try open()
        defer { back.close() }
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `older copies of the database can be had`() throws {
        let count = try fixture.library.records.fetch(FetchPlan(.assets)).rows.count
        fixture.clock.advance(seconds: 60)
        try fixture.library.addPictures(3)
        try fixture.sync()
        let restore = RemoteRestore(fixture.place, environment: fixture.library.environment)
        let names = try restore.snapshotNames()
        try #require(names.count == 2)
        _ = try restore.run(to: fixture.url("Old.photolib"), snapshot: names[0])
        _ = try restore.run(to: fixture.url("New.photolib"))
        let (old, new) = (try open("Old.photolib"), try open("New.photolib"))
        #expect(try old.records.fetch(FetchPlan(.assets)).rows.count == count)
        #expect(try new.records.fetch(FetchPlan(.assets)).rows.count == count + 3)
        old.close()
        new.close()
    }

    @Test(arguments: [RemoteNames.parts, RemoteNames.snapshots])
    func `the newest whole copy comes back, and damaged ones are named`(_ folder: String) throws {
        let digest = try RemoteFixture.digest(fixture.library)
        let earlier = Set(fixture.place.objects.keys)
        fixture.clock.advance(seconds: 60)
        _ = try fixture.library.addAlbum("Second copy")
        try fixture.sync()
        let newest = try #require(
            try RemoteRestore(fixture.place, environment: fixture.library.environment)
                .snapshotNames().last
        )
        for name in fixture.place.objects.keys
        where name.hasPrefix(folder) && !earlier.contains(name) {
            fixture.place.objects[name]?[20] ^= 1
        }
        let outcome = try fixture.restore()
        #expect(outcome.damagedCopies == [newest] && outcome.findings.isEmpty)
        let back = try open()
        defer { back.close() }
        #expect(try RemoteFixture.digest(back) == digest)
        // Who names the damaged copy gets no other.
        #expect(throws: RemoteFailure.self) {
            _ = try RemoteRestore(fixture.place, environment: fixture.library.environment)
                .run(to: fixture.url("Named.photolib"), snapshot: newest)
        }
    }

    @Test func `a damaged list of parts is refused`() throws {
        let name = try #require(
            fixture.place.objects.keys.first { $0.hasPrefix(RemoteNames.snapshots) }
        )
        var text = String(decoding: try #require(fixture.place.objects[name]), as: UTF8.self)
        text = text.replacing("\"sequence\":", with: "\"sequence\":1")
        fixture.place.objects[name] = Data(text.utf8)
        #expect(throws: RemoteFailure.self) { try fixture.restore() }
        #expect(!FileManager.default.fileExists(atPath: fixture.url("Back.photolib").path))
    }

    @Test func `an earlier copy is replaced only by a state that knows it`() throws {
        let restore = RemoteRestore(fixture.place, environment: fixture.library.environment)
        try fixture.restore()
        fixture.clock.advance(seconds: 60)
        try fixture.library.addPictures(3)
        try fixture.sync()
        let names = try restore.snapshotNames()
        try #require(names.count == 2)
        // The newer state knows all that the copy has; the older one does not know the newer one.
        try fixture.restore()
        let files = try fixture.folder.contents(of: "Back.photolib/originals")
        #expect(files == (try fixture.folder.contents(of: "Test.photolib/originals")))
        let back = fixture.url("Back.photolib")
        #expect {
            _ = try restore.run(to: back, snapshot: names[0])
        } throws: { error in
            (error as? StoreError)?.code == .changeNotSupported
        }
        #expect(try fixture.folder.contents(of: "Back.photolib/originals") == files)
        // Where nobody can tell what the copy has, nothing is removed.
        let database = back.appendingPathComponent("database/library.sqlite")
        try #require(access(database.path, F_OK) == 0)
        try Data(repeating: 7, count: 4_096).write(to: database)
        #expect {
            try fixture.restore()
        } throws: { error in
            (error as? StoreError)?.message.contains("Restore to another folder") == true
        }
        #expect(try fixture.folder.contents(of: "Back.photolib/originals") == files)
        #expect(access(database.path + ".new", F_OK) != 0)
    }

    @Test func `a library in use is never replaced`() throws {
        #expect(throws: StoreError.self) { try fixture.restore(to: "Test.photolib") }
    }

    @Test func `a place without a remote is named`() throws {
        #expect {
            _ = try RemoteRestore(LyingPlace(), environment: fixture.library.environment)
                .snapshotNames()
        } throws: { error in
            (error as? RemoteFailure)?.code == .notTheService
        }
    }
}
