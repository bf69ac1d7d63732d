import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Whose a place is, by its markers.
@Suite(.permit) struct RemoteOwnerTests {
    let fixture: RemoteFixture

    init() throws {
        fixture = try RemoteFixture()
        try fixture.library.addPictures(12)
    }

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
}
