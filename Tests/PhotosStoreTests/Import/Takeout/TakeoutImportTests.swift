import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct TakeoutImportTests {
    private let clock = TestClock()
    private let fixture: ImportFixture

    init() throws {
        var environment = EngineEnvironment.test(clock: clock)
        environment.unpacker = {
            try ArchiveUnpacker(environment: [WorkerProgram.variable: TestWorker.program()])
        }
        fixture = try ImportFixture(environment: environment)
    }

    private var takeout: URL { fixture.folder.appendingPathComponent("Takeout") }

    private func assets() throws -> [AssetRecord] {
        let library = fixture.library
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let records = try library.records.assets(rows).records
        return rows.compactMap { records[$0] }
    }

    private func asset(_ name: String, taken: Double? = nil) throws -> AssetRecord {
        let found = try assets().filter {
            $0.filename == name
                && (taken == nil || $0.creationDate?.timeIntervalSince1970 == taken)
        }
        #expect(found.count == 1, "\(name)")
        return try #require(found.first)
    }

    private func roles(_ asset: AssetRecord) throws -> Set<Int> {
        Set(
            try fixture.library.records.resources(ofAssets: [asset.rowID]).values.joined().map(
                \.type.rawValue
            )
        )
    }

    @Test
    func `a photo that is deleted meanwhile gets no words, and its files are duplicates alone`()
        throws
    {
        let hook = Mutex<(@Sendable () -> Void)?>(nil)
        var environment = EngineEnvironment.test(seed: 1)
        let makeUUID = environment.makeUUID
        environment.makeUUID = {
            let run = hook.withLock { hook -> (@Sendable () -> Void)? in
                defer { hook = nil }
                return hook
            }
            run?()
            return makeUUID()
        }
        let fixture = try ImportFixture(environment: environment)
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        _ = try fixture.run()
        let library = fixture.library
        let row = try #require(try library.records.fetch(FetchPlan(.assets)).rows.first)
        let uuid = try #require(try library.records.assets([row]).records[row]?.uuid)
        var export = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        notes.caption = "On the summit"
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
        try export.write(to: fixture.folder)
        let refused = Mutex<[URL]>([])
        let importer = Importer(
            library,
            notify: { event in
                switch event {
                case .duplicate:
                    // The next file is staged after the photo was looked at, and before the block is written.
                    hook.withLock { hook in
                        hook = { _ = try? library.commit(.deleteAssets([uuid])) }
                    }
                case .refused(let url, _): refused.withLock { $0.append(url) }
                default: break
                }
            }
        )
        let path = fixture.folder.appendingPathComponent("Takeout")
        let summary = try importer.run([path])
        #expect(
            summary.filledCount == 0 && summary.duplicateCount == 1 && summary.refusedCount == 0
        )
        #expect(refused.withLock { $0.isEmpty })
        let asset = try #require(try library.asset(uuid))
        #expect(asset.trashedDate != nil && asset.caption == nil)
    }

    @Test func `a favorite that a person removed stays removed in a library without notes`() throws
    {
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        _ = try fixture.run()
        for (index, isFavorite) in [true, true, false, true].enumerated() {
            var export = TakeoutExport(.supplemental)
            var notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
            notes.caption = "Caption \(index)"
            notes.isFavorite = isFavorite
            export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
            let folder = fixture.folder.appendingPathComponent("\(index)", isDirectory: true)
            try export.write(to: folder)
            _ = try fixture.run([folder.appendingPathComponent("Takeout")])
            let photo = try asset("IMG_1.jpg")
            #expect(photo.isFavorite == (index == 0), "\(index)")
            guard index == 0 else { continue }
            try fixture.library.commit(.set(photo.uuid, [.isFavorite: .flag(false)]))
            // An earlier version takes no note for a photo of this program's exports.
            let rows = try fixture.notes()
            #expect(rows.count == 2 && rows.allSatisfy { $0.hasSuffix(" 2 NULL") }, "\(rows)")
            try fixture.forgetNotes()
        }
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `an export becomes assets and albums`(version: TakeoutExport.Version) throws {
        let export = TakeoutExport.sample(version)
        try export.write(to: fixture.folder)
        let (summary, log) = try fixture.run([takeout])
        #expect(summary.importedCount == 13)
        #expect(summary.refusedCount == 0)
        #expect(log.refused.isEmpty)
        #expect(summary.lossCount == 9)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)

        let first = try asset("IMG_1.jpg", taken: 1_577_836_800)
        #expect(first.dateSource == "takeout")
        #expect(first.latitude == 48.2)
        #expect(first.caption == "On the summit")
        #expect(first.keywords == ["Anna", "Дочь"])
        #expect(first.isFavorite)
        #expect(try asset("IMG_5.jpg").isHidden)
        #expect(try asset("IMG_6.jpg").trashedDate == clock.now)
        #expect(try roles(asset("IMG_8.HEIC")) == [1, 9])
        #expect(try roles(asset("PXL_9.MP.jpg")) == [1, 9])
        let edited = try asset("IMG_10.jpg")
        #expect(try roles(edited) == [1, 5])
        #expect(edited.adjustmentFormat == "com.google.photos")
        #expect(try roles(asset("VID_11.mp4")) == [2, 6])
        #expect(try asset(TakeoutExport.longTitle).creationDate != nil)

        let albums = try fixture.library.children(of: nil)
        #expect(albums.count == 2)
        let titles = try albums.map { try fixture.library.collection($0)?.title }
        #expect(titles == ["Gary's hike", "Gary's hike"])
        let second = try asset("IMG_1.jpg", taken: 1_580_000_000).uuid
        #expect(try fixture.library.members(of: albums[0]) == [second, edited.uuid])
        #expect(
            try fixture.library.members(of: albums[1]) == [second, try asset("VID_7.mp4").uuid]
        )
    }

    @Test(arguments: TakeoutExport.Version.allCases)
    func `the same export again changes nothing`(version: TakeoutExport.Version) throws {
        try TakeoutExport.sample(version).write(to: fixture.folder)
        _ = try fixture.run([takeout])
        let before = try fixture.library.history.currentPosition().sequence
        clock.advance(days: 1)
        let (summary, _) = try fixture.run([takeout])
        #expect(summary.importedCount == 0)
        #expect(try fixture.library.history.currentPosition().sequence == before)
    }

    @Test func `a later export adds what is new to the albums of the earlier one`() throws {
        var export = TakeoutExport.sample(.classic)
        try export.write(to: fixture.folder)
        _ = try fixture.run([takeout])
        let albums = try fixture.library.children(of: nil)
        try FileManager.default.removeItem(at: takeout)
        // The account has another year, and Google other names for partners.
        export = TakeoutExport.sample(.supplemental)
        let notes = TakeoutExport.Notes("IMG_30.jpg", taken: 1_600_000_000)
        export.photo(notes, TestJPEG(seed: 30).data(), in: export.year(2020))
        export.photo(notes, TestJPEG(seed: 30).data(), in: "Gary_s hike")
        try export.write(to: fixture.folder)
        let (summary, _) = try fixture.run([takeout])
        #expect(summary.importedCount == 1)
        #expect(try fixture.library.children(of: nil) == albums)
        #expect(
            try fixture.library.members(of: albums[0]).last == (try asset("IMG_30.jpg").uuid)
        )
    }

    /// Imports an export with an album, and returns what was left out.
    private func importAlbum(of names: [String]) throws -> [String: String] {
        try? FileManager.default.removeItem(at: takeout)
        var export = TakeoutExport(.supplemental)
        export.album("Hike", in: "Hike")
        for name in names {
            let seed = Int(name.filter(\.isNumber)) ?? 0
            let notes = TakeoutExport.Notes(name, taken: 1_590_000_000 + seed)
            export.photo(notes, TestJPEG(seed: UInt8(seed)).data(), in: "Hike")
        }
        try export.write(to: fixture.folder)
        return try fixture.run([takeout]).events.losses
    }

    private func hike() throws -> UUID { try #require(try fixture.library.children(of: nil).first) }

    private func membersOfHike() throws -> Set<String?> {
        Set(
            try fixture.library.members(of: hike()).map {
                try fixture.library.asset($0)?.filename
            }
        )
    }

    @Test(arguments: [false, true])
    func `a photo that a person took out of an album stays out of it, and another one comes in`(
        isPutBack: Bool
    ) throws {
        _ = try importAlbum(of: ["IMG_1.jpg", "IMG_2.jpg"])
        try fixture.write(picture: "IMG_3.jpg", seed: 3)
        _ = try fixture.run()
        let removed = try asset("IMG_1.jpg").uuid
        try fixture.library.commit(.members(hike(), .remove([removed])))
        if isPutBack {
            try fixture.library.commit(.members(hike(), .append([removed])))
            try fixture.library.commit(.members(hike(), .remove([removed])))
        }
        for names in [["IMG_1.jpg", "IMG_2.jpg"], ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"]] {
            let losses = try importAlbum(of: names)
            #expect(!losses.values.contains { $0.contains("photokit album add") }, "\(losses)")
            #expect(try membersOfHike() == Set(names.dropFirst()))
        }
    }

    @Test func `where the history was shortened, photos stay out of an album and are named`() throws
    {
        _ = try importAlbum(of: ["IMG_1.jpg", "IMG_2.jpg"])
        let removed = try asset("IMG_1.jpg").uuid
        try fixture.library.commit(.members(hike(), .remove([removed])))
        let end = try fixture.library.history.currentPosition().sequence
        // A history keeps its last change.
        try fixture.library.commit(.set(removed, [.isFavorite: .flag(true)]))
        try fixture.library.history.pruneHistory(through: end)
        let losses = try importAlbum(of: ["IMG_1.jpg", "IMG_2.jpg", "IMG_4.jpg"])
        #expect(try membersOfHike() == ["IMG_2.jpg", "IMG_4.jpg"])
        let reason = try #require(losses.values.first { $0.contains("photokit album add") })
        #expect(reason.contains(removed.uuidString.prefix(13)), "\(reason)")
    }

    @Test(arguments: [false, true])
    func `archives give what the unpacked export gives`(isZip: Bool) throws {
        let export = TakeoutExport.sample(.supplemental)
        var archives: [URL] = []
        for (index, files) in export.parts(3).enumerated() {
            let zip = ZipArchive(files.map { .init($0.path, $0.bytes) }, isLarge: index == 1)
            let tar = TarArchive(files.map { .init($0.path, $0.bytes) })
            let name = "takeout-20240712T112341Z-00\(index + 1)." + (isZip ? "zip" : "tgz")
            let archive = fixture.folder.appendingPathComponent(name)
            try Data(isZip ? zip.data() : tar.compressed()).write(to: archive)
            archives.append(archive)
        }
        let (summary, log) = try fixture.run(archives)
        #expect(log.refused.isEmpty)
        #expect(summary.importedCount == 13)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        #expect(try fixture.library.staged().isEmpty)
        // They are read and not used up, and unpacked by hand they are the same export.
        #expect(archives.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        let before = try fixture.library.history.currentPosition().sequence
        #expect(try fixture.run(archives).summary.importedCount == 0)
        try export.write(to: fixture.folder)
        #expect(try fixture.run([takeout]).summary.importedCount == 0)
        #expect(try fixture.library.history.currentPosition().sequence == before)
    }

    @Test func `files of somebody's folder stay where they are, whatever the archive beside it`()
        throws
    {
        var export = TakeoutExport(.supplemental)
        let year = export.year(2020)
        export.photo(.init("a.jpg", taken: 1_590_000_000), TestJPEG(seed: 1).data(), in: year)
        let zip = ZipArchive(export.parts(1)[0].map { .init($0.path, $0.bytes) })
        let archive = fixture.folder.appendingPathComponent("takeout-1.zip")
        try Data(zip.data()).write(to: archive)
        var other = TakeoutExport(.supplemental)
        other.add(TestJPEG(width: 16, seed: 1).data(), "a-edited.jpg", in: year)
        try other.write(to: fixture.folder)
        #expect(try fixture.run([archive, takeout]).summary.refusedCount == 0)
        #expect(try roles(asset("a.jpg")) == [1, 5])
        let edited = takeout.appendingPathComponent("Google Photos/\(year)/a-edited.jpg")
        #expect(FileManager.default.fileExists(atPath: edited.path))
    }

    @Test func `an edited copy that comes later is refused for what is so`() throws {
        var export = TakeoutExport(.supplemental)
        let year = export.year(2020)
        export.photo(.init("a.jpg", taken: 1_590_000_000), TestJPEG(seed: 1).data(), in: year)
        try export.write(to: fixture.folder)
        #expect(try fixture.run([takeout]).summary.importedCount == 1)
        export.add(TestJPEG(width: 16, seed: 1).data(), "a-edited.jpg", in: year)
        try export.write(to: fixture.folder)
        let (summary, log) = try fixture.run([takeout])
        #expect(summary.refusedCount == 1)
        #expect(log.refused["a-edited.jpg"]?.contains("without such a file") == true, "\(log)")
    }

    @Test func `what a damaged archive still holds comes in, and the rest is told`() throws {
        var files = TakeoutExport(.supplemental)
        files.photo(.init("a.jpg", taken: 1_590_000_000), TestJPEG(seed: 1).data(), in: "A")
        let tar = TarArchive(
            files.parts(1)[0].map { .init($0.path, $0.bytes) } + [
                .init("Takeout/../../up.jpg", [1]),
                .init("Takeout/Google Photos/A/b.jpg", [UInt8](repeating: 1, count: 9000)),
            ]
        )
        let archive = fixture.folder.appendingPathComponent("takeout-1.tar")
        try Data(tar.data().dropLast(6000)).write(to: archive)
        let unpacked = fixture.folder.appendingPathComponent("unpacked")
        try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: true)
        let result = try Takeout.unpack(
            [archive],
            into: unpacked,
            with: fixture.library.environment.unpacker()
        )
        #expect(result.losses.count == 2)
        #expect(result.losses.allSatisfy { $0.path.hasPrefix("takeout-1.tar") })
        #expect(try Takeout.catalog(of: result.folders, now: clock.now).items.count == 1)
    }

    @Test func `without the worker an archive is refused with a sentence`() throws {
        var environment = EngineEnvironment.test(clock: clock)
        environment.unpacker = { try ArchiveUnpacker(environment: [WorkerProgram.variable: ""]) }
        let fixture = try ImportFixture(environment: environment)
        let archive = fixture.folder.appendingPathComponent("takeout-1.zip")
        try Data(ZipArchive([.init("Takeout/a.jpg", [1])]).data()).write(to: archive)
        let (summary, log) = try fixture.run([archive])
        #expect(summary.importedCount == 0)
        #expect(log.refused["takeout-1.zip"]?.contains("photokit-media") == true)
    }

    @Test func `an archive that is not there is refused with a sentence`() throws {
        let unpacker = try fixture.library.environment.unpacker()
        #expect(throws: StoreError.self) {
            try Takeout.unpack(
                [fixture.folder.appendingPathComponent("none.zip")],
                into: fixture.folder,
                with: unpacker
            )
        }
    }
}
