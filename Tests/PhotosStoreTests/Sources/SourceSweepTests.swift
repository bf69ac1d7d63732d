import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SourceSweepTests {
    @Test func `files become assets where they are, and stay as they are`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "2026/b.jpg": 2])
        try fixture.write("notes.txt", Array("no picture".utf8))
        let report = try fixture.sweep()
        #expect(report.createdCount == 2 && report.otherCount == 1 && report.fileCount == 3)
        let assets = try fixture.assets()
        #expect(Set(assets.keys) == ["a.jpg", "2026/b.jpg"])
        #expect(assets["a.jpg"]?.pixelWidth == 32)
        #expect(assets["a.jpg"]?.filename == "a.jpg")
        #expect(try fixture.library.originals().isEmpty)
        let bytes = try Data(contentsOf: fixture.url("a.jpg"))
        #expect(bytes == Data(TestJPEG(seed: 1).data()))
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `a sweep that finds nothing new changes nothing`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "2026/b.jpg": 2])
        try fixture.write("notes.txt", Array("no picture".utf8))
        try fixture.sweep()
        let before = try fixture.changeCount()
        let report = try fixture.sweep()
        #expect(report.sameCount == 3 && report.createdCount == 0 && report.otherCount == 0)
        #expect(try fixture.changeCount() == before)
    }

    @Test func `a file that is renamed or moved keeps its asset, and nothing is logged`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "2026/b.jpg": 2])
        try fixture.sweep()
        let (before, changes) = (try fixture.uuids(), try fixture.changeCount())
        try fixture.move("a.jpg", to: "c.jpg")
        try fixture.move("2026/b.jpg", to: "2025/may/b.jpg")
        let report = try fixture.sweep()
        #expect(report.movedCount == 2 && report.createdCount == 0 && report.vanishedCount == 0)
        let after = try fixture.uuids()
        #expect(after["c.jpg"] == before["a.jpg"])
        #expect(after["2025/may/b.jpg"] == before["2026/b.jpg"])
        #expect(try fixture.changeCount() == changes)
    }

    @Test func `folders whose names differ in bytes alone are two`() throws {
        let fixture = try SourceFixture(["\u{E9}/a.jpg": 1, "e\u{301}/b.jpg": 2])
        #expect(try fixture.sweep().createdCount == 2)
        let report = try fixture.sweep()
        #expect(report.sameCount == 2 && report.movedFolderCount == 0 && report.vanishedCount == 0)
    }

    @Test func `two files that change names keep their assets`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        try fixture.move("a.jpg", to: "c.jpg")
        try fixture.move("b.jpg", to: "a.jpg")
        try fixture.move("c.jpg", to: "b.jpg")
        try fixture.sweep()
        let after = try fixture.uuids()
        #expect(after["a.jpg"] == before["b.jpg"] && after["b.jpg"] == before["a.jpg"])
        #expect(after.count == 2)
    }

    @Test func `a folder that is renamed is one row, with all that is below it`() throws {
        let fixture = try SourceFixture([
            "2026/a.jpg": 1, "2026/b.jpg": 2, "2026/may/c.jpg": 3, "d.jpg": 4,
        ])
        try fixture.sweep()
        let (before, changes) = (try fixture.uuids(), try fixture.changeCount())
        try fixture.move("2026", to: "old/2026 in Rome")
        let report = try fixture.sweep()
        #expect(report.movedFolderCount == 1 && report.movedCount == 0 && report.createdCount == 0)
        #expect(report.sameCount == 4)
        let after = try fixture.uuids()
        #expect(after["old/2026 in Rome/a.jpg"] == before["2026/a.jpg"])
        #expect(after["old/2026 in Rome/may/c.jpg"] == before["2026/may/c.jpg"])
        #expect(try fixture.changeCount() == changes)
    }

    @Test func `folders that change names keep what is in them`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1, "y/b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        try fixture.move("x", to: "z")
        try fixture.move("y", to: "x")
        try fixture.move("z", to: "y")
        let report = try fixture.sweep()
        #expect(
            report.movedFolderCount == 2 && report.createdCount == 0 && report.vanishedCount == 0
        )
        let after = try fixture.uuids()
        #expect(after["y/a.jpg"] == before["x/a.jpg"] && after["x/b.jpg"] == before["y/b.jpg"])
    }

    @Test func `a folder whose name goes to a new one keeps its files`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1, "x/b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        try fixture.move("x", to: "y")
        try fixture.write("x/c.jpg", 3)
        let report = try fixture.sweep()
        #expect(report.movedFolderCount == 1 && report.createdCount == 1)
        let after = try fixture.uuids()
        #expect(after["y/a.jpg"] == before["x/a.jpg"] && after["y/b.jpg"] == before["x/b.jpg"])
        #expect(after.count == 3)
    }

    @Test func `a volume that numbers its files anew keeps its assets without reading them`()
        throws
    {
        let fixture = try SourceFixture(["x/a.jpg": 1, "x/b.jpg": 2])
        try fixture.sweep()
        let (before, changes) = (try fixture.uuids(), try fixture.changeCount())
        try fixture.renumber()
        let report = try fixture.sweep()
        #expect(report.createdCount == 0 && report.editedCount == 0 && report.vanishedCount == 0)
        #expect(try fixture.uuids() == before)
        #expect(try fixture.changeCount() == changes)
        #expect(try fixture.sweep().sameCount == 2)
    }

    @Test func `a source that is away is offline as a whole, and comes back by itself`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let (before, changes) = (try fixture.assets(), try fixture.changeCount())
        let row = try #require(before["a.jpg"]?.rowID)
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.top, to: away)
        #expect(try fixture.sweep().offlineReason?.contains("is not there") == true)
        #expect(try fixture.library.sources.isSourceOffline(ofAsset: row))
        // The empty folder that a volume is connected at.
        try FileManager.default.createDirectory(
            at: fixture.top,
            withIntermediateDirectories: true
        )
        #expect(try fixture.sweep().offlineReason?.contains("is empty") == true)
        #expect(try fixture.assets() == before)
        try FileManager.default.removeItem(at: fixture.top)
        try FileManager.default.moveItem(at: away, to: fixture.top)
        let report = try fixture.sweep()
        #expect(report.offlineReason == nil && report.sameCount == 1)
        #expect(try !fixture.library.sources.isSourceOffline(ofAsset: row))
        #expect(try fixture.changeCount() == changes)
    }

    @Test func `another volume in its place tells nothing of a source`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        try fixture.move("a.jpg", to: "../a.jpg")
        try fixture.write("other.jpg", 9)
        let report = try fixture.sweep { $0.volume = { _ in "two" } }
        #expect(report.offlineReason?.contains("another volume") == true)
        #expect(Set(try fixture.uuids().keys) == ["a.jpg"])
        try fixture.move("../a.jpg", to: "a.jpg")
        #expect(try fixture.sweep { $0.volume = { _ in "two" } }.offlineReason == nil)
    }

    @Test func `what an earlier version recorded for a volume is taken over`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        try fixture.remove("a.jpg")
        try fixture.write("b.jpg", 2)
        let report = try fixture.sweep {
            $0.volume = { _ in "uuid 0001-0001" }
            $0.formerVolume = { _ in fixture.source.volume }
        }
        #expect(report.offlineReason == nil && report.vanishedCount == 1)
        let row = try #require(try fixture.library.sources.all().first)
        #expect(row.volume == "uuid 0001-0001")
        // The former text is not accepted for another volume.
        try fixture.remove("b.jpg")
        try fixture.write("c.jpg", 3)
        let other = try fixture.sweep {
            $0.volume = { _ in "uuid 0002-0002" }
            $0.formerVolume = { _ in fixture.source.volume }
        }
        #expect(other.offlineReason?.contains("another volume") == true)
    }

    @Test func `on another volume, a file is read whose date many have`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 250])
        let names = (1...FileDates.bulk).map { "\($0).jpg" }
        func write(_ seed: UInt8) throws {
            for (index, name) in names.enumerated() {
                let url = fixture.url(name)
                if seed == 1 { try fixture.write(name, []) }
                let handle = try FileHandle(forWritingTo: url)
                let bytes = TestJPEG(seed: seed + UInt8(index)).data()
                let padding = [UInt8](repeating: 0, count: 4_096 - bytes.count)
                try handle.write(contentsOf: Data(bytes + padding))
                try handle.close()
                let date = timespec(tv_sec: 1_262_304_000, tv_nsec: 0)
                var times = [date, date]
                try #require(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
            }
        }
        try write(1)
        try fixture.sweep()
        #expect(try fixture.sweep().sameCount == names.count + 1)
        try write(101)
        // A sweep of some folders does not yet know all files of the other volume.
        let some = try fixture.sweep {
            $0.volume = { _ in "two" }
            $0.folders = [["x"]]
        }
        #expect(some.offlineReason == nil && some.sameCount == 1)
        let report = try fixture.sweep { $0.volume = { _ in "two" } }
        #expect(report.editedCount + report.createdCount == names.count)
        #expect(try fixture.sweep { $0.volume = { _ in "two" } }.sameCount == names.count + 1)
    }

    @Test func `a file that vanishes makes its asset offline, and online when it returns`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "x/b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        let album = try fixture.library.addAlbum("Album", Array(before.values))
        try fixture.move("x/b.jpg", to: "../b.jpg")
        #expect(try fixture.sweep().vanishedCount == 1)
        #expect(try fixture.offline() == [try #require(before["x/b.jpg"])])
        #expect(try fixture.library.lastChange().objects.map(\.kind) == [.updated])
        #expect(try fixture.sweep().vanishedCount == 0)
        try fixture.move("../b.jpg", to: "x/b.jpg")
        #expect(try fixture.sweep().returnedCount == 1)
        #expect(try fixture.offline().isEmpty)
        #expect(try fixture.uuids() == before)
        #expect(try fixture.library.members(of: album).count == 2)
        #expect(try fixture.deletions() == 0)
    }

    @Test func `a file that returns under another name is known by its bytes`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        try fixture.remove("x")
        #expect(try fixture.sweep().vanishedCount == 1)
        try fixture.write("y/c.jpg", 1)
        let report = try fixture.sweep()
        #expect(report.returnedCount == 1 && report.createdCount == 0)
        #expect(try fixture.uuids()["y/c.jpg"] == before["x/a.jpg"])
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `an offline file says so when it is opened`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let row = try #require(try fixture.assets()["a.jpg"]?.rowID)
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [row])[row]?.first
        )
        let error = fixture.library.originals.absence(of: resource)
        #expect(error.code == .fileOffline)
        #expect(error.message.contains("a.jpg is offline"))
        #expect(error.message.contains(fixture.top.path))
    }

    @Test func `only a file that was seen is called there`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1])
        try fixture.sweep()
        let row = try #require(try fixture.assets()["x/a.jpg"]?.rowID)
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [row])[row]?.first
        )
        func message() -> String { fixture.library.originals.absence(of: resource).message }
        func replaceByLoop(_ name: String) throws {
            try fixture.remove(name)
            let loop = fixture.url(name).path
            try FileManager.default.createSymbolicLink(
                atPath: loop,
                withDestinationPath: loop
            )
        }
        try replaceByLoop("x/a.jpg")
        #expect(message().contains("a.jpg is there, but cannot be read"))
        try replaceByLoop("x")
        #expect(message().contains("a.jpg cannot be looked for"))
        #expect(!message().contains("is there,"))
    }

    @Test func `a lack of descriptors says nothing about a file`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try SourceFixture([:])
            let library = fixture.library
            let asset = try #require(try library.addPictures(1).first)
            let row = try #require(try library.records.rows(of: [asset], in: .asset)[asset])
            let resource = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit
            let next = open("/dev/null", O_RDONLY)
            close(next)
            limit.rlim_cur = rlim_t(next)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let error = library.originals.absence(of: resource)
            limit = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(error.code == .inputOutput)
            #expect(error.message.contains("cannot be opened now"), "\(error)")
            #expect(!error.message.contains("lost"), "\(error)")
        }
    }

    @Test func `a photo is offline at once where a program wrote something else into its file`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let before = try fixture.uuids()
        let handle = try FileHandle(forWritingTo: fixture.url("a.jpg"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data("no picture".utf8))
        try handle.close()
        let report = try fixture.sweep()
        #expect(report.refusedCount == 1 && report.vanishedCount == 1 && report.createdCount == 0)
        #expect(try fixture.offline().count == 1)
        let later = try fixture.sweep()
        #expect(later.refusedCount == 0 && later.vanishedCount == 0)
        try fixture.write("a.jpg", 1)
        let repaired = try fixture.sweep()
        #expect(repaired.returnedCount == 1 && repaired.createdCount == 0)
        #expect(try fixture.uuids() == before && fixture.offline().isEmpty)
    }
}
