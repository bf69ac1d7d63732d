import Foundation
import Glibc
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SourceEditTests {
    /// A source whose pictures of the same hundreds of pixels say that they were taken in the same moment.
    ///
    /// The clock tells when the source was swept.
    private func fixture(clock: TestClock = TestClock()) throws -> SourceFixture {
        var environment = EngineEnvironment.test(clock: clock)
        let examine = environment.examine
        environment.examine = { descriptor, name in
            var facts = try examine(descriptor, name)
            // The reader of headers knows no dates.
            facts.creationDate = Date(
                timeIntervalSinceReferenceDate: Double(facts.pixelWidth / 100)
            )
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            return facts
        }
        return try SourceFixture(environment: environment)
    }

    @Test func `written to in place, the asset stays with all that was said of it`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        let album = try fixture.library.addAlbum("Album", [uuid])
        try fixture.library.commit(.set(uuid, [.isFavorite: .integer(1)]))
        let handle = try FileHandle(forWritingTo: fixture.url("a.jpg"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(TestJPEG(width: 48, seed: 7).data()))
        try handle.close()
        #expect(try fixture.sweep().editedCount == 1)
        let asset = try #require(try fixture.assets()["a.jpg"])
        #expect(asset.uuid == uuid && asset.isFavorite)
        #expect(asset.contentVersion == 2 && asset.pixelWidth == 48)
        #expect(try fixture.library.members(of: album) == [uuid])
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [asset.rowID])[asset.rowID]?.first
        )
        #expect(resource.byteCount == Int64(TestJPEG(width: 48, seed: 7).data().count))
        #expect(try fixture.sweep().sameCount == 1)
    }

    /// Writes other bytes over a file, as a new file that gets its inode has them.
    private func overwrite(_ name: String, _ bytes: [UInt8], _ fixture: SourceFixture) throws {
        let handle = try FileHandle(forWritingTo: fixture.url(name))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// Gives a file a date long before it was made.
    private func setOldDate(_ name: String, _ fixture: SourceFixture) throws {
        let date = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
        var times = [date, date]
        try #require(utimensat(AT_FDCWD, fixture.url(name).path, &times, 0) == 0)
    }

    @Test func `a card with the former bytes of an edited file brings no second photo`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
        let copy = card.appendingPathComponent("a.jpg")
        try FileManager.default.copyItem(at: fixture.url("a.jpg"), to: copy)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)],
            ofItemAtPath: copy.path
        )
        #expect(try Importer(fixture.library).run([card]).inSourceCount == 1)
        try overwrite("a.jpg", TestJPEG(width: 48, seed: 7).data(), fixture)
        try #require(try fixture.sweep().editedCount == 1)
        for transfer in [ImportOptions.Transfer.copy, .move] {
            for (isDryRun, path) in [(true, card), (false, card), (false, copy)] {
                var options = ImportOptions()
                options.transfer = transfer
                options.isDryRun = isDryRun
                let report = try Importer(fixture.library, options: options).run([path])
                #expect(report.importedCount == 0 && report.removedCount == 0, "\(report)")
                #expect(report.inSourceCount == 1, "\(report)")
            }
        }
        #expect(FileManager.default.fileExists(atPath: copy.path))
        #expect(try fixture.uuids() == ["a.jpg": uuid])
    }

    @Test func `an edited version beside a source's file comes in again after a revert`() throws {
        let fixture = try fixture()
        try fixture.write("a.jpg", 1)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        var cards: [(folder: URL, files: [URL])] = []
        for name in ["card", "copy of the card"] {
            let card = fixture.folder.url.appendingPathComponent(name, isDirectory: true)
            try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
            let files = ["a.jpg", "a-edited.jpg"].map { card.appendingPathComponent($0) }
            try FileManager.default.copyItem(at: fixture.url("a.jpg"), to: files[0])
            try Data(TestJPEG(width: 48, seed: 7).data()).write(to: files[1])
            for file in files {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)],
                    ofItemAtPath: file.path
                )
            }
            cards.append((card, files))
        }
        #expect(try Importer(fixture.library).run([cards[0].folder]).joinedCount == 1)
        #expect(try Importer(fixture.library).run([cards[1].folder]).joinedCount == 0)
        for card in cards {
            try fixture.library.commit(.revert(uuid))
            let whole = try Importer(fixture.library).run([card.folder])
            #expect(whole.joinedCount == 0 && whole.inSourceCount == 1, "\(whole)")
            #expect(whole.deletedCount == 1 && whole.unchangedCount == 0, "\(whole)")
            let named = try Importer(fixture.library).run(card.files)
            #expect(named.joinedCount == 1 && named.importedCount == 0, "\(named)")
            #expect(try fixture.library.asset(uuid)?.adjustmentsState == .editedByUser)
        }
    }

    @Test func `another photo under a name and inode gets nothing of the first one`() throws {
        // The file was made after the last sweep, as this clock tells.
        let fixture = try fixture(clock: TestClock(Date() - 86_400))
        try fixture.write("a.jpg", 1, width: 110)
        try setOldDate("a.jpg", fixture)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        let album = try fixture.library.addAlbum("Album", [uuid])
        try fixture.library.commit(
            .set(uuid, [.isHidden: .integer(1), .caption: .text("Mine")])
        )
        try overwrite("a.jpg", TestJPEG(width: 220, seed: 2).data(), fixture)
        let report = try fixture.sweep()
        #expect(report.createdCount == 1 && report.vanishedCount == 1 && report.editedCount == 0)
        let other = try #require(try fixture.assets()["a.jpg"])
        #expect(other.uuid != uuid && !other.isHidden && other.caption == nil)
        #expect(try fixture.library.members(of: album) == [uuid])
        #expect(try fixture.offline() == [uuid])
        #expect(try fixture.library.asset(uuid)?.caption == "Mine")
        #expect(try fixture.sweep().sameCount == 1)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        // The first comes back under another name.
        try fixture.write("b.jpg", 1, width: 110)
        #expect(try fixture.sweep().returnedCount == 1)
        #expect(try fixture.uuids()["b.jpg"] == uuid)
    }

    @Test func `a copied file with its old date that a program writes to stays the same photo`()
        throws
    {
        let fixture = try fixture(clock: TestClock(Date() + 86_400))
        try fixture.write("a.jpg", 1, width: 110)
        try setOldDate("a.jpg", fixture)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        // The keyword of an editor: the same moment.
        try overwrite("a.jpg", TestJPEG(width: 130, seed: 2).data(), fixture)
        #expect(try fixture.sweep().editedCount == 1)
        #expect(try fixture.uuids() == ["a.jpg": uuid])
    }

    @Test func `a moment that a person sets here does not make an edit another photo`() throws {
        let fixture = try fixture(clock: TestClock(Date() + 86_400))
        try fixture.write("a.jpg", 1, width: 110)
        try setOldDate("a.jpg", fixture)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.library.commit(.set(uuid, [.creationDate: .real(500)]))
        try overwrite("a.jpg", TestJPEG(width: 130, seed: 2).data(), fixture)
        #expect(try fixture.sweep().editedCount == 1)
        #expect(try fixture.uuids() == ["a.jpg": uuid])
    }

    @Test func `an edit of what the file was before is refused, and one of what it is now is not`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let before = try #require(try fixture.assets()["a.jpg"])
        try Data(TestJPEG(width: 48, seed: 7).data()).write(to: fixture.url("a.jpg"))
        #expect(try fixture.sweep().editedCount == 1)
        let error = #expect(throws: StoreError.self) {
            try fixture.library.commit(
                .edit(before.uuid, seed: 2, contentVersion: before.contentVersion)
            )
        }
        #expect(error?.code == .changeNotSupported)
        let after = try #require(try fixture.assets()["a.jpg"])
        try fixture.library.commit(
            .edit(before.uuid, seed: 2, contentVersion: after.contentVersion)
        )
    }

    @Test func `written anew with the same moment of capture, the asset stays`() throws {
        let fixture = try fixture()
        try fixture.write("a.jpg", 1, width: 110)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.write("a.jpg", 2, width: 130)
        #expect(try fixture.sweep().editedCount == 1)
        #expect(try fixture.uuids() == ["a.jpg": uuid])
    }

    @Test func `another photo under the name is another asset, and the first is offline`() throws {
        let fixture = try fixture()
        try fixture.write("a.jpg", 1, width: 110)
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.write("a.jpg", 2, width: 220)
        let report = try fixture.sweep()
        #expect(report.createdCount == 1 && report.vanishedCount == 1 && report.editedCount == 0)
        #expect(try fixture.offline() == [uuid])
        #expect(try fixture.uuids()["a.jpg"] != uuid)
        #expect(try fixture.sweep().sameCount == 1)
        // The first comes back beside the other.
        try fixture.write("b.jpg", 1, width: 110)
        #expect(try fixture.sweep().returnedCount == 1)
        #expect(try fixture.uuids()["b.jpg"] == uuid)
        #expect(try fixture.offline().isEmpty)
        #expect(try fixture.deletions() == 0)
    }

    @Test func `a copy is a duplicate, and takes the place of a file that vanishes`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.write("copy/b.jpg", 1)
        let report = try fixture.sweep()
        #expect(report.duplicateCount == 1 && report.createdCount == 0)
        #expect(try fixture.uuids() == ["a.jpg": uuid])
        try fixture.remove("a.jpg")
        try fixture.sweep()
        #expect(try fixture.uuids() == ["copy/b.jpg": uuid])
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `a file that a copy of another photo replaces is gone, and comes back`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let uuids = try fixture.uuids()
        let replaced = try #require(uuids["a.jpg"])
        try fixture.write("a.jpg", 2)
        let report = try fixture.sweep()
        #expect(report.duplicateCount == 1 && report.createdCount == 0)
        #expect(report.vanishedCount == 1)
        #expect(try fixture.offline() == [replaced])
        #expect(try fixture.uuids()["b.jpg"] == uuids["b.jpg"])
        try fixture.write("c.jpg", 1)
        #expect(try fixture.sweep().returnedCount == 1)
        #expect(try fixture.uuids()["c.jpg"] == replaced)
        #expect(try fixture.offline().isEmpty)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `the same bytes twice in one sweep are one asset`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 1, "x/c.jpg": 1])
        let report = try fixture.sweep()
        #expect(report.createdCount == 1 && report.duplicateCount == 2)
        #expect(try fixture.uuids().count == 1)
        #expect(try fixture.sweep().sameCount == 3)
    }

    @Test func `a deleted photo is neither offline without its file nor back with it`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2, "c.jpg": 3])
        try fixture.sweep()
        let uuids = try fixture.uuids()
        let (first, second) = (
            try #require(uuids["a.jpg"]), try #require(uuids["b.jpg"])
        )
        try fixture.library.commit(.deleteAssets([first, second]))
        try fixture.library.commit(.purgeAssets([first]))
        for name in ["a.jpg", "b.jpg"] { try fixture.move(name, to: "../" + name) }
        #expect(try fixture.sweep().vanishedCount == 0)
        for name in ["a.jpg", "b.jpg"] { try fixture.move("../" + name, to: name) }
        let report = try fixture.sweep()
        #expect(report.returnedCount == 0 && report.sameCount == 3 && report.createdCount == 0)
    }

    @Test func `a photo with a known copy is not offline when its own file is gone`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        try fixture.write("x/a.jpg", 1)
        #expect(try fixture.sweep().duplicateCount == 1)
        try fixture.remove("a.jpg")
        #expect(try fixture.sweep().vanishedCount == 0)
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `what a person deletes stays deleted, and its file stays`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.library.commit(.deleteAssets([uuid]))
        #expect(try fixture.sweep().createdCount == 0)
        try fixture.library.commit(.purgeAssets([uuid]))
        #expect(try fixture.sweep().createdCount == 0)
        #expect(FileManager.default.fileExists(atPath: fixture.url("a.jpg").path))
        try fixture.move("a.jpg", to: "x/c.jpg")
        #expect(try fixture.sweep().createdCount == 0)
        #expect(Set(try fixture.uuids().keys) == ["b.jpg"])
    }

    @Test func `a file that cannot be used is told once, and again when it changes`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.write("bad.jpg", Array(TestJPEG().data().prefix(30)))
        #expect(try fixture.sweep().refusedCount == 1)
        #expect(try fixture.sweep().refusedCount == 0)
        try fixture.write("bad.jpg", 5)
        let report = try fixture.sweep()
        #expect(report.createdCount == 1)
        #expect(Set(try fixture.uuids().keys) == ["a.jpg", "bad.jpg"])
    }

    @Test func `a file that is still being written is left for later`() throws {
        let fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2])
        let report = try fixture.sweep { $0.isQuiet = { path, _ in !path.hasSuffix("/b.jpg") } }
        #expect(report.createdCount == 1 && report.busyCount == 1)
        #expect(try fixture.sweep().createdCount == 1)
    }

    @Test func `a sweep of some folders sees what moved between them`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1, "y/b.jpg": 2, "z/c.jpg": 3])
        try fixture.sweep()
        let before = try fixture.uuids()
        try fixture.move("x/a.jpg", to: "y/d.jpg")
        try fixture.remove("z/c.jpg")
        let report = try fixture.sweep { $0.folders = [["x"], ["y"]] }
        #expect(report.movedCount == 1 && report.vanishedCount == 0 && report.fileCount == 2)
        #expect(try fixture.uuids()["y/d.jpg"] == before["x/a.jpg"])
        try fixture.move("y", to: "w")
        let other = try fixture.sweep { $0.folders = [["y"], []] }
        #expect(other.movedFolderCount == 1 && other.createdCount == 0)
    }

    @Test func `a source is forgotten only when it is said what becomes of its assets`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let before = try #require(try fixture.assets()["a.jpg"])
        let error = #expect(throws: StoreError.self) {
            try fixture.library.sources.forgetSource(fixture.source.id, assets: nil)
        }
        #expect(error?.code == .changeNotSupported)
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        #expect(try fixture.library.sources.all().isEmpty)
        #expect(try fixture.library.asset(before.uuid)?.traits.contains(.offline) == true)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        // Added again, the files find their assets.
        let again = try fixture.library.sources.addSource(fixture.top)
        let report = try SourceSweep(fixture.library, source: again.id).run()
        #expect(report.returnedCount == 1 && report.createdCount == 0)
        #expect(try fixture.library.asset(before.uuid)?.traits.contains(.offline) == false)
        try fixture.library.sources.forgetSource(again.id, assets: .delete)
        #expect(try fixture.library.asset(before.uuid)?.trashedDate != nil)
        #expect(FileManager.default.fileExists(atPath: fixture.url("a.jpg").path))
    }

    @Test func `a source inside another, or inside the library, is refused`() throws {
        let fixture = try SourceFixture(["x/a.jpg": 1])
        for url in [
            fixture.url("x"), fixture.folder.url, fixture.library.layout.originals,
        ] {
            #expect(throws: StoreError.self) { try fixture.library.sources.addSource(url) }
        }
        #expect(try fixture.library.sources.addSource(fixture.top) == fixture.source)
    }
}
