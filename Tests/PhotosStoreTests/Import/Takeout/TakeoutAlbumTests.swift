import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Albums of Google Photos in libraries to which they came in another way before.
@Suite(.permit) struct TakeoutAlbumTests {
    private let fixture: ImportFixture

    init() throws {
        fixture = try ImportFixture(environment: .test(seed: 1))
    }

    private var takeout: URL { fixture.folder.appendingPathComponent("Takeout") }
    private var out: URL { fixture.folder.appendingPathComponent("out") }

    /// Writes an export with albums of these titles, each with pictures of these seeds.
    private func writeTakeout(_ albums: [(folder: String, title: String, seeds: [Int])]) throws {
        try? FileManager.default.removeItem(at: takeout)
        var export = TakeoutExport(.supplemental)
        for album in albums {
            export.album(album.title, in: album.folder)
            for seed in album.seeds {
                let notes = TakeoutExport.Notes("IMG_\(seed).jpg", taken: 1_590_000_000 + seed)
                let bytes = TestJPEG(seed: UInt8(seed)).data()
                export.photo(notes, bytes, in: album.folder)
            }
        }
        try export.write(to: fixture.folder)
    }

    /// The albums of a library, by their titles, with the names of their photos.
    private func albums(of library: Library) throws -> [String: [Set<String>]] {
        var albums: [String: [Set<String>]] = [:]
        for uuid in try library.children(of: nil) {
            let names = try library.members(of: uuid).compactMap {
                try library.asset($0)?.filename
            }
            albums[try library.collection(uuid)?.title ?? "", default: []].append(Set(names))
        }
        return albums
    }

    /// Exports the fixture's library.
    private func export() throws {
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let summary = try Exporter(fixture.library, options: options).runAll(to: out)
        try #require(summary.failedCount == 0)
    }

    @Test(arguments: [false, true])
    func `an export of a library that has them, and the same Takeout, give each album once`(
        takeoutIsFirst: Bool
    ) throws {
        // Two albums of one title are different ones.
        try writeTakeout([
            ("Hike", "Hike", [1, 2]), ("Hike(1)", "Hike", [1, 2]), ("Lake", "Lake", [2, 3]),
        ])
        _ = try fixture.run([takeout])
        let whole = try albums(of: fixture.library)
        try #require(whole["Hike"]?.count == 2 && whole["Lake"]?.count == 1)
        try export()
        let target = try Library.inMemory(environment: .test(seed: 77))
        defer { target.close() }
        for path in takeoutIsFirst ? [takeout, out, takeout] : [out, takeout, out] {
            _ = try Importer(target).run([path])
            #expect(try albums(of: target) == whole)
        }
        // What a person did to an album counts for both.
        let lake = try #require(
            try target.children(of: nil).first { try target.collection($0)?.title == "Lake" }
        )
        try target.commit(.deleteCollections([lake], .album))
        for path in [out, takeout] { _ = try Importer(target).run([path]) }
        #expect(try albums(of: target)["Lake"] == nil)
    }

    @Test func `a photo that joined an album later comes into that of the other library`() throws {
        try writeTakeout([("Hike", "Hike", [1]), ("Lake", "Lake", [2])])
        _ = try fixture.run([takeout])
        try export()
        let target = try Library.inMemory(environment: .test(seed: 77))
        defer { target.close() }
        _ = try Importer(target).run([out])
        let hike = try #require(
            try fixture.library.children(of: nil).first {
                try fixture.library.collection($0)?.title == "Hike"
            }
        )
        let all = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let uuids = try fixture.library.records.assets(all).records.values.map(\.uuid)
        let members = try fixture.library.members(of: hike)
        try fixture.library.commit(
            .members(hike, .append(uuids.filter { !members.contains($0) }))
        )
        try export()
        _ = try Importer(target).run([out])
        #expect(
            try albums(of: target)
                == ["Hike": [["IMG_1.jpg", "IMG_2.jpg"]], "Lake": [["IMG_2.jpg"]]]
        )
    }

    @Test(arguments: [
        ([1, 2], 1), ([1, 2, 3], 1), ([1], 2), ([3], 2), ([1, 2, 3, 4, 5], 2),
    ])
    func `an album of the title is the same one if it has the same photos`(
        present: [Int],
        count: Int
    ) throws {
        for seed in 1...5 {
            try fixture.write(picture: "IMG_\(seed).jpg", seed: UInt8(seed))
        }
        _ = try fixture.run()
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let records = try fixture.library.records.assets(rows).records.values
        let members = present.compactMap { seed in
            records.first { $0.filename == "IMG_\(seed).jpg" }?.uuid
        }
        _ = try fixture.library.addAlbum("Hike", members)
        try writeTakeout([("Hike", "Hike", [1, 2])])
        _ = try fixture.run([takeout])
        #expect(try albums(of: fixture.library)["Hike"]?.count == count)
        // With another album of the title nobody knows which one it is.
        _ = try fixture.library.addAlbum("Walk", members)
        _ = try fixture.library.addAlbum("Walk", members)
        try writeTakeout([("Walk", "Walk", [1, 2])])
        _ = try fixture.run([takeout])
        #expect(try albums(of: fixture.library)["Walk"]?.count == 3)
    }

    @Test func `photos that a person took out of the album make no other one of it`() {
        let (one, two, three) = (UUID(), UUID(), UUID())
        func isSame(_ missing: Set<UUID>, _ takenOut: Set<UUID>, album: Int, of count: Int) -> Bool
        {
            AlbumLikeness(
                catalogCount: count,
                known: [one, two, three],
                albumCount: album,
                missing: missing,
                takenOut: takenOut
            ).isSame
        }
        #expect(isSame([], [], album: 3, of: 3) && isSame([], [], album: 5, of: 5))
        #expect(isSame([one], [one], album: 2, of: 3) && !isSame([one], [], album: 2, of: 3))
        #expect(!isSame([], [], album: 6, of: 3) && !isSame([], [], album: 3, of: 6))
        #expect(!isSame([one, two, three], [one, two, three], album: 0, of: 3))
    }
}
