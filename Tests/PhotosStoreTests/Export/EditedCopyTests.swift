import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What people change in the folders of albums, and in versions beside originals, of an export that is imported again.
@Suite(.permit) struct EditedCopyTests {
    private let fixture: ExportFixture
    private let target: Library
    private let work = Data(TestJPEG(width: 40, height: 24, seed: 9).data())

    init() throws {
        fixture = try ExportFixture()
        fixture.options.versions = .originals
        fixture.options.metadata = .sidecars
        target = try Library.inMemory(environment: .test(seed: 77))
    }

    /// Imports the export's folder.
    private func bring() throws -> (summary: LibraryImport.Report, log: ImportLog) {
        let log = Mutex(ImportLog())
        let importer = Importer(target, notify: { event in log.withLock { $0.add(event) } })
        return (try importer.run([fixture.out]), log.withLock { $0 })
    }

    private func addToAlbum() throws {
        let photo = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        _ = try fixture.library.addAlbum("Trip", [photo])
    }

    @Test func `the folder of an album brings the photos of which it has copies, with their words`()
        throws
    {
        try addToAlbum()
        fixture.options.albums = .copies
        try fixture.export()
        let folder = copy.deletingLastPathComponent()
        let summary = try Importer(target).run([folder])
        #expect(summary.importedCount == 1 && summary.refusedCount == 0)
        let rows = try target.records.fetch(FetchPlan(.assets)).rows
        let captions = try target.records.assets(rows).records.values.map(\.caption)
        #expect(captions == ["At the lake"])
    }

    private var copy: URL { fixture.url("Albums/Trip/a.jpg") }

    @Test(arguments: [ExportOptions.Albums.copies, .links])
    func `a file in the folder of an album that somebody changed comes in as a photo`(
        _ albums: ExportOptions.Albums
    ) throws {
        try addToAlbum()
        fixture.options.albums = albums
        try fixture.export()
        #expect(try bring().summary.importedCount == 1)
        // Programs save a file by putting a new one in its place, also in that of a link.
        try FileManager.default.removeItem(at: copy)
        try work.write(to: copy)
        let (summary, log) = try bring()
        #expect(summary.importedCount == 1 && summary.refusedCount == 0, "\(log)")
        #expect(Set(log.imported.keys) == ["a.jpg"])
        #expect(try bring().summary.importedCount == 0)
    }

    @Test func `a file with the photo's bytes in the place of a link is no change`() throws {
        try addToAlbum()
        fixture.options.albums = .links
        try fixture.export()
        let bytes = try Data(contentsOf: copy)
        try FileManager.default.removeItem(at: copy)
        try bytes.write(to: copy)
        let (summary, log) = try bring()
        #expect(summary.importedCount == 1 && summary.duplicateCount == 0, "\(log)")
    }

    @Test func `a sidecar beside a file in the folder of an album is that of the photo`() throws {
        try addToAlbum()
        fixture.options.albums = .copies
        try fixture.export()
        let sidecar = try String(contentsOf: fixture.url("a.jpg.xmp"), encoding: .utf8)
        try Data(sidecar.replacing("At the lake", with: "Regatta").utf8)
            .write(to: copy.appendingPathExtension("xmp"))
        #expect(try bring().summary.importedCount == 1)
        let rows = Array(try target.records.fetch(FetchPlan(.assets)).rows)
        #expect(try target.records.assets(rows).records.values.map(\.caption) == ["Regatta"])
    }

    @Test func `a version beside originals that somebody changed comes in as a photo`() throws {
        let photo = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(photo, seed: 3))
        try fixture.export()
        fixture.options.versions = .edited
        try fixture.export()
        let names = try fixture.names().filter { $0.lowercased().hasSuffix(".jpg") }
        let version = try #require(names.first { $0 != "a.jpg" }, "\(names)")
        #expect(try bring().summary.importedCount == 1)
        try work.write(to: fixture.url(version))
        let (summary, log) = try bring()
        #expect(Set(log.imported.keys) == [version] && summary.refusedCount == 0, "\(log)")
    }
}
