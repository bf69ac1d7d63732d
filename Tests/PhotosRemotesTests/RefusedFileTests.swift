import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The album of files that a remote refuses, and that no connection is to blame for.
@Suite(.permit) struct RefusedFileTests {
    let fixture: RemoteFixture
    let library: Library
    let place: RefusingPlace
    let assets: [UUID]

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        place = RefusingPlace(fixture.place)
        assets = try library.addPictures(4)
    }

    @discardableResult
    private func sync() throws -> RemoteSync.Report {
        try RemoteSync(library, remote: fixture.row, place: place).run()
    }

    /// The assets of the album, in the order of their rows.
    private func members() throws -> [UUID] {
        let rows = try library.records.rows(of: assets, in: .asset)
        let condition = SmartAlbum.unableToUpload.condition(now: library.environment.now())
        let found = Set(try library.records.fetch(FetchPlan(.assets, filter: condition)).rows)
        return assets.filter { rows[$0].map(found.contains) == true }
    }

    private func name(of asset: UUID) throws -> String {
        let row = try #require(try library.records.rows(of: [asset], in: .asset)[asset])
        let resource = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        return RemoteNames.original(resource.checksum)
    }

    @Test func `a refused file is in the album until it was sent`() throws {
        #expect(try members().isEmpty)
        let odd = try name(of: assets[2])
        place.refuse { $0 == odd }
        #expect(try sync().refused.count == 1)
        #expect(try members() == [assets[2]])
        // The copy of the database knows it, too.
        #expect(try fixture.row.sentPosition == library.history.currentPosition())
        let before = try library.history.currentPosition()
        try sync()
        #expect(try library.history.currentPosition() == before)
        place.refuse(nil)
        try sync()
        #expect(try members().isEmpty)
        #expect(try library.history.currentPosition().sequence == before.sequence + 1)
    }

    @Test func `a connection that fails puts nothing into the album`() throws {
        place.setUnreachable(true)
        #expect(throws: RemoteFailure.self) { try sync() }
        let flaky = LyingPlace(seed: 3, lyingIn: 0.9)
        flaky.objects = fixture.place.objects
        place.setUnreachable(false)
        _ = try? RemoteSync(library, remote: fixture.row, place: flaky).run()
        place.refuse(nil)
        try sync()
        #expect(try members().isEmpty)
    }

    @Test func `a file whose bytes have changed is refused, named, and in the album`() throws {
        let row = try #require(try library.records.rows(of: [assets[1]], in: .asset)[assets[1]])
        let resource = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        let url = library.layout.original(resource.file)
        let whole = try Data(contentsOf: url)
        #expect(chmod(url.path, 0o644) == 0)
        try Data(whole.map { $0 ^ 1 }).write(to: url)
        let report = try sync()
        #expect(report.sent.count == 3 && report.refused.values.reduce(0, +) == 1)
        #expect(try fixture.totals().refused.count == 1)
        #expect(try library.remotes.problems(of: fixture.row).first?.count == 1)
        #expect(try members() == [assets[1]])
        try whole.write(to: url)
        try sync()
        #expect(try members().isEmpty)
    }

    @Test func `a remote that is forgotten refuses nothing any more`() throws {
        let odd = try name(of: assets[0])
        place.refuse { $0 == odd }
        try sync()
        #expect(try members() == [assets[0]])
        try library.remotes.forgetRemote(fixture.row)
        #expect(try members().isEmpty)
    }
}
