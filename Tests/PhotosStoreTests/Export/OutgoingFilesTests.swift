import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The files of an export that go elsewhere than to a folder.
@Suite(.permit) struct OutgoingFilesTests {
    private static func bytes(_ file: OutgoingFiles.File) throws -> [UInt8] {
        switch file.content {
        case .stored(let url): Array(try Data(contentsOf: url))
        case .bytes(let bytes): bytes
        case .copy(let copy): Array(try Data(contentsOf: copy.url))
        }
    }

    private static func all(
        _ fixture: ExportFixture,
        embed: @escaping CopyEmbedder = { _, _, _ in throw MediaFileError(.notEmbeddable, "no") }
    ) throws -> (files: [String: [UInt8]], remarks: [String], remaining: Int) {
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        var outgoing = try OutgoingFiles(
            fixture.library,
            rows: rows,
            options: fixture.options,
            embed: embed
        )
        let remaining = try outgoing.remainingCount()
        var (files, remarks): ([String: [UInt8]], [String]) = ([:], [])
        while let photo = try outgoing.nextPhoto() {
            for file in photo.files {
                let previous = files.updateValue(try bytes(file), forKey: file.path)
                #expect(previous == nil, "\(file.path) is there twice")
            }
            remarks += photo.remarks
        }
        return (files, remarks, remaining)
    }

    @Test(arguments: ["{original}", "{created:%Y}/{original}"])
    func `they have the bytes and the names of an export to a folder`(
        _ pattern: String
    ) throws {
        let fixture = try ExportFixture()
        for (name, seed) in [("a.jpg", UInt8(1)), ("b.jpg", 2), ("a.jpg", 3)] {
            try fixture.add(name, seed: seed, [.caption: .text("x \(seed)")])
        }
        fixture.options.versions = .both
        fixture.options.metadata = .sidecars
        fixture.options.template = try ExportTemplate(pattern)
        try fixture.export()
        var expected = try fixture.files().mapValues { Array($0) }
        expected["photokit-export.jsonl"] = nil
        #expect(try Self.all(fixture).files == expected)
        #expect(expected.count == 6)
    }

    @Test func `names fit every file system`() throws {
        let fixture = try ExportFixture()
        let long = String(repeating: "x", count: 251) + ".jpg"
        for (number, name) in ["A.jpg", "a.JPG", "CON.jpg", "a:b?.jpg", ".hidden.jpg", long]
            .enumerated()
        {
            try fixture.add(name, seed: UInt8(number + 1), [.caption: .text("x")])
        }
        fixture.options.metadata = .sidecars
        let names = try Self.all(fixture).files.keys.sorted()
        #expect(names.count == 12)
        #expect(Set(names.map { $0.lowercased() }).count == 12, "\(names)")
        #expect(names.allSatisfy { $0.utf8.count <= 255 && !$0.hasPrefix(".") }, "\(names)")
        #expect(names.contains("_CON.jpg") && names.contains("a_b_.jpg.xmp"), "\(names)")
        #expect(names.contains("a (2).JPG.xmp"), "\(names)")
    }

    @Test func `a copy that takes no metadata gets a sidecar, and another does not`() throws {
        let fixture = try ExportFixture()
        try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        fixture.options.metadata = .embedded
        let refused = try Self.all(fixture)
        #expect(refused.files.keys.sorted() == ["a.jpg", "a.jpg.xmp"])
        #expect(refused.files["a.jpg"] == TestJPEG(seed: 1).data())
        let taken = try Self.all(fixture) { _, _, output in
            try FileOperations.write([1, 2, 3], to: output, at: URL(fileURLWithPath: "/copy"))
        }
        #expect(taken.files == ["a.jpg": [1, 2, 3]])
        #expect(throws: StoreError.self) {
            try Self.all(fixture) { _, _, _ in throw StoreError(.diskFull, "full") }
        }
    }

    @Test func `files that keep what is withheld are counted and named`() throws {
        let fixture = try ExportFixture()
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2, [.caption: .text("x")])
        // Nobody knows what a file states that was never read.
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        let facts = try fixture.library.facts.recorded(ofAssets: [row])[row]?.original
        let isKnown = (facts?.reader ?? 0) > 0
        fixture.options.withheld = [.places]
        let kept = try Self.all(fixture)
        #expect(kept.remaining == kept.remarks.count)
        #expect(kept.remaining == (isKnown ? 0 : 2))
        fixture.options.withheld = []
        #expect(try Self.all(fixture).remaining == 0)
    }

    @Test func `a photo that is deleted meanwhile is an error`() throws {
        let fixture = try ExportFixture()
        let uuid = try fixture.add("a.jpg", seed: 1)
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        var outgoing = try OutgoingFiles(fixture.library, rows: rows, options: fixture.options) {
            _,
            _,
            _ in
        }
        try fixture.library.commit(.purgeAssets([uuid]))
        let error = #expect(throws: StoreError.self) { try outgoing.nextPhoto() }
        #expect(error?.code == .objectMissing)
    }
}
