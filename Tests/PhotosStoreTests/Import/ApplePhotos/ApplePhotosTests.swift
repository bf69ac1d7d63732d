import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ApplePhotosTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var url: URL { folder.url.appendingPathComponent("Test.photoslibrary") }

    private func catalog(_ library: AppleLibrary) throws -> ImportCatalog {
        try library.write(to: url)
        let before = try folder.contents(of: "Test.photoslibrary")
        let work = folder.url.appendingPathComponent("work")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: work)
        #expect(try folder.contents(of: "Test.photoslibrary") == before)
        return catalog
    }

    private func item(_ uuid: String, in catalog: ImportCatalog) throws -> ImportItem {
        try #require(
            catalog.items.first { $0.files[0].url.lastPathComponent.hasPrefix(uuid) }
        )
    }

    /// The files of an item as `role name`, the name without the identifier.
    private func files(_ item: ImportItem) -> [String] {
        item.files.map {
            "\($0.role) \($0.url.lastPathComponent.dropFirst(36)) \($0.filename ?? "-")"
        }
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `a Live Photo comes with all that Photos knows of it`(version: AppleLibrary.Version) throws
    {
        let catalog = try catalog(.example(version))
        #expect(catalog.identity == "apple-photos:5F6F3C2E-1111-4222-8333-9F0F0F0F0F0F")
        let live = try item(Example.live, in: catalog)
        #expect(files(live) == ["1 .jpeg IMG_0001.JPG", "9 _3.mov IMG_0001.mov"])
        let supplement = live.supplement
        #expect(
            supplement.date
                == .init(
                    date: Date(timeIntervalSinceReferenceDate: 600_000_000.5),
                    zoneOffset: 7200,
                    source: "photos",

                )
        )
        #expect(
            supplement.location
                == MediaFacts.Location(latitude: 48.2, longitude: 16.4, horizontalAccuracy: 12.5)
        )
        #expect(supplement.title == "Roof" && supplement.caption == "From the tower")
        #expect(supplement.keywords == ["Roofs", "Vienna", "Ada Lovelace"])
        #expect(supplement.isFavorite == true)
        #expect(supplement.isHidden == false)
        #expect(supplement.trashedDate == nil)
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `edits come with their originals and recipes`(version: AppleLibrary.Version) throws {
        let catalog = try catalog(.example(version))
        let edited = try item(Example.edited, in: catalog)
        #expect(
            files(edited) == [
                "1 .jpeg IMG_0002.JPG", "9 _3.mov IMG_0002.mov",
                "5 _1_201_a.jpeg FullSizeRender.jpeg", "10 _2_100_a.mov FullSizeRender.mov",
                "7 .plist Adjustments.plist",
            ]
        )
        #expect(edited.supplement.isHidden == true)
        #expect(edited.supplement.date?.zoneOffset == 9 * 3600)
        #expect(edited.supplement.adjustment?.formatVersion == "1.9")
        let video = try item(Example.video, in: catalog)
        #expect(files(video) == ["2 .mov IMG_0003.MOV", "6 _2_0_a.mov FullSizeRender.mov"])
        #expect(
            video.supplement.adjustment
                == .init(
                    formatIdentifier: "com.apple.video",
                    formatVersion: "1.6",
                    date: Date(timeIntervalSinceReferenceDate: 650_000_000)
                )
        )
        for item in catalog.items {
            #expect(ResourceCombination.isSupported(item.files.map(\.role)))
        }
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `RAW files, bursts and what was deleted are as they were`(
        version: AppleLibrary.Version
    ) throws {
        let catalog = try catalog(.example(version))
        let raw = try item(Example.raw, in: catalog)
        #expect(files(raw) == ["1 .jpeg DSC_0004.JPG", "4 _4.dng DSC_0004.dng"])
        #expect(raw.supplement.caption == "Both")
        #expect(raw.supplement.location == nil)
        let first = try item(Example.firstOfBurst, in: catalog).supplement
        let key = try item(Example.keyOfBurst, in: catalog).supplement
        #expect(first.burstIdentifier == "BURST-1" && key.burstIdentifier == "BURST-1")
        #expect(first.representsBurst == false && key.representsBurst == true)
        #expect(first.burstSelection == nil && key.burstSelection == .byUser)
        let trashed = try item(Example.trashed, in: catalog)
        #expect(
            trashed.supplement.trashedDate == Date(timeIntervalSinceReferenceDate: 700_000_000)
        )
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `albums and folders keep their order`(version: AppleLibrary.Version) throws {
        let catalog = try catalog(.example(version))
        let titles = Dictionary(
            uniqueKeysWithValues: catalog.collections.map { ($0.key, $0.title) }
        )
        let lines = catalog.collections.map { collection in
            let parent = collection.parent.flatMap { titles[$0] } ?? "top"
            return "\(parent) > \(collection.title)\(collection.isFolder ? "/" : "")"
        }
        #expect(
            lines == [
                "top > First", "top > Travels/", "Travels > Europe/", "Europe > Newest first",
                "Europe > By hand",
            ]
        )
        func members(_ title: String) -> [String] {
            let entries = catalog.items.flatMap { item in
                item.memberships.filter { titles[$0.collection] == title }
                    .map { ($0.order, item.files[0].url.lastPathComponent.prefix(36)) }
            }
            return entries.sorted { $0.0 < $1.0 }.map { String($0.1) }
        }
        #expect(members("By hand") == [Example.video, Example.live, Example.edited])
        #expect(members("Newest first") == [Example.edited, Example.live, Example.video])
        #expect(members("First") == [Example.raw])
    }

    @Test(arguments: AppleLibrary.Version.all)
    func `what does not get in is named with its reason`(version: AppleLibrary.Version) throws {
        let catalog = try catalog(.example(version))
        func reason(_ part: String) -> String {
            catalog.losses.filter { $0.path.contains(part) }.map(\.reason).joined(separator: " | ")
        }
        #expect(reason("(IMG_0008.HEIC)").contains("in iCloud alone"))
        #expect(reason(Example.outside).contains("outside of the library"))
        #expect(reason(Example.editAlone).contains("edited version is taken in its place"))
        #expect(reason(Example.unrendered).contains("the edited version is not on this disk"))
        #expect(reason("_1_201_o.jpeg").contains("intermediate version"))
        #expect(reason("scopes").hasPrefix("1 photo or video belongs to a shared album"))
        #expect(reason("Family").contains("shared album"))
        #expect(reason("Five stars").contains("smart album"))
        #expect(reason("Deleted").contains("deleted in Photos"))
        #expect(reason("database").contains("imported together (1 times)"))
        #expect(reason("database").contains("their names (1 faces) become keywords"))
        #expect(reason("database").contains("newer version of Photos") == (version == .unknown))
        let lone = try item(Example.editAlone, in: catalog)
        #expect(files(lone) == ["1 _1_201_a.jpeg IMG_0010.jpeg"])
        #expect(files(try item(Example.unrendered, in: catalog)) == ["1 .jpeg -"])
        #expect(catalog.items.count == 9)
        #expect(catalog.losses.count == (version == .unknown ? 12 : 11))
    }

    @Test func `an unchanged library gives the same catalog again`() throws {
        try AppleLibrary.example(.photos9).write(to: url)
        func read(_ name: String) throws -> ImportCatalog {
            let work = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
            return try ApplePhotosLibrary.catalog(of: url, workFolder: work)
        }
        let (first, second) = (try read("1"), try read("2"))
        #expect(first.items == second.items)
        #expect(first.collections == second.collections)
        #expect(first.losses == second.losses)
    }
}
