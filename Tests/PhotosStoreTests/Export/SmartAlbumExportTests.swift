import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Smart albums of a person's own, and photos that a person called different, in exports.
@Suite(.permit) struct SmartAlbumExportTests {
    private let fixture: ExportFixture

    init() throws {
        fixture = try ExportFixture()
        fixture.options.metadata = .sidecars
    }

    private func addSmartAlbum(_ title: String, _ search: String, in folder: UUID? = nil) throws {
        let uuid = fixture.library.environment.makeUUID()
        try fixture.library.commit(.createSmartAlbum(uuid, title: title, search: search))
        guard let folder else { return }
        try fixture.library.commit(
            .editChildren(folder: folder, ListEdits(steps: [.append([uuid])]))
        )
    }

    /// Imports the export into an empty library, and gives its albums and what could not be read.
    private func imported(
        _ seed: UInt64 = 7
    ) throws -> (description: LibraryDescription, losses: [String]) {
        let target = try Library.temporary(seed: seed)
        defer { target.close() }
        var losses: [String] = []
        _ = try Importer(
            target,
            notify: { if case .loss(_, let reason) = $0 { losses.append(reason) } }
        ).run([fixture.out])
        return (try LibraryDescription(target), losses)
    }

    @Test func `smart albums come back in their folder and their order`() throws {
        try fixture.add("a.jpg", seed: 1)
        let folder = try fixture.library.addFolder("Years", in: nil)
        try addSmartAlbum("Lake", "lake 2019")
        let album = try fixture.library.addAlbum("Reise", [])
        try fixture.library.commit(
            .editChildren(folder: folder, ListEdits(steps: [.append([album])]))
        )
        try addSmartAlbum("Dogs", "dog or cat", in: folder)
        try fixture.export()
        let before = try LibraryDescription(fixture.library).collections
        #expect(before.count { $0.hasPrefix("smart album") } == 2)
        #expect(try imported().description.collections == before)
    }

    @Test func `a smart album that is new or changed makes a new manifest`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        let first = try Data(contentsOf: fixture.url(ExportManifest.filename))
        try addSmartAlbum("Lake", "lake 2019")
        try fixture.export()
        let second = try Data(contentsOf: fixture.url(ExportManifest.filename))
        #expect(first != second)
        let inode = fixture.inode(ExportManifest.filename)
        try fixture.export()
        #expect(fixture.inode(ExportManifest.filename) == inode)
    }

    @Test func `searches are left out with places and persons, and named at each export`() throws {
        try fixture.add("a.jpg", seed: 1)
        try addSmartAlbum("Anna", "Anna Zermatt")
        fixture.options.withheld = .persons
        for _ in 0..<2 {
            let outcome = try fixture.export()
            #expect(outcome.summary.leftOutCount == 1)
            let titles = outcome.events.compactMap { event -> String? in
                guard case .leftOut(let title, _, _) = event else { return nil }
                return title
            }
            #expect(titles == ["Anna"])
        }
        let manifest = try Data(contentsOf: fixture.url(ExportManifest.filename))
        #expect(!String(decoding: manifest, as: UTF8.self).contains("Anna"))
        fixture.options.withheld = []
        #expect(try fixture.export().summary.leftOutCount == 0)
        #expect(try imported().description.collections.count == 1)
    }

    @Test func `photos that are different stay different, also those with equal bytes`() throws {
        let assets = try [1, 2, 2].map { try fixture.add("a.jpg", seed: $0) }
        let rows = try fixture.library.records.rows(of: assets, in: .asset)
        let ordered = assets.compactMap { rows[$0] }
        try fixture.library.duplicates.setDifferent([ordered[0], ordered[2]], to: true)
        try fixture.export()
        #expect(try imported().description.different == ["different 0 2"])
        // A pair alone is a reason for a new manifest.
        try fixture.library.duplicates.setDifferent([ordered[1], ordered[2]], to: true)
        try fixture.export()
        #expect(try imported(8).description.different == ["different 0 2", "different 1 2"])
        // A photo that is not exported is different from none.
        try fixture.library.commit(.deleteAssets([assets[2]]))
        try fixture.export()
        #expect(try imported(9).description.different.isEmpty)
    }

    @Test func `a smart album without a search is reported and left out`() throws {
        try fixture.add("a.jpg", seed: 1)
        try addSmartAlbum("Lake", "lake 2019")
        try fixture.export()
        let url = fixture.url(ExportManifest.filename)
        let text = try String(contentsOf: url, encoding: .utf8)
        try Data(text.replacing("lake 2019", with: "  ").utf8).write(to: url)
        let outcome = try imported()
        #expect(outcome.description.collections.isEmpty && outcome.description.assets.count == 1)
        #expect(outcome.losses == ["The smart album “Lake” has no search, and is left out."])
    }
}
