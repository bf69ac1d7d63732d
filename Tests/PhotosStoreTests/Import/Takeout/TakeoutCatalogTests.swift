import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct TakeoutCatalogTests {
    private let folder: TemporaryFolder
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func catalog(_ export: TakeoutExport) throws -> ImportCatalog {
        try export.write(to: folder.url)
        return try Takeout.catalog(of: [folder.url.appendingPathComponent("Takeout")], now: now)
    }

    private func item(_ name: String, in catalog: ImportCatalog) throws -> ImportItem {
        try #require(
            catalog.items.first {
                ($0.files[0].filename ?? $0.files[0].url.lastPathComponent) == name
            }
        )
    }

    /// The names of each item's files.
    private func names(_ catalog: ImportCatalog) -> Set<[String]> {
        Set(catalog.items.map { item in item.files.map { $0.url.lastPathComponent } })
    }

    private func roles(_ item: ImportItem) -> [Int] { item.files.map(\.role.rawValue) }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `every photo of an export is there once`(version: TakeoutExport.Version) throws {
        let export = TakeoutExport.sample(version)
        let catalog = try catalog(export)
        #expect(catalog.items.count == 13)
        let media = export.files.keys.filter { path in
            [".jpg", ".mp4", ".MP4", ".HEIC", ".MP"].contains { path.hasSuffix($0) }
        }
        // Three copies in albums are no photos of their own.
        #expect(catalog.items.flatMap(\.files).count == media.count - 3)
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `what partners say comes along`(version: TakeoutExport.Version) throws {
        let catalog = try catalog(.sample(version))
        let first = try #require(
            catalog.items.first { $0.supplement.date?.date.timeIntervalSince1970 == 1_577_836_800 }
        )
        #expect(first.files[0].url.lastPathComponent == "IMG_1.jpg")
        #expect(first.supplement.location == .init(latitude: 48.2, longitude: 16.375))
        #expect(first.supplement.caption == "On the summit")
        #expect(first.supplement.keywords == ["Anna", "Дочь"])
        #expect(first.supplement.isFavorite == true)
        #expect(first.supplement.isHidden == nil)
        #expect(first.memberships.isEmpty)

        let long = try item(TakeoutExport.longTitle, in: catalog)
        #expect(long.supplement.date?.date.timeIntervalSince1970 == 1_590_000_000)
        #expect(try item("Anna's café?.jpg", in: catalog).supplement.date != nil)
        #expect(try item("IMG_5.jpg", in: catalog).supplement.isHidden == true)
        #expect(try item("IMG_6.jpg", in: catalog).supplement.trashedDate == now)
        #expect(try roles(item("VID_7.mp4", in: catalog)) == [2])
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `files that are one photo are one item`(version: TakeoutExport.Version) throws {
        let export = TakeoutExport.sample(version)
        let catalog = try catalog(export)
        #expect(try roles(item("IMG_8.HEIC", in: catalog)) == [1, 9])
        #expect(try roles(item("PXL_9.MP.jpg", in: catalog)) == [1, 9])
        let picture = try item("IMG_10.jpg", in: catalog)
        #expect(roles(picture) == [1, 5])
        #expect(picture.files[1].url.lastPathComponent == "IMG_10-\(export.editedWord).jpg")
        #expect(
            picture.supplement.adjustment
                == .init(formatIdentifier: "com.google.photos", formatVersion: "1")
        )
        #expect(try roles(item("VID_11.mp4", in: catalog)) == [2, 6])
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `albums hold copies and mere partners alike`(version: TakeoutExport.Version) throws {
        let catalog = try catalog(.sample(version))
        #expect(
            catalog.collections == [
                ImportCollection(key: "Gary_s hike", title: "Gary's hike"),
                ImportCollection(key: "Gary_s hike(1)", title: "Gary's hike"),
            ]
        )
        let members = Dictionary(
            grouping: catalog.items.flatMap { item in
                item.memberships.map { ($0, item.supplement.date?.date.timeIntervalSince1970) }
            },
            by: \.0.collection
        )
        let times = members.mapValues { $0.sorted { $0.0.order < $1.0.order }.map(\.1) }
        #expect(times["Gary_s hike"] == [1_580_000_000, 1_590_000_007])
        #expect(times["Gary_s hike(1)"] == [1_580_000_000, 1_590_000_004])
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `every file that is lost is named`(version: TakeoutExport.Version) throws {
        let export = TakeoutExport.sample(version)
        let catalog = try catalog(export)
        let year = "Takeout/\(export.photosFolder)/\(export.year(2020))/"
        let untitled = export.untitledFolder
        let expected: Set<String> = [
            "\(year)alone.jpg", "\(year)\(export.partnerName("missing.jpg"))",
            "\(year)\(export.partnerName("damaged.jpg"))", "\(year)damaged.jpg",
            "\(year)letter.txt", "Takeout/\(export.photosFolder)/print-subscriptions.json",
            "Takeout/archive_browser.html", "Takeout/Calendar", untitled,
        ]
        #expect(Set(catalog.losses.map(\.path)) == expected)
        #expect(catalog.losses.count == expected.count)
        #expect(catalog.losses.allSatisfy { $0.reason.hasSuffix(".") })
        // What has no partner, or a damaged one, still comes in.
        #expect(try item("alone.jpg", in: catalog).supplement == ImportSupplement())
        #expect(try item("damaged.jpg", in: catalog).supplement == ImportSupplement())
    }

    @Test func `nothing of an export goes unmentioned`() throws {
        let export = TakeoutExport.sample(.supplemental)
        let catalog = try catalog(export)
        let imported = Set(catalog.items.flatMap(\.files).map(\.url.lastPathComponent))
        let lost = Set(catalog.losses.map { ($0.path as NSString).lastPathComponent })
        for path in export.files.keys {
            let name = (path as NSString).lastPathComponent
            let isPartner = name.hasSuffix(".json") && !lost.contains(name)
            #expect(
                imported.contains(name) || lost.contains(name) || isPartner
                    || path.hasPrefix("Takeout/Calendar/")
                    // Copies in albums under another name.
                    || path.contains("/Gary_s hike/")
            )
        }
    }

    @Test func `parts that were unpacked side by side are one export`() throws {
        let export = TakeoutExport.sample(.supplemental)
        let whole = try catalog(export)
        let other = try TemporaryFolder()
        var parts: [URL] = []
        for (index, files) in export.parts(3).enumerated() {
            let part = other.url.appendingPathComponent("takeout-00\(index + 1)")
            try TakeoutExport.write(files, to: part)
            parts.append(part)
        }
        let joined = try Takeout.catalog(of: parts, now: now)
        #expect(joined.collections == whole.collections)
        #expect(Set(joined.items.map(\.supplement)) == Set(whole.items.map(\.supplement)))
        #expect(names(joined) == names(whole))
        #expect(joined.losses.count == whole.losses.count)
    }

    @Test func `the same export twice is the same catalog`() throws {
        let export = TakeoutExport.sample(.supplemental)
        let first = try catalog(export)
        let second = try Takeout.catalog(
            of: [folder.url.appendingPathComponent("Takeout")],
            now: now
        )
        #expect(first.items == second.items)
        #expect(first.collections == second.collections)
        #expect(first.identity == second.identity)
        // A part that is given twice is the same as once.
        let twice = try Takeout.catalog(
            of: [folder.url, folder.url.appendingPathComponent("Takeout")],
            now: now
        )
        #expect(twice.items.count == first.items.count)
    }

    @Test func `the folder of the photos alone, and one folder out of it, are exports too`() throws
    {
        let export = TakeoutExport.sample(.supplemental)
        let whole = try catalog(export)
        let photos = folder.url.appendingPathComponent("Takeout/\(export.photosFolder)")
        let catalog = try Takeout.catalog(of: [photos], now: now)
        #expect(catalog.items.count == whole.items.count)
        #expect(catalog.collections == whole.collections)
        let album = try Takeout.catalog(
            of: [photos.appendingPathComponent("Gary_s hike")],
            now: now
        )
        #expect(album.collections.map(\.key) == ["Gary_s hike"])
        #expect(album.items.count == 2)
    }

    @Test(arguments: ["takeout", "takeout/Takeout", "Takeout"])
    func `the folders around the photos may be called anything`(folderPath: String) throws {
        let export = TakeoutExport.sample(.supplemental)
        let whole = try catalog(export)
        // With the folder of the photos in another one, and without it.
        for photos in ["\(folderPath)/\(export.photosFolder)", folderPath] {
            let other = try TemporaryFolder()
            let target = other.url.appendingPathComponent(photos)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(
                at: folder.url.appendingPathComponent("Takeout/\(export.photosFolder)"),
                to: target
            )
            let top = other.url.appendingPathComponent(folderPath.components(separatedBy: "/")[0])
            #expect(Takeout.recognises(top))
            let found = try Takeout.catalog(of: [top], now: now)
            #expect(names(found) == names(whole))
            #expect(found.collections == whole.collections)
        }
    }

    @Test func `a photo that lives in an album is not in the trash`() throws {
        var export = TakeoutExport(.supplemental)
        let notes = TakeoutExport.Notes("a.jpg", taken: 1_590_000_000)
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.trashFolder)
        export.album("Kept", in: "Kept")
        export.photo(notes, TestJPEG(seed: 1).data(), in: "Kept")
        let catalog = try catalog(export)
        #expect(catalog.items.count == 1)
        #expect(catalog.items[0].supplement.trashedDate == nil)
    }

    @Test func `photos of one name and moment but of other sizes stay two`() throws {
        var export = TakeoutExport(.supplemental)
        let notes = TakeoutExport.Notes("a.jpg", taken: 1_590_000_000)
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
        export.album("Kept", in: "Kept")
        export.photo(notes, TestJPEG(width: 64, seed: 1).data(), in: "Kept")
        #expect(try catalog(export).items.count == 2)
    }

    @Test func `an edited copy alone has what its original's partner says`() throws {
        var export = TakeoutExport(.supplemental)
        export.partner(.init("a.jpg", taken: 1_590_000_000), in: export.year(2020))
        export.add(TestJPEG(seed: 1).data(), "a-edited.jpg", in: export.year(2020))
        let catalog = try catalog(export)
        let item = try item("a-edited.jpg", in: catalog)
        #expect(roles(item) == [1])
        #expect(item.supplement.date?.date.timeIntervalSince1970 == 1_590_000_000)
        #expect(catalog.losses.count == 1)
    }

    @Test func `a link that leads nowhere is named`() throws {
        var export = TakeoutExport(.supplemental)
        export.photo(.init("a.jpg", taken: 1), TestJPEG(seed: 2).data(), in: export.year(2020))
        try export.write(to: folder.url)
        let takeout = folder.url.appendingPathComponent("Takeout")
        let link = takeout.appendingPathComponent("Google Photos/Photos from 2020/link.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: link.path,
            withDestinationPath: "nowhere"
        )
        let catalog = try Takeout.catalog(of: [takeout], now: now)
        #expect(catalog.items.count == 1)
        #expect(
            catalog.losses.map(\.path) == ["Takeout/Google Photos/Photos from 2020/link.jpg"]
        )
    }

    @Test func `a path that is no folder is refused with a sentence`() throws {
        let file = try folder.file("takeout.zip", [1])
        #expect(throws: StoreError.self) { try Takeout.catalog(of: [file], now: now) }
        #expect(throws: StoreError.self) {
            try Takeout.catalog(of: [folder.url.appendingPathComponent("none")], now: now)
        }
    }

    // MARK: Recognising

    @Test(arguments: TakeoutExport.Version.allCases)
    func `exports are recognised at any height`(version: TakeoutExport.Version) throws {
        let export = TakeoutExport.sample(version)
        try export.write(to: folder.url)
        let takeout = folder.url.appendingPathComponent("Takeout")
        let photos = takeout.appendingPathComponent(export.photosFolder)
        #expect(Takeout.recognises(folder.url))
        #expect(Takeout.recognises(takeout))
        #expect(Takeout.recognises(photos))
        #expect(Takeout.recognises(photos.appendingPathComponent(export.year(2020))))
        let renamed = folder.url.appendingPathComponent("my photos")
        try FileManager.default.moveItem(at: photos, to: renamed)
        #expect(Takeout.recognises(renamed))
        #expect(!Takeout.recognises(takeout.appendingPathComponent("Calendar")))
        #expect(!Takeout.recognises(folder.url.appendingPathComponent("none")))
    }

    @Test func `archives are recognised by what they hold`() throws {
        let zip = ZipArchive([.init("Takeout/archive_browser.html", [1])]).data()
        #expect(Takeout.recognises(try folder.file("anything", zip)))
        let other = ZipArchive([.init("Documents/a.txt", [1])]).data()
        #expect(!Takeout.recognises(try folder.file("takeout-1.zip", other)))
        let tgz = TarArchive([.init("Takeout/archive_browser.html", [1])]).compressed()
        #expect(Takeout.recognises(try folder.file("takeout-20240712T112341Z-001.tgz", tgz)))
        #expect(Takeout.recognises(try folder.file("renamed", tgz)))
        #expect(!Takeout.recognises(try folder.file("takeout-2.tgz", [1, 2, 3])))
    }

    @Test func `a folder of plain photos is no export`() throws {
        let photos = folder.url.appendingPathComponent("Photos from 2020")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        _ = try folder.file("Photos from 2020/a.jpg", TestJPEG().data())
        #expect(!Takeout.recognises(photos))
        #expect(!Takeout.recognises(folder.url))
    }
}
