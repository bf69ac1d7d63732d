import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Settings of raw developers in a folder that is exported into again.
@Suite(.permit) struct ExportSettingsTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

    /// The settings of RawTherapee in a folder, by their names.
    private func settings(in folder: URL) throws -> [String: String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".pp3") }.reduce(into: [:]) { settings, name in
                settings[name] = try String(
                    contentsOf: folder.appendingPathComponent(name),
                    encoding: .utf8
                )
            }
    }

    @Test func `settings of other programs that lie in a source are exported`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.write("a.jpg.pp3", Array("[Version]".utf8))
        try fixture.write("a.jpg.json", Array("{}".utf8))
        try fixture.write("notes.json", Array("[]".utf8))
        let report = try fixture.sweep()
        #expect(report.joinedCount == 2 && report.otherCount == 1 && report.refusedCount == 0)
        #expect(try fixture.sweep().sameCount == 4)
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        func text(_ name: String) throws -> String {
            try String(contentsOf: out.appendingPathComponent(name), encoding: .utf8)
        }
        for settings in ["[Version]", "[Version]\nVersion=351"] {
            try fixture.write("a.jpg.pp3", Array(settings.utf8))
            try fixture.sweep()
            #expect(
                try Exporter(fixture.library, options: options).runAll(to: out).failedCount == 0
            )
            #expect(try text("a.jpg.pp3") == settings && text("a.jpg.json") == "{}")
        }
    }

    @Test func `settings in a source are exported although the library keeps earlier ones`() throws
    {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        try fixture.write("../card/a.jpg.pp3", Array("old".utf8))
        try fixture.sweep()
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        func settings() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: out.path)
                .filter { $0.hasSuffix(".pp3") }
                .map { try String(contentsOf: out.appendingPathComponent($0), encoding: .utf8) }
        }
        for (text, expected) in [("old", ["old"]), ("new", ["new", "old"])] {
            try fixture.write("a.jpg.pp3", Array(text.utf8))
            try fixture.sweep()
            #expect(
                try Exporter(fixture.library, options: options).runAll(to: out).failedCount == 0
            )
            #expect(try settings().sorted() == expected)
        }
    }

    @Test(arguments: [nil, "a.jpg.pp3"] as [String?], ["old", "new"])
    func `exported settings stay while those in the source cannot be reached or are gone`(
        gone: String?,
        kept: String
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        try fixture.write("a.jpg.pp3", Array("new".utf8))
        try fixture.sweep()
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings(in: out) == ["a.jpg.pp3": "new"])
        try fixture.write("../card/a.jpg.pp3", Array(kept.utf8))
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        let file = gone.map(fixture.url) ?? fixture.top
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: file, to: away)
        // A second file with the same bytes would stay for good.
        var both = ["a.jpg.pp3": "new"]
        if kept == "old" { both["a.jpg-2.pp3"] = kept }
        for _ in 1...2 {
            #expect(try exporter.runAll(to: out).failedCount == 1)
            #expect(try settings(in: out) == both)
        }
        try FileManager.default.moveItem(at: away, to: file)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings(in: out) == both)
    }

    @Test(arguments: [true, false])
    func `exported settings stay after those in the source are lost for the library`(
        isForgotten: Bool
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        try fixture.write("../card/a.jpg.pp3", Array("old".utf8))
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        try fixture.write("a.jpg.pp3", Array("new".utf8))
        try fixture.sweep()
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        let both = ["a.jpg.pp3": "new", "a.jpg-2.pp3": "old"]
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings(in: out) == both)
        if isForgotten {
            try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        } else {
            try fixture.remove("a.jpg.pp3")
            try fixture.sweep()
        }
        for _ in 1...2 {
            #expect(try exporter.runAll(to: out).failedCount == 0)
            #expect(try settings(in: out) == both)
        }
    }

    @Test(arguments: [true, false])
    func `exported settings stay where earlier ones come in after those in the source are lost`(
        isForgotten: Bool
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.write("a.jpg.pp3", Array("new".utf8))
        try fixture.sweep()
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        if isForgotten {
            try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        } else {
            try fixture.remove("a.jpg.pp3")
            try fixture.sweep()
        }
        // Later settings of the name take the place of those that the library keeps, in the export, too.
        for text in ["old", "later"] {
            try fixture.write("../\(text)/a.jpg", 1)
            try fixture.write("../\(text)/a.jpg.pp3", Array(text.utf8))
            let card = fixture.folder.url.appendingPathComponent(text, isDirectory: true)
            _ = try Importer(fixture.library).run([card])
            for keptCount in [1, 0] {
                let summary = try exporter.runAll(to: out)
                #expect(summary.failedCount == 0 && summary.keptCount == keptCount)
                #expect(try settings(in: out) == ["a.jpg.pp3": "new", "a.jpg-2.pp3": text])
            }
        }
        // As the export says, once a person has removed the former ones, the others get their name.
        try FileManager.default.removeItem(at: out.appendingPathComponent("a.jpg.pp3"))
        for _ in 1...2 {
            let summary = try exporter.runAll(to: out)
            #expect(summary.failedCount == 0 && summary.keptCount == 0)
            #expect(try settings(in: out) == ["a.jpg.pp3": "later", "a.jpg-2.pp3": "later"])
        }
        // Nothing is left to do once a person has removed the second copy, too.
        try FileManager.default.removeItem(at: out.appendingPathComponent("a.jpg-2.pp3"))
        for unchangedCount in [0, 1] {
            let summary = try exporter.runAll(to: out)
            #expect(summary.unchangedAssetCount == unchangedCount && summary.keptCount == 0)
            #expect(try settings(in: out) == ["a.jpg.pp3": "later"])
        }
    }

    @Test
    func `settings that an import renewed since an export by an earlier version are replaced`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        for text in ["old", "later"] {
            try fixture.write("../\(text)/a.jpg", 1)
            try fixture.write("../\(text)/a.jpg.pp3", Array(text.utf8))
            let card = fixture.folder.url.appendingPathComponent(text, isDirectory: true)
            _ = try Importer(fixture.library).run([card])
            for _ in 1...2 {
                let summary = try exporter.runAll(to: out)
                #expect(summary.failedCount == 0 && summary.keptCount == 0)
                #expect(try settings(in: out) == ["a.jpg.pp3": text])
            }
            if text == "old" { try #require(recordAsEarlierVersions(in: out) == 1) }
        }
    }

    /// Lets the record of an export say of settings what earlier versions said.
    ///
    /// - Returns: The number of the settings.
    private func recordAsEarlierVersions(in out: URL) throws -> Int {
        let url = out.appendingPathComponent(".photokit-export/record")
        var record = Array(try Data(contentsOf: url))
        var parts: Set<String> = []
        for line in record.split(separator: UInt8(ascii: "\n")) {
            guard case .file(let uuid, var file)? = RecordLine(line), file.part.hasPrefix("c")
            else { continue }
            file.source = Array(file.checksum.prefix(16))
            RecordLine.file(uuid, file).add(to: &record)
            parts.insert(file.part)
        }
        try Data(record).write(to: url)
        return parts.count
    }

    @Test func `kept settings are written while the exported file with their bytes is gone`() throws
    {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        for name in ["a.jpg.pp3", "../card/a.jpg.pp3"] {
            try fixture.write(name, Array("new".utf8))
        }
        try fixture.sweep()
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.top, to: away)
        try FileManager.default.removeItem(at: out.appendingPathComponent("a.jpg.pp3"))
        for _ in 1...2 {
            #expect(try exporter.runAll(to: out).failedCount == 1)
            #expect(try settings(in: out) == ["a.jpg-2.pp3": "new"])
        }
    }
}
