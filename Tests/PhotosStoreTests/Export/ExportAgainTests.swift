import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What an export writes into a folder that has files already.
@Suite(.permit) struct ExportAgainTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

    @Test func `nothing new is nothing written`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        #expect(try fixture.export().summary.writtenCount == 2)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "photokit-export.jsonl"])
        let before = try fixture.files()
        let inodes = try fixture.names().map(fixture.inode)
        let again = try fixture.export().summary
        #expect(again.writtenCount == 0 && again.unchangedAssetCount == 2)
        #expect(try fixture.files() == before)
        #expect(try fixture.names().map(fixture.inode) == inodes)
    }

    @Test func `renamed files with equal bytes are found one by one, unless the search is stopped`()
        throws
    {
        for name in ["a.jpg", "b.jpg"] { try fixture.add(name, seed: 1) }
        fixture.options.metadata = .sidecars
        try fixture.export()
        for (old, new) in [("a.jpg", "x.jpg"), ("b.jpg", "y.jpg")] {
            try FileManager.default.moveItem(at: fixture.url(old), to: fixture.url(new))
        }
        var manifest = try ManifestCatalog(of: fixture.out)
        var others = ["x.jpg", "y.jpg"].map(fixture.url)
        manifest.takeRenamedFiles(among: &others, isCancelled: { true })
        #expect(others.count == 2)
        manifest.takeRenamedFiles(among: &others, isCancelled: { false })
        #expect(others.isEmpty)
        let names = manifest.catalog.items.map { $0.files[0].url.lastPathComponent }
        #expect(names == ["x.jpg", "y.jpg"])
    }

    @Test func `only what has changed is written, and names stay with their photos`() throws {
        let first = try fixture.add("a.jpg", seed: 1)
        let second = try fixture.add("a.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        try fixture.export()
        let kept = fixture.inode("a (2).jpg")
        try fixture.change(second, [.caption: .text("Neu")])
        let outcome = try fixture.export().summary
        #expect(
            outcome.writtenCount == 0 && outcome.sidecarCount == 1
                && outcome.unchangedAssetCount == 1
        )
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
        #expect(outcome.writtenCount == 1 && outcome.presentCount == 1)
        #expect(try fixture.names() == ["a (2).jpg", "a.jpg", "b.jpg"])
        #expect(try Data(contentsOf: fixture.url("a.jpg")) == Data("mine".utf8))
        #expect(fixture.inode("b.jpg") == inode)
        let uuids = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let names = try fixture.library.history.identifiers(Array(uuids), in: .asset)
        try fixture.library.commit(.deleteAssets(names.values.map(\.uuid)))
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removedCount == 1)
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
        #expect(outcome.summary.keptCount == 1)
        #expect(try Data(contentsOf: sidecar) == Data("somebody's work".utf8))
        #expect(try fixture.export().summary.keptCount == 1)
        try FileManager.default.removeItem(at: sidecar)
        #expect(try fixture.export().summary.sidecarCount == 1)
        #expect(try String(contentsOf: sidecar, encoding: .utf8).contains("two"))
    }

    @Test(arguments: ["a.xmp", "a.jpg.xmp"])
    func `beside a sidecar of another program, nothing new is nothing written`(
        _ name: String
    ) throws {
        // Whole numbers, which JSON does not tell from integers.
        let uuid = try fixture.add(
            "a.jpg",
            seed: 1,
            [.caption: .text("one"), .latitude: .real(46), .longitude: .real(9)]
        )
        fixture.options.metadata = .sidecars
        try fixture.export()
        try Data("somebody's work".utf8).write(to: fixture.url(name))
        try fixture.change(uuid, [.caption: .text("two")])
        try fixture.export()
        let before = try fixture.files()
        let manifest = "photokit-export.jsonl"
        let text = String(decoding: try #require(before[manifest]), as: UTF8.self)
        #expect(text.contains("one") && text.contains("two"), "\(text)")
        let inode = fixture.inode(manifest)
        func time() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: fixture.url(manifest).path)[
                .modificationDate
            ] as? Date
        }
        let written = try time()
        for _ in 1...2 {
            let again = try fixture.export().summary
            #expect(again.writtenCount == 0 && again.sidecarCount == 0)
            #expect(try fixture.files() == before)
            #expect(try fixture.inode(manifest) == inode && time() == written)
        }
        // The next change is written.
        try fixture.change(uuid, [.caption: .text("three")])
        try fixture.export()
        #expect(fixture.inode(manifest) != inode)
    }

    @Test(arguments: [false, true])
    func `a sidecar of a source that is away is not replaced by one without its settings`(
        leavesEmptyFolder: Bool
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        let settings = "crs:Exposure2012=\"+0.35\""
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" \(settings) \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2"/></rdf:RDF></x:xmpmeta>
            """
        try fixture.write("a.jpg.xmp", Array(xmp.utf8))
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        func sidecar() throws -> String {
            try String(contentsOf: out.appendingPathComponent("a.jpg.xmp"), encoding: .utf8)
        }
        #expect(try exporter.runAll(to: out).failedCount == 0)
        let before = try sidecar()
        #expect(before.contains(settings), "\(before)")
        let away = fixture.folder.url.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.moveItem(at: fixture.top, to: away)
        if leavesEmptyFolder {
            // As the mount point of a volume.
            try FileManager.default.createDirectory(
                at: fixture.top,
                withIntermediateDirectories: false
            )
        }
        try fixture.library.commit(.set(uuid, [.rating: .integer(5)]))
        for _ in 1...2 {
            #expect(try exporter.runAll(to: out).failedCount == 1)
            #expect(try sidecar() == before)
        }
        // The photo stays beside its sidecar, also where another pattern moves the others.
        options.template = try ExportTemplate("x/{original}")
        #expect(try Exporter(fixture.library, options: options).runAll(to: out).movedCount == 0)
        #expect(try sidecar() == before)
        if leavesEmptyFolder { try FileManager.default.removeItem(at: fixture.top) }
        try FileManager.default.moveItem(at: away, to: fixture.top)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        let after = try sidecar()
        #expect(after.contains(settings) && after != before, "\(after)")
    }

    @Test(arguments: ["IMG_1.jpg.xmp", "IMG_1.xmp"])
    func `a photo keeps its name while a sidecar of another program lies beside it`(
        name: String
    ) throws {
        let fixture = try SourceFixture(["IMG_1.jpg": 1])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["IMG_1.jpg"])
        try fixture.library.commit(.set(uuid, [.caption: .text("Lake")]))
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        func pictures() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
                .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try Data(contentsOf: out.appendingPathComponent(name)))
                }
            )
        }
        _ = try exporter.runAll(to: out)
        let words = try String(
            contentsOf: out.appendingPathComponent("IMG_1.jpg.xmp"),
            encoding: .utf8
        )
        let sidecar = out.appendingPathComponent(name)
        let edited = words.replacing("Lake", with: "Pond")
        try edited.write(to: sidecar, atomically: true, encoding: .utf8)
        try fixture.move("IMG_1.jpg", to: "Oslo.jpeg")
        try fixture.write("IMG_1.jpg", 2)
        try fixture.sweep()
        try #require(try fixture.uuids()["Oslo.jpeg"] == uuid)
        let (one, two) = (Data(TestJPEG(seed: 1).data()), Data(TestJPEG(seed: 2).data()))
        for _ in 1...2 {
            _ = try exporter.runAll(to: out)
            #expect(try pictures() == ["IMG_1.jpg": one, "IMG_1 (2).jpg": two])
            #expect(try String(contentsOf: sidecar, encoding: .utf8) == edited)
        }
        try FileManager.default.removeItem(at: sidecar)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try pictures() == ["Oslo.jpeg": one, "IMG_1 (2).jpg": two])
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
        func settings() throws -> [String: String] {
            try FileManager.default.contentsOfDirectory(atPath: out.path)
                .filter { $0.hasSuffix(".pp3") }.reduce(into: [:]) { settings, name in
                    settings[name] = try String(
                        contentsOf: out.appendingPathComponent(name),
                        encoding: .utf8
                    )
                }
        }
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings() == ["a.jpg.pp3": "new"])
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
            #expect(try settings() == both)
        }
        try FileManager.default.moveItem(at: away, to: file)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings() == both)
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
        func settings() throws -> [String: String] {
            try FileManager.default.contentsOfDirectory(atPath: out.path)
                .filter { $0.hasSuffix(".pp3") }.reduce(into: [:]) { settings, name in
                    settings[name] = try String(
                        contentsOf: out.appendingPathComponent(name),
                        encoding: .utf8
                    )
                }
        }
        let both = ["a.jpg.pp3": "new", "a.jpg-2.pp3": "old"]
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try settings() == both)
        if isForgotten {
            try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        } else {
            try fixture.remove("a.jpg.pp3")
            try fixture.sweep()
        }
        for _ in 1...2 {
            #expect(try exporter.runAll(to: out).failedCount == 0)
            #expect(try settings() == both)
        }
    }

    @Test(arguments: [(1.0, "kept"), (3.0, "source")])
    func `the exported sidecar has what the newer of two states`(
        date: Double,
        expected: String
    ) throws {
        let fixture = try SourceFixture(["a.jpg": 1, "../card/a.jpg": 1])
        for (name, label, date) in [
            ("../card/a.jpg.xmp", "kept", 2), ("a.jpg.xmp", "source", date),
        ] {
            let xmp = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="\(label)"/></rdf:RDF></x:xmpmeta>
                """
            try fixture.write(name, Array(xmp.utf8))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000 * date)],
                ofItemAtPath: fixture.url(name).path
            )
        }
        try fixture.sweep()
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        #expect(try Exporter(fixture.library, options: options).runAll(to: out).failedCount == 0)
        let sidecar = out.appendingPathComponent("a.jpg.xmp")
        let text = try String(contentsOf: sidecar, encoding: .utf8)
        #expect(text.contains("\"\(expected)\""), "\(text)")
    }

    @Test func `new files beside a photo that keeps its path have the name of its file`() throws {
        let fixture = try SourceFixture(["IMG_1.jpg": 1])
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["IMG_1.jpg"])
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: out.path)
                .filter { $0.hasPrefix("IMG_1") }.sorted()
        }
        _ = try exporter.runAll(to: out)
        try #require(try names() == ["IMG_1.jpg"])
        let other = out.appendingPathComponent("IMG_1.xmp")
        try Data("words of another program".utf8).write(to: other)
        try fixture.move("IMG_1.jpg", to: "IMG_1.jpeg")
        try fixture.sweep()
        try fixture.library.commit(.set(uuid, [.caption: .text("Lake")]))
        for _ in 1...2 {
            _ = try exporter.runAll(to: out)
            #expect(try names() == ["IMG_1.jpg", "IMG_1.jpg.xmp", "IMG_1.xmp"])
        }
        try FileManager.default.removeItem(at: other)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try names() == ["IMG_1.jpeg", "IMG_1.jpeg.xmp"])
    }

    @Test func `a first export gets the library's words while the source of a sidecar is away`()
        throws
    {
        let fixture = try SourceFixture(["a.jpg": 1])
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2"/></rdf:RDF></x:xmpmeta>
            """
        try fixture.write("a.jpg.xmp", Array(xmp.utf8))
        try fixture.sweep()
        let uuid = try #require(try fixture.uuids()["a.jpg"])
        try fixture.library.commit(.set(uuid, [.caption: .text("At the lake")]))
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        let out = fixture.folder.url.appendingPathComponent("out", isDirectory: true)
        let exporter = Exporter(fixture.library, options: options)
        let sidecar = out.appendingPathComponent("a.jpg.xmp")
        let away = fixture.folder.url.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.moveItem(at: fixture.top, to: away)
        #expect(try exporter.runAll(to: out).failedCount > 0)
        let first = try String(contentsOf: sidecar, encoding: .utf8)
        #expect(first.contains("At the lake"), "\(first)")
        // Now it is one of an earlier export.
        try fixture.library.commit(.set(uuid, [.caption: .text("At the sea")]))
        #expect(try exporter.runAll(to: out).failedCount > 0)
        #expect(try String(contentsOf: sidecar, encoding: .utf8) == first)
        // One that a person removed is written again.
        try FileManager.default.removeItem(at: sidecar)
        #expect(try exporter.runAll(to: out).failedCount > 0)
        #expect(try String(contentsOf: sidecar, encoding: .utf8).contains("At the sea"))
        try FileManager.default.moveItem(at: away, to: fixture.top)
        #expect(try exporter.runAll(to: out).failedCount == 0)
        #expect(try String(contentsOf: sidecar, encoding: .utf8).contains("At the sea"))
    }

    @Test func `a file with a new time and the same bytes is not written again`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        let inode = fixture.inode("a.jpg")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 7)],
            ofItemAtPath: fixture.url("a.jpg").path
        )
        #expect(try fixture.export().summary.writtenCount == 0)
        #expect(fixture.inode("a.jpg") == inode)
        #expect(try fixture.export().summary.unchangedAssetCount == 1)
    }

    @Test func `a lost file is written again`() throws {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        try FileManager.default.removeItem(at: fixture.url("a.jpg"))
        #expect(try fixture.export().summary.writtenCount == 1)
        #expect(try fixture.names() == ["a.jpg"])
    }

    @Test func `with another pattern files are renamed and not copied`() throws {
        try fixture.add("a.jpg", seed: 1, [.rating: .integer(3)])
        try fixture.export()
        let inode = fixture.inode("a.jpg")
        fixture.options.template = try ExportTemplate("{rating}/x/{original}")
        let outcome = try fixture.export().summary
        #expect(outcome.movedCount == 1 && outcome.writtenCount == 0)
        #expect(fixture.inode("3/x/a.jpg") == inode)
        #expect(try fixture.names() == ["3/x/a.jpg"])
        fixture.options.template = .original
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg"])
        #expect(access(fixture.url("3").path, F_OK) != 0)
    }
}
