import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Imports of files and photos that the library knows already.
@Suite(.permit) struct KnownBytesTests {
    private let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private func item(_ still: URL, _ movie: URL) -> ImportItem {
        ImportItem(files: [
            .init(still, role: ResourceRole.photo), .init(movie, role: ResourceRole.pairedVideo),
        ])
    }

    private func roles() throws -> [[Int]] {
        let library = fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        return try library.records.resources(ofAssets: rows).sorted { $0.key < $1.key }
            .map { $0.value.map(\.type.rawValue).sorted() }
    }

    private func members(of title: String) throws -> Int {
        guard let album = try fixture.library.records.album(titled: title) else { return -1 }
        return try fixture.library.members(of: album).count
    }

    @Test func `Live Photos of another program may have equal movies`() throws {
        let movie = try fixture.write("1.mov", TestMovie(.quickTime).data())
        let stills = try (1...3).map { try fixture.write(picture: "\($0).jpg", seed: UInt8($0)) }
        let catalog = ImportCatalog(identity: "test", items: stills.map { item($0, movie) })
        // Two in one import, and one in the next.
        var first = catalog
        first.items.removeLast()
        let (summary, log) = try fixture.run(first, at: fixture.source)
        #expect(summary.importedCount == 2 && summary.joinedCount == 2 && log.refused.isEmpty)
        let next = try fixture.run(catalog, at: fixture.source).summary
        #expect(next.importedCount == 1 && next.joinedCount == 1 && next.duplicateCount == 4)
        #expect(try roles() == [[1, 9], [1, 9], [1, 9]])
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        #expect(try fixture.run(catalog, at: fixture.source).summary.duplicateCount == 6)
    }

    @Test(arguments: [false, true])
    func `the movie of a known still joins it, also where its bytes are known`(
        isMovieKnown: Bool
    ) throws {
        let still = try fixture.write(picture: "a/1.jpg", seed: 1)
        let movie = try fixture.write("b/1.mov", TestMovie(.quickTime).data())
        _ = try fixture.run(isMovieKnown ? [still, movie] : [still])
        let catalog = ImportCatalog(identity: "test", items: [item(still, movie)])
        let (summary, log) = try fixture.run(catalog, at: fixture.source)
        #expect(summary.duplicateCount == 1 && summary.joinedCount == 1 && log.refused.isEmpty)
        #expect(try roles().first == [1, 9])
        #expect(FileManager.default.fileExists(atPath: movie.path))
    }

    @Test func `a file that no photo has is not called known`() throws {
        let still = try fixture.write(picture: "1.jpg", seed: 1)
        let edit = try fixture.write(picture: "1-edited.jpg", seed: 2)
        _ = try fixture.run([still])
        let edited = ImportItem(files: [
            .init(still, role: ResourceRole.photo), .init(edit, role: ResourceRole.fullSizePhoto),
        ])
        let catalog = ImportCatalog(identity: "test", items: [edited])
        let (summary, log) = try fixture.run(catalog, at: fixture.source)
        #expect(summary.duplicateCount == 1 && summary.refusedCount == 1)
        #expect(log.refused["1-edited.jpg"]?.contains("Import this file by itself") == true)
    }

    @Test func `unchanged files of an earlier import are added to the requested album`() throws {
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let dry = try fixture.run(options: { ($0.album, $0.isDryRun) = ("Trip", true) }).summary
        #expect(dry.unchangedCount == 3)
        #expect(try members(of: "Trip") == -1)
        for _ in 1...2 {
            let summary = try fixture.run(options: { $0.album = "Trip" }).summary
            #expect(summary.unchangedCount == 3 && summary.importedCount == 0)
            #expect(try members(of: "Trip") == 3)
        }
    }

    @Test func `a photo whose album is deleted meanwhile is refused because of the album`() throws {
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        let library = fixture.library
        let reasons = Mutex<[String]>([])
        var options = ImportOptions()
        (options.album, options.blockFiles) = ("Trip", 1)
        let importer = Importer(
            library,
            options: options,
            notify: { event in
                switch event {
                case .imported:
                    guard let album = try? library.records.album(titled: "Trip") else { return }
                    _ = try? library.commit(.deleteCollections([album], .album))
                case .refused(_, let reason): reasons.withLock { $0.append(reason) }
                default: break
                }
            }
        )
        let summary = try importer.run([fixture.source])
        #expect(summary.importedCount == 1 && summary.refusedCount == 1)
        let reason = reasons.withLock { $0.first } ?? ""
        #expect(reason.contains("album") && !reason.contains("photo was deleted"), "\(reason)")
    }

    @Test func `folders become albums on request, also with known and unchanged files`() throws {
        for name in ["a/1.jpg", "a/2.jpg", "b/1.jpg", "c/a/3.jpg"] {
            try fixture.write(picture: name, seed: UInt8(name.filter(\.isNumber)) ?? 0)
        }
        _ = try fixture.run([fixture.source.appendingPathComponent("a")])
        #expect(try members(of: "a") == -1)
        for _ in 1...2 {
            _ = try fixture.run(options: { $0.makesAlbumsOfFolders = true })
            // The bytes of b/1.jpg are those of a/1.jpg, and two folders have the name "a".
            #expect(try members(of: "a") == 3)
            #expect(try members(of: "b") == 1)
            #expect(try fixture.library.children(of: nil).count == 2)
        }
    }

    @Test func `a photo that a person took out of its folder's album stays out of it`() throws {
        try fixture.write(picture: "a/1.jpg", seed: 1)
        try fixture.write(picture: "a/2.jpg", seed: 2)
        let first = try fixture.run(options: { $0.makesAlbumsOfFolders = true }).events
        let album = try #require(try fixture.library.records.album(titled: "a"))
        let photo = try #require(first.imported["1.jpg"]).uuid
        try fixture.library.commit(.members(album, .remove([photo])))
        for seed in [2, 3] as [UInt8] {
            try fixture.write(picture: "a/\(seed).jpg", seed: seed)
            _ = try fixture.run(options: { $0.makesAlbumsOfFolders = true })
            #expect(try members(of: "a") == Int(seed) - 1)
        }
        // Who names the album wants the photo in it.
        _ = try fixture.run(options: { $0.album = "a" })
        #expect(try members(of: "a") == 3)
    }

    @Test func `known photos of another program are added to the requested album`() throws {
        let still = try fixture.write(picture: "1.jpg", seed: 1)
        let catalog = ImportCatalog(
            identity: "test",
            items: [ImportItem(files: [.init(still, role: ResourceRole.photo)])]
        )
        _ = try fixture.run(catalog, at: fixture.source)
        _ = try fixture.run(catalog, at: fixture.source, options: { $0.album = "Trip" })
        #expect(try members(of: "Trip") == 1)
    }

    @Test func `an archive of an export in a folder is named, with what to do, each time`() throws {
        let export = ZipArchive([.init("Takeout/Google Photos/a.jpg", [2])])
        try fixture.write("old/takeout-1.zip", export.data())
        try fixture.write("old/other.zip", ZipArchive([.init("a.txt", [2])]).data())
        for _ in 0..<2 {
            let (summary, log) = try fixture.run()
            #expect(summary.refusedCount == 1 && summary.otherCount == 1)
            #expect(log.refused["takeout-1.zip"]?.contains("Name the archive itself") == true)
        }
    }
}
