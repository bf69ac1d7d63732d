import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A library of Apple's goes through the import, twice.
@Suite(.permit) struct ApplePhotosImportTests {
    private func importOnce(
        _ url: URL,
        into fixture: ImportFixture
    ) throws -> (catalog: ImportCatalog, summary: LibraryImport.Report) {
        let work = try TemporaryFolder()
        let catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work.url)
        return (catalog, try Importer(fixture.library).run(catalog, at: url))
    }

    /// Each asset by the name of its original, with what was imported of it.
    private func assets(
        _ fixture: ImportFixture
    ) throws -> [String: (asset: AssetRecord, roles: [Int])] {
        let library = fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let records = try library.records.assets(rows).records
        let resources = try library.records.resources(ofAssets: rows)
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                let record = try #require(records[row])
                let roles = (resources[row] ?? []).map(\.type.rawValue).sorted()
                return (record.filename ?? "\(record.uuid)", (record, roles))
            }
        )
    }

    private func members(_ title: String, _ fixture: ImportFixture) throws -> [String?] {
        let library = fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.collections)).rows)
        let records = try library.records.collections(rows).records
        let album = try #require(records.first { $0.value.title == title }?.key)
        let plan = FetchPlan(.members(album: album), order: [.init(.memberPosition)])
        let members = Array(try library.records.fetch(plan).rows)
        let assets = try library.records.assets(members).records
        return members.map { assets[$0]?.filename }
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `a library comes in once, with all that was found`(version: AppleLibrary.Version) throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(version).write(to: url)
        let (catalog, first) = try importOnce(url, into: fixture)
        #expect(first.importedCount == catalog.items.count && first.refusedCount == 0)

        let assets = try assets(fixture)
        let live = try #require(assets["IMG_0001.JPG"])
        #expect(live.roles == [1, 9])
        #expect(live.asset.isFavorite && live.asset.caption == "From the tower")
        let facts = try fixture.library.facts.recorded(ofAsset: live.asset.rowID)
        #expect(facts.companion?.title == "Roof")
        #expect(live.asset.keywords == ["Roofs", "Vienna", "Ada Lovelace"])
        #expect(live.asset.creationZone == 7200 && live.asset.latitude == 48.2)
        let edited = try #require(assets["IMG_0002.JPG"])
        #expect(edited.roles == [1, 5, 7, 9, 10])
        #expect(edited.asset.isHidden && edited.asset.adjustmentVersion == "1.9")
        #expect(assets["IMG_0003.MOV"]?.roles == [2, 6])
        #expect(assets["DSC_0004.JPG"]?.roles == [1, 4])
        #expect(assets.values.count { $0.asset.trashedDate != nil } == 1)
        let burst = assets.values.map(\.asset).filter { $0.burstIdentifier == "BURST-1" }
        #expect(burst.count == 2 && burst.count { $0.representsBurst } == 1)
        #expect(
            try members("By hand", fixture) == ["IMG_0003.MOV", "IMG_0001.JPG", "IMG_0002.JPG"]
        )
        #expect(
            try members("Newest first", fixture)
                == ["IMG_0002.JPG", "IMG_0001.JPG", "IMG_0003.MOV"]
        )
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)

        let position = try fixture.library.history.currentPosition().sequence
        let (_, second) = try importOnce(url, into: fixture)
        #expect(second.importedCount == 0 && second.refusedCount == 0)
        #expect(try fixture.assetCount() == catalog.items.count)
        #expect(try fixture.library.history.currentPosition().sequence == position)
    }

    @Test func `photos that came in from the card get what a library states, once`() throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        try fixture.write(picture: "IMG_0001.JPG", seed: 1)
        #expect(try fixture.run().summary.importedCount == 1)
        #expect(try importOnce(url, into: fixture).summary.filledCount == 1)
        func live() throws -> AssetRecord {
            try #require(try assets(fixture)["IMG_0001.JPG"]).asset
        }
        let filled = try live()
        #expect(filled.caption == "From the tower" && filled.isFavorite)
        #expect(filled.keywords == ["Roofs", "Vienna", "Ada Lovelace"])
        #expect(filled.creationZone == 7200 && filled.latitude == 48.2)
        let facts = try fixture.library.facts.recorded(ofAsset: filled.rowID)
        #expect(facts.companion?.title == "Roof")
        try fixture.library.commit(.set(filled.uuid, [.caption: .null, .isFavorite: .flag(false)]))
        #expect(try importOnce(url, into: fixture).summary.filledCount == 0)
        #expect(try live().caption == nil && live().isFavorite == false)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `a photo that is hidden there, and nothing else, is named once`() throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        try fixture.write(picture: "IMG_0001.JPG", seed: 1)
        #expect(try fixture.run().summary.importedCount == 1)
        let work = try TemporaryFolder()
        var catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work.url)
        let index = try #require(
            catalog.items.firstIndex { $0.files.first?.filename == "IMG_0001.JPG" }
        )
        catalog.items[index].supplement = ImportSupplement()
        catalog.items[index].supplement.isHidden = true
        for count in [1, 0] {
            let reasons = Mutex<[String]>([])
            let importer = Importer(
                fixture.library,
                notify: { event in
                    guard case .loss(_, let reason) = event else { return }
                    reasons.withLock { $0.append(reason) }
                }
            )
            _ = try importer.run(catalog, at: url)
            let hidden = reasons.withLock { $0 }.filter { $0.hasPrefix("The photo is hidden") }
            #expect(hidden.count == count && !hidden.contains { $0.contains("before") })
        }
        #expect(try assets(fixture)["IMG_0001.JPG"]?.asset.isHidden == false)
    }

    @Test(arguments: [false, true])
    func `what a library states later comes in, and what a second library states`(
        _ isSecond: Bool
    ) throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        try fixture.write(picture: "IMG_0001.JPG", seed: 1)
        #expect(try fixture.run().summary.importedCount == 1)
        let work = try TemporaryFolder()
        let catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work.url)
        var earlier = catalog
        for index in earlier.items.indices { earlier.items[index].supplement.caption = nil }
        #expect(try Importer(fixture.library).run(earlier, at: url).filledCount == 1)
        func live() throws -> AssetRecord {
            try #require(try assets(fixture)["IMG_0001.JPG"]).asset
        }
        #expect(try live().caption == nil)
        try fixture.library.commit(.set(try live().uuid, [.keywords: .text("[]")]))
        var place = url
        if isSecond {
            place = fixture.folder.appendingPathComponent("Second.photoslibrary")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        #expect(try Importer(fixture.library).run(catalog, at: place).filledCount >= 1)
        let later = try live()
        #expect(later.caption == "From the tower" && later.keywords.isEmpty)
        #expect(try Importer(fixture.library).run(catalog, at: place).filledCount == 0)
    }

    @Test func `names that a library states anew come in, and values that it changed are named`()
        throws
    {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        var (catalog, _) = try importOnce(url, into: fixture)
        let index = try #require(
            catalog.items.firstIndex { $0.files.first?.filename == "IMG_0001.JPG" }
        )
        func live() throws -> AssetRecord {
            try #require(try assets(fixture)["IMG_0001.JPG"]).asset
        }
        try #require(try live().caption == "From the tower")
        catalog.items[index].supplement.caption = "From the roof"
        catalog.items[index].supplement.title = "Attic"
        catalog.items[index].supplement.keywords = ["Roofs", "Ada Lovelace", "Linz"]
        let (first, named) = try fixture.run(catalog, at: url)
        #expect(first.filledCount == 1)
        let subject = "the caption and title of IMG_0001.JPG"
        let reasons = named.losses.values.filter { $0.contains(subject) }
        #expect(reasons.count == 1 && reasons.first?.contains("'From the roof'") == true)
        let later = try live()
        #expect(later.caption == "From the tower")
        #expect(Set(later.keywords) == ["Vienna", "Roofs", "Ada Lovelace", "Linz"])
        let facts = try fixture.library.facts.recorded(ofAsset: later.rowID)
        #expect(facts.companion?.title == "Roof")
        // The same state is named once.
        let again = try fixture.run(catalog, at: url).events.losses.values
        #expect(!again.contains { $0.contains(subject) })
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a favorite that a person removed stays removed in a library without notes`(
        _ isReversed: Bool
    ) throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        try fixture.write(picture: "IMG_0001.JPG", seed: 1)
        #expect(try fixture.run().summary.importedCount == 1)
        #expect(try importOnce(url, into: fixture).summary.filledCount == 1)
        func live() throws -> AssetRecord {
            try #require(try assets(fixture)["IMG_0001.JPG"]).asset
        }
        let filled = try live()
        try #require(filled.isFavorite && filled.caption == "From the tower")
        try fixture.library.commit(.set(filled.uuid, [.caption: .null, .isFavorite: .flag(false)]))
        try fixture.forgetNotes(isReversed: isReversed)
        for change in ["", "Another roof", "A third roof"] {
            let work = try TemporaryFolder()
            var catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work.url)
            if !change.isEmpty {
                for index in catalog.items.indices {
                    catalog.items[index].supplement.title = change
                }
            }
            _ = try Importer(fixture.library).run(catalog, at: url)
            // What an undo took back comes in again.
            let later = try live()
            #expect(later.isFavorite == isReversed, "\(change)")
            #expect((later.caption == "From the tower") == isReversed, "\(change)")
        }
    }

    @Test(arguments: [false, true])
    func `a lost original comes back from the library that stated its words`(
        _ isKnown: Bool
    ) throws {
        let fixture = try ImportFixture()
        let url = fixture.folder.appendingPathComponent("Test.photoslibrary")
        try AppleLibrary.example(AppleLibrary.Version.all[0]).write(to: url)
        if isKnown {
            try fixture.write(picture: "IMG_0001.JPG", seed: 1)
            #expect(try fixture.run().summary.importedCount == 1)
            try FileManager.default.removeItem(at: fixture.source)
        }
        let work = try TemporaryFolder()
        let catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work.url)
        var earlier = catalog
        for index in earlier.items.indices { earlier.items[index].supplement.caption = nil }
        _ = try Importer(fixture.library).run(earlier, at: url)
        let asset = try #require(try assets(fixture)["IMG_0001.JPG"]).asset
        #expect(asset.caption == nil)
        let resources = try fixture.library.records.resources(ofAssets: [asset.rowID])
        let original = try #require(
            resources[asset.rowID]?.first { $0.type == ResourceRole.photo }
        )
        try FileManager.default.removeItem(at: fixture.library.layout.original(original.file))
        let outcome = try LibraryHealing(fixture.library).run(from: [])
        #expect(outcome.healed.count == 1 && outcome.lost == 0)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        // A caption that is added later comes in.
        #expect(try Importer(fixture.library).run(catalog, at: url).filledCount >= 1)
        #expect(try assets(fixture)["IMG_0001.JPG"]?.asset.caption == "From the tower")
        #expect(try Importer(fixture.library).run(catalog, at: url).filledCount == 0)
    }
}
