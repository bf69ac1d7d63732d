import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files of other programs that a photo gets from others which are merged into it.
@Suite(.permit) struct PassedOnFileTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture(environment: .test(clock: TestClock())) }

    /// Imports a photo with files beside it, by their names, and returns its identifier.
    private func addPhoto(seed: UInt8, _ files: [String: String] = [:]) throws -> UUID {
        try fixture.write(picture: "\(seed)/1.jpg", seed: seed)
        for (name, text) in files { try fixture.write("\(seed)/\(name)", Array(text.utf8)) }
        let folder = fixture.source.appendingPathComponent("\(seed)", isDirectory: true)
        return try #require(try fixture.run([folder]).events.imported["1.jpg"]).uuid
    }

    private func row(_ asset: UUID) throws -> Int64 {
        try #require(try fixture.library.records.rows(of: [asset], in: .asset)[asset])
    }

    /// Returns the texts of the files that an asset keeps, by name.
    private func kept(by asset: UUID) throws -> [String: String] {
        let row = try self.row(asset)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        return try files.reduce(into: [:]) { texts, file in
            let bytes = try Data(contentsOf: fixture.library.layout.original(file.file))
            texts[file.filename] = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns the names of the files that a plan says an asset gets.
    private func planned(_ heir: UUID, from others: [UUID]) throws -> [String] {
        try fixture.library.duplicates.inheritance(of: row(heir), from: others.map(row)).keptFiles
    }

    /// The second merge was planned before the first one gave the photo a file, as by another process.
    @Test func `a file that came after the plan keeps its name`() throws {
        let heir = try addPhoto(seed: 1)
        let second = try addPhoto(seed: 2, ["1.jpg.pp3": "two"])
        let third = try addPhoto(seed: 3, ["1.jpg.pp3": "three"])
        try #require(try planned(heir, from: [third]) == ["1.jpg.pp3"])
        try fixture.library.commits.commit(
            ChangeBlock([.passOn(to: heir, from: [second]), .passOn(to: heir, from: [third])])
        )
        #expect(try kept(by: heir) == ["1.jpg.pp3": "two", "1.jpg (2).pp3": "three"])
        // The same bytes pass on once.
        #expect(try planned(heir, from: [second, third]).isEmpty)
        try fixture.library.commits.commit(
            ChangeBlock([.passOn(to: heir, from: [second, third])])
        )
        #expect(try kept(by: heir).count == 2)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `the same bytes in two merges of a block are kept once`() throws {
        let heir = try addPhoto(seed: 1)
        let second = try addPhoto(seed: 2, ["1.jpg.pp3": "settings"])
        let third = try addPhoto(seed: 3, ["1.pp3": "settings"])
        try fixture.library.commits.commit(
            ChangeBlock([.passOn(to: heir, from: [second]), .passOn(to: heir, from: [third])])
        )
        #expect(try kept(by: heir) == ["1.jpg.pp3": "settings"])
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a file in the photo's source keeps its name`() throws {
        let heir = try addPhoto(seed: 1, ["1.jpg.pp3": "one"])
        try fixture.forgetKeptFiles()
        let other = try addPhoto(seed: 2, ["1.jpg.pp3": "two"])
        let present = try fixture.library.originals.companionFiles(ofAsset: row(heir)).map(\.name)
        try #require(present.contains("1.jpg.pp3"))
        let names = try planned(heir, from: [other])
        #expect(!names.isEmpty && !names.contains("1.jpg.pp3"))
        try fixture.library.commits.commit(ChangeBlock([.passOn(to: heir, from: [other])]))
        #expect(try kept(by: heir).values.contains("two"))
        let after = try fixture.library.originals.companionFiles(ofAsset: row(heir)).map(\.name)
        #expect(after.contains("1.jpg.pp3") && after.contains("1.jpg (2).pp3"), "\(after)")
    }

    @Test func `a sidecar says nothing of the photo that it passes on to`() throws {
        let first = try addPhoto(seed: 1, ["1.xmp": "first"])
        let second = try addPhoto(seed: 2, ["1.xmp": "second"])
        let third = try addPhoto(seed: 3)
        try fixture.library.commits.commit(ChangeBlock([.passOn(to: second, from: [first])]))
        #expect(try kept(by: second) == ["1.xmp": "second", "1.xmp.merged": "first"])
        try fixture.library.commits.commit(ChangeBlock([.passOn(to: third, from: [second])]))
        let files = try kept(by: third)
        #expect(files == ["1.xmp.merged": "second", "1 (2).xmp.merged": "first"])
        let companions = try fixture.library.originals.companionFiles(ofAsset: row(third))
        #expect(companions.count == 2 && !companions.contains(where: \.isRead))
    }

    @Test func `a plan names no file that cannot be read`() throws {
        let heir = try addPhoto(seed: 1)
        let other = try addPhoto(seed: 2, ["1.jpg.pp3": "one", "1.jpg.dop": "two", "1.xmp": "x"])
        let otherRow = try row(other)
        for file in try fixture.library.originals.keptFiles(ofAssets: [otherRow])[otherRow] ?? [] {
            let url = fixture.library.layout.original(file.file)
            guard file.filename != "1.xmp" else { continue }
            try FileManager.default.removeItem(at: url)
            if file.filename == "1.jpg.pp3" {
                // A directory can be opened, and reading it fails.
                try FileManager.default.createDirectory(
                    at: url,
                    withIntermediateDirectories: false
                )
            } else {
                try #require(mkfifo(url.path, 0o600) == 0)
            }
        }
        #expect(try planned(heir, from: [other]) == ["1.xmp.merged"])
        try fixture.library.commits.commit(ChangeBlock([.passOn(to: heir, from: [other])]))
        #expect(try kept(by: heir) == ["1.xmp.merged": "x"])
    }

    @Test func `a plan names no file that is missing or damaged`() throws {
        let heir = try addPhoto(seed: 1)
        let other = try addPhoto(seed: 2, ["1.jpg.pp3": "missing", "1.jpg.dop": "damaged"])
        let whole = try addPhoto(seed: 3, ["1.jpg.dop": "damaged"])
        #expect(try planned(heir, from: [other]).sorted() == ["1.jpg.dop", "1.jpg.pp3"])
        let otherRow = try row(other)
        for file in try fixture.library.originals.keptFiles(ofAssets: [otherRow])[otherRow] ?? [] {
            let url = fixture.library.layout.original(file.file)
            try FileManager.default.removeItem(at: url)
            if file.filename == "1.jpg.dop" { try Data("DAMAGED".utf8).write(to: url) }
        }
        #expect(try planned(heir, from: [other]).isEmpty)
        // Another photo has the bytes whole.
        #expect(try planned(heir, from: [other, whole]) == ["1.jpg.dop"])
        try fixture.library.commits.commit(ChangeBlock([.passOn(to: heir, from: [other, whole])]))
        #expect(try kept(by: heir) == ["1.jpg.dop": "damaged"])
    }
}
