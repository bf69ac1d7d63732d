import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// The folder of an export: its links and times, what others have in it, and its failures.
@Suite(.permit) struct ExportTargetTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

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
        #expect(try fixture.export().summary.unchangedAssetCount == 1)
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
        #expect(try fixture.export().summary.unchangedAssetCount == 1)
        fixture.options.albums = .copies
        fixture.options.removesDeleted = true
        try fixture.export()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) == nil)
        #expect(try Data(contentsOf: link) == Data(TestJPEG(seed: 1).data()))
    }

    @Test func `a photo gets a number where somebody's sidecar has its name`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2)
        try fixture.add("c.jpg", seed: 3)
        _ = try fixture.library.addAlbum("Trip", [uuid])
        fixture.options.albums = .copies
        let album = fixture.url("Albums/Trip")
        try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
        for name in ["a.jpg.xmp", "a (2).xmp", "b.xmp", "Albums/Trip/a (3).pp3"] {
            try Data("somebody's work".utf8).write(to: fixture.url(name))
        }
        // Beside the photo itself, the sidecar is the photo's.
        try Data(TestJPEG(seed: 2).data()).write(to: fixture.url("b.jpg"))
        for _ in 1...2 {
            #expect(try fixture.export().summary.failedCount == 0)
            #expect(
                try fixture.names() == [
                    "Albums/Trip/a (3).pp3", "Albums/Trip/a (4).jpg", "a (2).xmp", "a (3).jpg",
                    "a.jpg.xmp", "b.jpg", "b.xmp", "c.jpg",
                ]
            )
        }
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
        try fixture.add("a.jpg", seed: 1, [.caption: .text("Lake")])
        try fixture.add("b.jpg", seed: 2, [.caption: .text("Sea")])
        fixture.options.withheld = [.places]
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
        #expect(outcome.failedCount == 1 && outcome.writtenCount == 1)
        // Of the damaged photo, there is no exported file that could lack the caption, or state a place.
        for summary in [outcome, try fixture.export().summary] {
            #expect(summary.unstatedAssetCount == 1 && summary.remainingCount == 1)
        }
        #expect(try fixture.names() == ["b.jpg"])
    }

    @Test
    func `a target that goes away gives an error that says so, and the next export continues`()
        throws
    {
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
        #expect(outcome.writtenCount + outcome.unchangedAssetCount + outcome.presentCount >= 9)
        #expect(try fixture.names() == (1...9).map { "\($0).jpg" })
        #expect(try fixture.export().summary.unchangedAssetCount == 9)
    }

    @Test func `a cancelled export continues where it stopped`() throws {
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
        #expect(stopped.wasCancelled && stopped.writtenCount > 0 && stopped.writtenCount < 9)
        let outcome = try fixture.export().summary
        #expect(outcome.writtenCount == 9 - stopped.writtenCount)
    }

    @Test func `two exports to one folder at a time are refused`() throws {
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
