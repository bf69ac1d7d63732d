import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What an export does in a folder that has files already.
@Suite(.permit) struct ExportAgainTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

    @Test func `nothing new is nothing written`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        #expect(try fixture.export().summary.written == 2)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "photokit-export.jsonl"])
        let before = try fixture.files()
        let inodes = try fixture.names().map(fixture.inode)
        let again = try fixture.export().summary
        #expect(again.written == 0 && again.unchangedAssets == 2)
        #expect(try fixture.files() == before)
        #expect(try fixture.names().map(fixture.inode) == inodes)
    }

    @Test func `only what has changed is written, and names stay with their photos`() throws {
        let first = try fixture.add("a.jpg", seed: 1)
        let second = try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        try fixture.export()
        let kept = fixture.inode("a (2).jpg")
        try fixture.change(second, [.caption: .text("Neu")])
        let outcome = try fixture.export().summary
        #expect(outcome.written == 0 && outcome.sidecars == 1 && outcome.unchangedAssets == 1)
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
        #expect(outcome.written == 1 && outcome.present == 1)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "b.jpg"])
        #expect(try Data(contentsOf: fixture.url("a.jpg")) == Data("mine".utf8))
        #expect(fixture.inode("b.jpg") == inode)
        let uuids = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let names = try fixture.library.history.identifiers(Array(uuids), in: .asset)
        try fixture.library.commit(.deleteAssets(names.values.map(\.uuid)))
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removed == 1)
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
        #expect(outcome.summary.kept == 1)
        #expect(try Data(contentsOf: sidecar) == Data("somebody's work".utf8))
        #expect(try fixture.export().summary.kept == 1)
        try FileManager.default.removeItem(at: sidecar)
        #expect(try fixture.export().summary.sidecars == 1)
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
        #expect(try fixture.export().summary.written == 0)
        #expect(fixture.inode("a.jpg") == inode)
        #expect(try fixture.export().summary.unchangedAssets == 1)
    }

    @Test func `a lost file is written again`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        try FileManager.default.removeItem(at: fixture.url("a.jpg"))
        #expect(try fixture.export().summary.written == 1)
        #expect(try fixture.names() == ["a.jpg"])
    }

    @Test func `with another pattern files are renamed and not copied`() throws {
        try fixture.add("a.jpg", seed: 1, [.rating: .integer(3)])
        try fixture.export()
        let inode = fixture.inode("a.jpg")
        fixture.options.template = try ExportTemplate("{rating}/x/{original}")
        let outcome = try fixture.export().summary
        #expect(outcome.moved == 1 && outcome.written == 0)
        #expect(fixture.inode("3/x/a.jpg") == inode)
        #expect(try fixture.names() == ["3/x/a.jpg"])
        fixture.options.template = .original
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg"])
        #expect(access(fixture.url("3").path, F_OK) != 0)
    }

    @Test func `what was deleted is named, and removed when asked`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        try fixture.export()
        try fixture.library.commit(.deleteAssets([uuid]))
        for _ in 0..<2 {
            let outcome = try fixture.export().summary
            #expect(outcome.deleted == 1 && outcome.removed == 0)
        }
        #expect(try fixture.names() == ["a.jpg", "b.jpg", "photokit-export.jsonl"])
        let manifest = try String(contentsOf: fixture.url("photokit-export.jsonl"), encoding: .utf8)
        #expect(manifest.contains("{\"deleted\":\"a.jpg\",\"sha256\":\""))
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removed == 1)
        #expect(try fixture.names() == ["b.jpg", "photokit-export.jsonl"])
        #expect(try fixture.export().summary.deleted == 0)
    }

    @Test func `a library that was set back removes nothing of a newer export`() throws {
        let newer = try Library.temporary(in: fixture.folder, name: "Newer.photolib", seed: 6)
        defer { newer.close() }
        let picture = try newer.addPicture(seed: 1)
        let copy = fixture.folder.url.appendingPathComponent("Earlier.photolib", isDirectory: true)
        _ = try LibraryBackup(newer).run(to: copy)
        try newer.addPicture(seed: 2)
        try newer.commit(.edit(picture, seed: 3), .set(picture, [.caption: .text("new")]))
        fixture.options.metadata = .sidecars
        fixture.options.versions = .both
        try fixture.export(of: newer)
        let older = try Library.open(copy, environment: .test(seed: 7))
        defer { older.close() }
        fixture.options.removesDeleted = true
        let before = try fixture.names()
        var contents: [String: Data] = [:]
        for name in before { contents[name] = try Data(contentsOf: fixture.url(name)) }
        #expect {
            try fixture.export(of: older)
        } throws: { error in
            (error as? StoreError)?.message.contains("--older") == true
        }
        fixture.options.overNewer = true
        // A run that ends early, or exports a part, does not make the export that of the older state.
        try fixture.export(of: older, isCancelled: true)
        fixture.options.isWhole = false
        try fixture.export(of: older)
        fixture.options.isWhole = true
        fixture.options.overNewer = false
        #expect(throws: StoreError.self) { try fixture.export(of: older) }
        fixture.options.overNewer = true
        try fixture.export(of: older)
        fixture.options.overNewer = false
        let summary = try fixture.export(of: older).summary
        #expect(summary.deleted == 0 && summary.removed == 0 && summary.kept == 0)
        let after = try fixture.names()
        let aside = "newer-\(older.environment.now().formatted(.iso8601.year().month().day()))/"
        let moved = after.filter { $0.hasPrefix(aside) }.map { String($0.dropFirst(aside.count)) }
        // The second photo, and the edit of the first.
        #expect(!moved.isEmpty)
        #expect((after.filter { !$0.hasPrefix("newer-") } + moved).sorted() == before)
        for name in moved {
            #expect(try Data(contentsOf: fixture.url(aside + name)) == contents[name])
        }
        // An import of the folder must not pass over the photo.
        let manifest = try String(contentsOf: fixture.url("photokit-export.jsonl"), encoding: .utf8)
        #expect(!manifest.contains("deleted"))
    }

    /// A program that is started while an export runs has the export's files open until it runs itself.
    @Test func `an export ends although a copy of its descriptor lives on`() throws {
        try fixture.add("a.jpg", seed: 1)
        let copies = Mutex<[Int32]>([])
        defer { for copy in copies.withLock(\.self) { close(copy) } }
        let record = fixture.out.resolvingSymlinksInPath().path + "/.photokit-export/"
        try fixture.export(notify: { _ in
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))
                ?? []
            {
                let link = "/proc/self/fd/" + name
                guard
                    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
                    path.hasPrefix(record), let descriptor = Int32(name)
                else { continue }
                copies.withLock { $0.append(dup(descriptor)) }
            }
        })
        #expect(copies.withLock { !$0.isEmpty })
        #expect(try fixture.export().summary.unchangedAssets == 1)
    }

    @Test func `an edit that was reverted is named, and removed when asked`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        #expect(try fixture.names() == ["a-edited.JPG", "a.AAE", "a.jpg"])
        try fixture.library.commit(.revert(uuid))
        #expect(try fixture.export().summary.deleted == 2)
        #expect(try fixture.export().summary.deleted == 2)
        #expect(try fixture.names().count == 3)
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removed == 2)
        #expect(try fixture.names() == ["a.jpg"])
    }

    @Test
    func `a version that was reverted and that somebody changed stays, and is named each time`()
        throws
    {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        try fixture.library.commit(.revert(uuid))
        try Data("somebody's work".utf8).write(to: fixture.url("a-edited.JPG"))
        fixture.options.removesDeleted = true
        let first = try fixture.export().summary
        #expect(first.removed == 1 && first.deleted == 1 && first.kept == 1)
        for _ in 0..<2 {
            let again = try fixture.export().summary
            #expect(again.removed == 0 && again.deleted == 0 && again.kept == 1)
        }
        #expect(try fixture.names() == ["a-edited.JPG", "a.jpg"])
        try FileManager.default.removeItem(at: fixture.url("a-edited.JPG"))
        try fixture.export()
        let last = try fixture.export().summary
        #expect(last.removed == 0 && last.kept == 0 && last.unchangedAssets == 1)
    }

    @Test func `the sidecar of a file that stays stays with it, until the file goes`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        try fixture.add("b.jpg", seed: 2, [.caption: .text("On the lake")])
        fixture.options.metadata = .sidecars
        fixture.options.removesDeleted = true
        try fixture.export()
        try Data("somebody's work".utf8).write(to: fixture.url("a.jpg"))
        try fixture.library.commit(.deleteAssets([uuid]))
        for _ in 0..<2 {
            let (summary, events) = try fixture.export()
            #expect(summary.removed == 0 && summary.kept == 2, "\(events)")
            #expect(
                try fixture.names()
                    == ["a.jpg", "a.jpg.xmp", "b.jpg", "b.jpg.xmp", "photokit-export.jsonl"]
            )
        }
        try FileManager.default.removeItem(at: fixture.url("a.jpg"))
        #expect(try fixture.export().summary.kept == 0)
        #expect(try fixture.names() == ["b.jpg", "b.jpg.xmp", "photokit-export.jsonl"])
    }

    @Test func `the sidecar of a reverted version that stays stays with it`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        fixture.options.metadata = .sidecars
        try fixture.export()
        try #require(try fixture.names().contains("a-edited.JPG.xmp"))
        try fixture.library.commit(.revert(uuid))
        try Data("somebody's work".utf8).write(to: fixture.url("a-edited.JPG"))
        fixture.options.removesDeleted = true
        for _ in 0..<2 {
            #expect(try fixture.export().summary.kept == 2)
            #expect(try fixture.names().contains("a-edited.JPG.xmp"))
        }
        try FileManager.default.removeItem(at: fixture.url("a-edited.JPG"))
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg", "a.jpg.xmp", "photokit-export.jsonl"])
    }

    @Test func `files of a copied export are removed, whatever their times say`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        let edited = try fixture.add("b.jpg", seed: 2)
        try fixture.library.commit(.edit(edited, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        for name in try fixture.names() {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: fixture.url(name).path
            )
        }
        try fixture.library.commit(.deleteAssets([uuid]))
        try fixture.library.commit(.revert(edited))
        fixture.options.removesDeleted = true
        let summary = try fixture.export().summary
        #expect(summary.removed == 3 && summary.kept == 0)
        #expect(try fixture.names() == ["b.jpg"])
    }

    @Test func `albums become folders of links that lead to the files`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.creationDate: .real(0)])
        _ = try fixture.library.addAlbum("Como/x", [uuid])
        fixture.options.template = try ExportTemplate("{created:%Y}/{original}")
        fixture.options.albums = .links
        try fixture.export()
        let link = fixture.url("Albums/Como_x/a.jpg")
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
        #expect(target == "../../2001/a.jpg")
        #expect(try Data(contentsOf: link) == Data(TestJPEG(seed: 1).data()))
        #expect(try fixture.export().summary.unchangedAssets == 1)
        fixture.options.albums = .copies
        fixture.options.removesDeleted = true
        try fixture.export()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) == nil)
        #expect(try Data(contentsOf: link) == Data(TestJPEG(seed: 1).data()))
    }

    @Test func `files carry their capture time`() throws {
        try fixture.add("a.jpg", seed: 1, [.creationDate: .real(-1e9 + 0.25)])
        try fixture.export()
        var facts = stat()
        #expect(stat(fixture.url("a.jpg").path, &facts) == 0)
        #expect(Double(facts.st_mtim.tv_sec) == (978_307_200 - 1e9))
        #expect(facts.st_mtim.tv_nsec == 250_000_000)
    }

    @Test func `a folder has the export of one library`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        let other = try Library.temporary(seed: 77)
        defer { other.close() }
        let error = #expect(throws: StoreError.self) { try Exporter(other).runAll(to: fixture.out) }
        #expect(error?.code == .changeNotSupported)
    }

    @Test
    func `another program's file with the manifest's name refuses the export before it begins`()
        throws
    {
        try fixture.add("a.jpg", seed: 1)
        fixture.options.metadata = .sidecars
        try FileManager.default.createDirectory(at: fixture.out, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: fixture.url("photokit-export.jsonl"))
        #expect(throws: StoreError.self) { try fixture.export() }
        #expect(try fixture.names() == ["photokit-export.jsonl"])
    }

    @Test func `a link in the way of a folder is not followed`() throws {
        try fixture.add("a.jpg", seed: 1, [.rating: .integer(2)])
        let outside = fixture.folder.url.appendingPathComponent("outside")
        for url in [fixture.out, outside] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            at: fixture.url("2"),
            withDestinationURL: outside
        )
        fixture.options.template = try ExportTemplate("{rating}/{original}")
        #expect(throws: StoreError.self) { try fixture.export() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    }

    @Test func `a damaged original is named and the others are exported`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2)
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: rows)[rows[0]]?.first
        )
        let url = try fixture.library.originals.url(of: resource)
        var bytes = try Data(contentsOf: url)
        bytes[40] ^= 1
        chmod(url.path, 0o644)
        try bytes.write(to: url)
        let outcome = try fixture.export().summary
        #expect(outcome.failed == 1 && outcome.written == 1)
        #expect(try fixture.names() == ["b.jpg"])
    }
}

/// Targets that fail.
@Suite(.permit) struct ExportTargetTests {
    @Test
    func `a target that goes away gives an error that says so, and the next export continues`()
        throws
    {
        let fixture = try ExportFixture()
        for seed in 1...9 { try fixture.add("\(seed).jpg", seed: UInt8(seed)) }
        fixture.options.blockFiles = 2
        let elsewhere = fixture.folder.url.appendingPathComponent("elsewhere")
        let (out, options, library) = (fixture.out, fixture.options, fixture.library)
        let exporter = Exporter(
            library,
            options: options,
            notify: { event in
                guard case .written(let file, _) = event, file.url.lastPathComponent == "4.jpg"
                else {
                    return
                }
                try? FileManager.default.moveItem(at: out, to: elsewhere)
                try? FileManager.default.removeItem(
                    at: elsewhere.appendingPathComponent(".photokit-export/drafts")
                )
            }
        )
        let error = #expect(throws: StoreError.self) { try exporter.runAll(to: out) }
        #expect(
            error?.message.contains("is not there any more") == true,
            "\(String(describing: error))"
        )
        try FileManager.default.moveItem(at: elsewhere, to: out)
        let outcome = try fixture.export().summary
        #expect(outcome.written + outcome.unchangedAssets + outcome.present >= 9)
        #expect(try fixture.names() == (1...9).map { "\($0).jpg" })
        #expect(try fixture.export().summary.unchangedAssets == 9)
    }

    @Test func `a cancelled export continues where it stopped`() throws {
        let fixture = try ExportFixture()
        for seed in 1...9 { try fixture.add("\(seed).jpg", seed: UInt8(seed)) }
        fixture.options.blockFiles = 1
        var asked = 0
        let exporter = Exporter(
            fixture.library,
            options: fixture.options,
            isCancelled: {
                asked += 1
                return asked > 6
            }
        )
        let stopped = try exporter.runAll(to: fixture.out)
        #expect(stopped.wasCancelled && stopped.written > 0 && stopped.written < 9)
        let outcome = try fixture.export().summary
        #expect(outcome.written == 9 - stopped.written)
    }

    @Test func `two exports to one folder at a time are refused`() throws {
        let fixture = try ExportFixture()
        try fixture.add("a.jpg", seed: 1)
        let (out, library) = (fixture.out, fixture.library)
        var refusal: StoreError?
        let exporter = Exporter(
            library,
            notify: { event in
                guard case .written = event else { return }
                do {
                    _ = try Exporter(library).runAll(to: out)
                } catch {
                    refusal = error as? StoreError
                }
            }
        )
        _ = try exporter.runAll(to: out)
        #expect(refusal?.code == .busy)
    }
}
