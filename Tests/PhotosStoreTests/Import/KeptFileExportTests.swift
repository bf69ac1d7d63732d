import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files of other programs beside a photo in an export, and in an import of the export.
@Suite(.permit) struct KeptFileExportTests: KeptFileSuite {
    let clock: TestClock
    let fixture: ImportFixture

    init() throws { (clock, fixture) = try Self.makeFixture() }

    @Test(arguments: [ExportOptions.Metadata.none, .sidecars])
    func `an export has them, byte for byte`(_ metadata: ExportOptions.Metadata) throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        try FileManager.default.removeItem(at: fixture.source)
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = metadata
        let exporter = Exporter(
            fixture.library,
            options: options,
            isCancelled: { false },
            notify: { _ in }
        )
        _ = try exporter.runAll(to: out)
        let written = try FileManager.default.subpathsOfDirectory(atPath: out.path).filter {
            !$0.hasPrefix(".") && !$0.contains("/.")
        }
        let contents = try written.filter { !$0.hasSuffix(".jpg") }
            .map { out.appendingPathComponent($0) }
            .filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            }
            .map { Array(try Data(contentsOf: $0)) }
        for (name, content) in bytes {
            #expect(contents.contains(content), "\(name) of \(written)")
        }
    }

    @Test
    func `an import of an export has them, as the export wrote them and as others changed them`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        _ = try export()
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        let changed = Array("other settings".utf8)
        try Data(changed).write(to: out.appendingPathComponent("1.jpg.dop"))
        // Another program adds its own.
        try Data("new settings".utf8).write(to: out.appendingPathComponent("1.jpg.arp"))
        let other = try ImportFixture(environment: .test(clock: clock))
        let (summary, events) = try other.run([out])
        #expect(summary.importedCount == 1 && summary.refusedCount == 0 && summary.otherCount == 0)
        #expect(events.changed == ["1.jpg.dop"])
        var expected = bytes
        expected["1.xmp"] = nil
        expected["1.jpg.dop"] = changed
        expected["1.jpg.arp"] = Array("new settings".utf8)
        let found = try kept(in: other.library)
        for (name, content) in expected {
            #expect(found.values.contains(content), "\(name) of \(found.keys.sorted())")
        }
        #expect(found.count == expected.count)
        // The library of the export gets what others changed and added, once.
        let again = try fixture.run([out])
        #expect(Set(again.events.joined.keys) == ["1.jpg.dop", "1.jpg.arp"])
        #expect(try kept()["1.jpg.dop"] == changed)
        #expect(try fixture.run([out]).summary.joinedCount == 0)
        // The library lists the changed file behind the others now. Each file keeps its name in the export.
        let second = try export()
        #expect(second.failed == 0)
        #expect(second.files["1.jpg.dop"] == changed)
        #expect(second.files["1.jpg.pp3"] == bytes["1.jpg.pp3"])
    }

    @Test func `an export has a large one, and names one that the library has lost`() throws {
        var bytes = try writeAll()
        bytes["1.jpg.dop"] = Array(repeating: 7, count: 9 << 20)
        try fixture.write("1.jpg.dop", bytes["1.jpg.dop"] ?? [])
        _ = try fixture.run()
        let first = try export()
        #expect(first.failed == 0)
        #expect(first.files["1.jpg.dop"] == bytes["1.jpg.dop"])
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let files = try fixture.library.originals.keptFiles(ofAssets: rows)[rows[0]] ?? []
        let lost = try #require(files.first { $0.filename == "1.jpg.pp3" })
        try FileManager.default.removeItem(at: fixture.library.layout.original(lost.file))
        // Each export names it, and leaves the exported file.
        for _ in 1...2 {
            let second = try export()
            #expect(second.failed == 1)
            #expect(second.files["1.jpg.pp3"] == bytes["1.jpg.pp3"])
            #expect(second.files["1.jpg.dop"] == bytes["1.jpg.dop"])
        }
    }
}
