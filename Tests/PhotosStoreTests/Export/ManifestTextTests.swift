import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotosImport

/// The JSON of manifests, beside Foundation's.
@Suite(.permit) struct ManifestTextTests {
    private static let texts = [
        "", "a", "/a/b", "\"quoted\" \\ back", "tab\tline\nreturn\r\u{0}\u{1F}\u{7F}", "ä\u{301}é",
        "日本語 \u{1F3D4}", "{\"end\":1}", "a,b:c[d]",
    ]

    private static func text(_ numbers: inout SeededNumbers) -> String { numbers.pick(texts) }

    private static func value(_ numbers: inout SeededNumbers) -> ManifestValue {
        numbers.pick([
            .none, .integer(0), .integer(.min), .integer(.max), .integer(-7), .real(0), .real(-5),
            .real(46.123456), .real(-1e-300), .real(1.7e308), .real(9_007_199_254_740_992),
            .real(753_000_000.25), .text(text(&numbers)), .list([]),
            .list([text(&numbers), text(&numbers)]),
        ])
    }

    private static func line(_ numbers: inout SeededNumbers) -> ExportManifest.Line {
        var line = ExportManifest.Line()
        let collection = ExportManifest.Collection(
            key: text(&numbers),
            title: text(&numbers),
            parent: numbers.chance(0.5) ? text(&numbers) : nil
        )
        switch numbers.number(below: 9) {
        case 0:
            let without = numbers.pick([[], ["places"], ["places", "persons"]])
            line.export = .init(identifier: UUID(), without: without)
        case 1: line.folder = collection
        case 2: line.album = collection
        case 3: line.members = .init(album: text(&numbers), assets: [UUID(), UUID()])
        case 4:
            line.deleted = text(&numbers)
            line.sha256 = numbers.pick([nil, "00ff"])
        case 6: line.different = .init(asset: UUID(), others: [UUID(), UUID()])
        case 7:
            line.smartAlbum = .init(
                key: collection.key,
                title: collection.title,
                parent: collection.parent,
                search: text(&numbers)
            )
        case 5: line.end = .init(assets: numbers.number(below: 9))
        default:
            var asset = ExportManifest.Asset(
                id: UUID(),
                files: (0..<numbers.number(below: 3)).map { role in
                    ExportManifest.File(
                        path: text(&numbers),
                        role: role,
                        name: numbers.chance(0.5) ? text(&numbers) : nil,
                        type: numbers.chance(0.5) ? text(&numbers) : nil,
                        bytes: numbers.pick([0, 5, .max]),
                        sha256: "00ff"
                    )
                }
            )
            asset.isAlone = numbers.pick([nil, true, false])
            asset.also = numbers.pick([nil, [], [text(&numbers), text(&numbers)]])
            asset.sidecars = numbers.pick([nil, [], [.init(path: text(&numbers), sha256: "0a")]])
            asset.copies = numbers.pick([
                nil, [], [.init(path: text(&numbers), sha256: numbers.pick([nil, "0b"]))],
            ])
            for number in 0..<numbers.number(below: 5) {
                asset.fields["f\(number)\(text(&numbers))"] = value(&numbers)
            }
            if numbers.chance(0.5) {
                var facts = RecordedFacts(reader: 1)
                facts.caption = text(&numbers)
                facts.rating = 3
                facts.location = .init(latitude: 46.5, longitude: -9.25)
                asset.companion = ManifestFacts(facts, withoutPlaces: false, withoutPersons: false)
            }
            if numbers.chance(0.5), !asset.files.isEmpty {
                asset.files[0].stated = ["caption": value(&numbers), "keywords": .list([])]
                let base = ExportManifest.Base(asset)
                for index in asset.sidecars?.indices ?? 0..<0 {
                    asset.sidecars?[index].base = base
                    asset.sidecars?[index].copied = numbers.pick([nil, true, false])
                }
                asset.beside = numbers.pick([nil, [], [.init(path: text(&numbers), base: base)]])
            }
            line.asset = asset
        }
        return line
    }

    @Test func `a line is read as one that Foundation's encoder wrote`() throws {
        var numbers = SeededNumbers(seed: 20_261_123)
        let decoder = JSONDecoder()
        var lines: [ExportManifest.Line] = []
        var text = ManifestText()
        for _ in 0..<2_000 {
            let line = Self.line(&numbers)
            lines.append(try decoder.decode(type(of: line), from: JSONEncoder().encode(line)))
            try text.add(line)
        }
        let written = text.bytes.split(separator: UInt8(ascii: "\n"))
        #expect(written.count == lines.count && text.bytes.last == UInt8(ascii: "\n"))
        for (bytes, line) in zip(written, lines) {
            let read = try decoder.decode(type(of: line), from: Data(bytes))
            #expect(read == line, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test func `copies belong to their photos, whichever frame represents a burst`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        var text = ManifestText()
        var line = ExportManifest.Line()
        line.export = .init(identifier: .zero, without: [])
        try text.add(line)
        for (name, number) in [("a.jpg", Int64(0)), ("b.jpg", 1)] {
            var asset = ExportManifest.Asset(
                id: UUID(),
                files: [.init(path: name, role: 1, name: nil, bytes: 1, sha256: name)]
            )
            asset.copies = [.init(path: "Albums/Trip/" + name, sha256: name)]
            asset.fields = [
                "burstIdentifier": .text("burst"),
                "representsBurst": .integer(number),
            ]
            line = ExportManifest.Line()
            line.asset = asset
            try text.add(line)
        }
        try Data(text.bytes).write(to: folder.url.appendingPathComponent(ExportManifest.filename))
        let manifest = try ManifestCatalog(of: folder.url)
        let names = manifest.catalog.items.map { $0.files[0].url.lastPathComponent }
        #expect(names == ["b.jpg", "a.jpg"])
        #expect(manifest.copies.map { names[$0.item] } == ["a.jpg", "b.jpg"])
    }

    @Test func `a file alone is any photo with its bytes, and counts as no further one`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        var text = ManifestText()
        var line = ExportManifest.Line()
        line.export = .init(identifier: .zero, without: [])
        try text.add(line)
        for (name, isAlone) in [("a.jpg", nil), ("b.jpg", nil), ("c.jpg", true)] {
            line = ExportManifest.Line()
            line.asset = ExportManifest.Asset(
                id: UUID(),
                files: [.init(path: name, role: 1, name: nil, bytes: 1, sha256: "0f")]
            )
            line.asset?.isAlone = isAlone
            try text.add(line)
        }
        try Data(text.bytes).write(to: folder.url.appendingPathComponent(ExportManifest.filename))
        let items = try ManifestCatalog(of: folder.url).catalog.items
        #expect(items.map { $0.export?.copy } == [0, 1, 0])
    }

    @Test func `names are in the order of the alphabet`() throws {
        var text = ManifestText()
        var line = ExportManifest.Line()
        var asset = ExportManifest.Asset(
            id: .zero,
            files: [.init(path: "a/b.jpg", role: 1, name: "b.jpg", bytes: 3, sha256: "0f")]
        )
        asset.also = ["a/b.jpg.xmp"]
        asset.sidecars = [.init(path: "a/b.jpg.xmp", sha256: "1e")]
        asset.sidecars?[0].copied = true
        asset.fields = ["rating": .integer(4), "caption": .text("At the \"lake\"")]
        line.asset = asset
        try text.add(line)
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == """
                {"asset":{"also":["a/b.jpg.xmp"],"fields":{"caption":"At the \\"lake\\"","rating":4},\
                "files":[{"bytes":3,"name":"b.jpg","path":"a/b.jpg","role":1,"sha256":"0f"}],\
                "id":"00000000-0000-0000-0000-000000000000",\
                "sidecars":[{"copied":true,"path":"a/b.jpg.xmp","sha256":"1e"}]}}

                """
        )
    }
}
