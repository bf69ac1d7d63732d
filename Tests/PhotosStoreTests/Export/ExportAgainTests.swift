import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What an export writes into a folder that has files already.
@Suite(.permit) struct ExportAgainTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

    @Test func `nothing new is nothing written`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        #expect(try fixture.export().summary.writtenCount == 2)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "photokit-export.jsonl"])
        let before = try fixture.files()
        let inodes = try fixture.names().map(fixture.inode)
        let again = try fixture.export().summary
        #expect(again.writtenCount == 0 && again.unchangedAssetCount == 2)
        #expect(try fixture.files() == before)
        #expect(try fixture.names().map(fixture.inode) == inodes)
    }

    @Test func `renamed files with equal bytes are found one by one, unless the search is stopped`()
        throws
    {
        for name in ["a.jpg", "b.jpg"] { try fixture.add(name, seed: 1) }
        fixture.options.metadata = .sidecars
        try fixture.export()
        for (old, new) in [("a.jpg", "x.jpg"), ("b.jpg", "y.jpg")] {
            try FileManager.default.moveItem(at: fixture.url(old), to: fixture.url(new))
        }
        var manifest = try ManifestCatalog(of: fixture.out)
        var others = ["x.jpg", "y.jpg"].map(fixture.url)
        manifest.takeRenamedFiles(among: &others, isCancelled: { true })
        #expect(others.count == 2)
        manifest.takeRenamedFiles(among: &others, isCancelled: { false })
        #expect(others.isEmpty)
        let names = manifest.catalog.items.map { $0.files[0].url.lastPathComponent }
        #expect(names == ["x.jpg", "y.jpg"])
    }

    @Test func `only what has changed is written, and names stay with their photos`() throws {
        let first = try fixture.add("a.jpg", seed: 1)
        let second = try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        try fixture.export()
        let kept = fixture.inode("a (2).jpg")
        try fixture.change(second, [.caption: .text("Neu")])
        let outcome = try fixture.export().summary
        #expect(
            outcome.writtenCount == 0 && outcome.sidecarCount == 1
                && outcome.unchangedAssetCount == 1
        )
        #expect(fixture.inode("a (2).jpg") == kept)
        #expect(try fixture.names().contains("a (2).jpg.xmp"))
        try fixture.library.commit(.deleteAssets([first]))
        try fixture.export()
        #expect(fixture.inode("a (2).jpg") == kept)
        // A sidecar that has nothing to state any more would contradict the library.
        try fixture.change(second, [.caption: .null])
        try fixture.export()
        #expect(try !fixture.names().contains("a (2).jpg.xmp"))
    }

    @Test
    func `a file of somebody else is never changed, and the same bytes are not written again`()
        throws
    {
        try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2)
        try FileManager.default.createDirectory(at: fixture.out, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: fixture.url("a.jpg"))
        try Data(TestJPEG(seed: 2).data()).write(to: fixture.url("b.jpg"))
        let inode = fixture.inode("b.jpg")
        let outcome = try fixture.export().summary
        #expect(outcome.writtenCount == 1 && outcome.presentCount == 1)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "b.jpg"])
        #expect(try Data(contentsOf: fixture.url("a.jpg")) == Data("mine".utf8))
        #expect(fixture.inode("b.jpg") == inode)
        let uuids = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let names = try fixture.library.history.identifiers(Array(uuids), in: .asset)
        try fixture.library.commit(.deleteAssets(names.values.map(\.uuid)))
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removedCount == 1)
        #expect(try fixture.names() == ["a.jpg", "b.jpg"])
    }

    @Test func `a file that another program changed stays until it is moved away`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("one")])
        fixture.options.metadata = .sidecars
        try fixture.export()
        let sidecar = fixture.url("a.jpg.xmp")
        try Data("somebody's work".utf8).write(to: sidecar)
        try fixture.change(uuid, [.caption: .text("two")])
        let outcome = try fixture.export()
        #expect(outcome.summary.keptCount == 1)
        #expect(try Data(contentsOf: sidecar) == Data("somebody's work".utf8))
        #expect(try fixture.export().summary.keptCount == 1)
        try FileManager.default.removeItem(at: sidecar)
        #expect(try fixture.export().summary.sidecarCount == 1)
        #expect(try String(contentsOf: sidecar, encoding: .utf8).contains("two"))
    }

    @Test func `a file with a new time and the same bytes is not written again`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        let inode = fixture.inode("a.jpg")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 7)],
            ofItemAtPath: fixture.url("a.jpg").path
        )
        #expect(try fixture.export().summary.writtenCount == 0)
        #expect(fixture.inode("a.jpg") == inode)
        #expect(try fixture.export().summary.unchangedAssetCount == 1)
    }

    @Test func `a lost file is written again`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        try FileManager.default.removeItem(at: fixture.url("a.jpg"))
        #expect(try fixture.export().summary.writtenCount == 1)
        #expect(try fixture.names() == ["a.jpg"])
    }

    @Test func `with another pattern files are renamed and not copied`() throws {
        try fixture.add("a.jpg", seed: 1, [.rating: .integer(3)])
        try fixture.export()
        let inode = fixture.inode("a.jpg")
        fixture.options.template = try ExportTemplate("{rating}/x/{original}")
        let outcome = try fixture.export().summary
        #expect(outcome.movedCount == 1 && outcome.writtenCount == 0)
        #expect(fixture.inode("3/x/a.jpg") == inode)
        #expect(try fixture.names() == ["3/x/a.jpg"])
        fixture.options.template = .original
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg"])
        #expect(access(fixture.url("3").path, F_OK) != 0)
    }
}
