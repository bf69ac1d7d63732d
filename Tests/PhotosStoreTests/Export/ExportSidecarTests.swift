import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Sidecars in a folder that is exported into again.
@Suite(.permit) struct ExportSidecarTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

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

    @Test(arguments: ["IMG_1.jpg.xmp", "IMG_1.xmp", "img_1.Xmp", "IMG_1.jpg.pp3", "IMG_1.AAE"])
    func `a photo keeps its name while a file of another program lies beside it`(
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
}
