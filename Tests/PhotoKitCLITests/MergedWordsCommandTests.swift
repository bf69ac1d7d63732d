import Foundation
import MediaSynthesis
import PhotosTestSupport
import TestPermits
import Testing

/// The words in files of duplicates that a person merges with the command.
@Suite(.permit) struct MergedWordsCommandTests {
    private let fixture: ProgramFixture

    init() async throws { fixture = try await ProgramFixture() }

    /// Writes a picture, with words in a sidecar.
    private func write(_ name: String, seed: UInt64 = 1, quality: Int, words: String) throws {
        let image = SceneImage(seed: seed).image(width: 240, height: 160)
        try fixture.write("\(name).jpg", JPEGEncoder(quality: quality).encode(image))
        try write(words, to: "\(name).xmp")
    }

    /// Writes a sidecar.
    private func write(_ words: String, to name: String) throws {
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            \(words)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try fixture.write(name, Array(xmp.utf8))
    }

    private static func title(_ text: String) -> String {
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:title>"
    }

    private static func caption(_ text: String) -> String {
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:description>"
    }

    private static func rating(_ stars: Int) -> String { "<xmp:Rating>\(stars)</xmp:Rating>" }

    private static func persons(_ names: String...) -> String {
        let list = names.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return "<e:PersonInImage><rdf:Bag>\(list)</rdf:Bag></e:PersonInImage>"
    }

    private static func creator(_ name: String) -> String {
        "<dc:creator><rdf:Seq><rdf:li>\(name)</rdf:li></rdf:Seq></dc:creator>"
    }

    private static func place(_ city: String) -> String {
        "<photoshop:City>\(city)</photoshop:City>"
    }

    private func importAll() async throws {
        let outcome = try await fixture.run("import", fixture.source.path)
        try #require(outcome.code == 0, "\(outcome)")
    }

    @Test func `the kept photo gets the words that it lacks, and all persons and creators`()
        async throws
    {
        try write("good", quality: 95, words: Self.persons("Ada") + Self.creator("Grace"))
        try write(
            "poor",
            quality: 20,
            words: Self.title("The lake") + Self.persons("Ada", "Alan") + Self.creator("Edsger")
                + "<photoshop:Headline>Como</photoshop:Headline>" + Self.place("Como")
                + "<photoshop:Country>Italy</photoshop:Country>"
        )
        try await importAll()
        let merged = try await fixture.run("duplicates", "merge", "--all")
        #expect(merged.code == 0 && merged.output.contains("the persons Alan"), "\(merged)")
        let kept = try await fixture.run("show", "good.jpg")
        for text in ["The lake", "Ada, Alan", "Grace, Edsger", "Como, Italy"] {
            #expect(kept.output.contains(text), "\(kept)")
        }
        #expect(kept.lines.contains { $0.contains("Headline") && $0.contains("Como") }, "\(kept)")
        let found = try await fixture.run("ls", "--where", "\"Alan\" IN persons")
        #expect(found.output.contains("good"), "\(found)")
        #expect(try await fixture.run("check").code == 0)
    }

    @Test func `merged words stay when a sidecar in a source is read, changed and removed`()
        async throws
    {
        try write("good", quality: 95, words: Self.persons("Ada"))
        try write(
            "poor",
            quality: 20,
            words: Self.title("The lake") + Self.persons("Alan") + Self.creator("Edsger")
        )
        try await fixture.run("source", "add", fixture.source.path)
        let merged = try await fixture.run("duplicates", "merge", "--all")
        try #require(merged.code == 0 && merged.output.contains("the persons Alan"), "\(merged)")
        func expectWords() async throws {
            let kept = try await fixture.run("show", "good.jpg")
            for text in ["The lake", "Alan", "Edsger"] {
                #expect(kept.output.contains(text), "\(kept)")
            }
        }
        try #require(try await fixture.run("facts", "--reread", "--all").code == 0)
        try await expectWords()
        try write(Self.persons("Ada", "Grace"), to: "good.xmp")
        try await fixture.run("source", "sweep")
        try await expectWords()
        #expect(try await fixture.run("show", "good.jpg").output.contains("Grace"))
        try FileManager.default.removeItem(at: fixture.source.appendingPathComponent("good.xmp"))
        try await fixture.run("source", "sweep")
        try await expectWords()
    }

    @Test func `a merge of some photos keeps no words of another photo`() async throws {
        try write("good", quality: 95, words: Self.persons("Ada"))
        try write("poor", quality: 20, words: Self.persons("Alan"))
        try write("other", seed: 2, quality: 95, words: Self.persons("Ada", "Edsger"))
        try await fixture.run("source", "add", fixture.source.path)
        let merged = try await fixture.run("duplicates", "merge", "--all")
        try #require(merged.code == 0 && merged.output.contains("the persons Alan"), "\(merged)")
        try #require(try await fixture.run("show", "other.jpg").output.contains("Edsger"))
        try write(Self.persons("Ada"), to: "other.xmp")
        try write(Self.persons("Grace"), to: "good.xmp")
        try await fixture.run("source", "sweep")
        let other = try await fixture.run("show", "other.jpg")
        #expect(other.output.contains("Ada") && !other.output.contains("Edsger"), "\(other)")
        let kept = try await fixture.run("show", "good.jpg")
        #expect(kept.output.contains("Alan") && kept.output.contains("Grace"), "\(kept)")
    }

    @Test func `where both have a value, that of the kept photo stays, and the command says so`()
        async throws
    {
        let own = Self.place("Lecco")
        let other = Self.place("Como") + "<photoshop:Country>Italy</photoshop:Country>"
        try write("good", quality: 95, words: Self.title("The lake") + own)
        try write("poor", quality: 20, words: Self.title("Water") + other)
        try await importAll()
        let dry = try await fixture.run("duplicates", "merge", "--all", "--dry-run", "--json")
            .objects()
        #expect(dry.count == 1 && dry.first?["token"] as? String == "<null>", "\(dry)")
        let merged = try await fixture.run("duplicates", "merge", "--all")
        #expect(merged.output.contains("another title, another place name"), "\(merged)")
        let kept = try await fixture.run("show", "good.jpg")
        #expect(kept.output.contains("The lake") && kept.output.contains("Lecco"), "\(kept)")
        #expect(!kept.output.contains("Water") && !kept.output.contains("Italy"), "\(kept)")
    }

    @Test func `a sidecar of another photo never replaces the words of the kept one`() async throws
    {
        try write(
            "good",
            quality: 95,
            words: Self.title("The lake") + Self.caption("At the lake in May") + Self.rating(4)
        )
        try write(
            "poor",
            quality: 20,
            words: Self.title("Water") + Self.caption("the lake") + Self.rating(2)
        )
        try await importAll()
        let merged = try await fixture.run("duplicates", "merge", "--all")
        try #require(merged.code == 0, "\(merged)")
        #expect(merged.output.contains("the sidecar poor.xmp.merged"), "\(merged)")
        func expectWords() async throws {
            let reread = try await fixture.run("facts", "--reread", "--all")
            try #require(reread.code == 0, "\(reread)")
            let kept = try await fixture.run("show", "good.jpg")
            #expect(kept.output.contains("The lake"), "\(kept)")
            #expect(kept.output.contains("At the lake in May"), "\(kept)")
            #expect(!kept.output.contains("Water"), "\(kept)")
            // The sidecar itself is there.
            #expect(kept.output.contains("poor.xmp.merged"), "\(kept)")
            let rated = try await fixture.run("ls", "--where", "rating == 4")
            #expect(rated.output.contains("good"), "\(rated)")
        }
        try await expectWords()
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        let export = try await fixture.run("export", "good.jpg", "--to", out.path)
        try #require(export.code == 0, "\(export)")
        let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
        #expect(names.contains("good.xmp.merged"), "\(names)")
        try #require(try await fixture.run("undo").code == 0)
        try await expectWords()
        #expect(try await fixture.run("ls").output.contains("poor.jpg"))
    }

    @Test func `a sidecar of another photo is left out where names are withheld`() async throws {
        try write("good", quality: 95, words: "")
        try write(
            "poor",
            quality: 20,
            words: Self.persons("Alan")
                + "<dc:subject><rdf:Bag><rdf:li>Alan</rdf:li><rdf:li>People|Alan</rdf:li></rdf:Bag></dc:subject>"
        )
        try await importAll()
        try #require(try await fixture.run("duplicates", "merge", "--all").code == 0)
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        let export = try await fixture.run(
            "export",
            "good.jpg",
            "--without",
            "persons",
            "--to",
            out.path
        )
        #expect(
            export.complaints.contains("poor.xmp.merged")
                && export.complaints.contains("The sidecar came from"),
            "\(export)"
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
        #expect(names.contains("good.jpg"), "\(names)")
        #expect(!names.contains { $0.hasSuffix(".merged") }, "\(names)")
    }

    @Test func `one undo takes back all groups of a run, and JSON has the token of the change`()
        async throws
    {
        for seed in 1...3 {
            try write("\(seed)-good", seed: UInt64(seed), quality: 95, words: "")
            try write("\(seed)-poor", seed: UInt64(seed), quality: 20, words: "")
        }
        try await importAll()
        let before = try await fixture.run("changes", "--json").objects().count
        let merged = try await fixture.run("duplicates", "merge", "--all", "--json").objects()
        #expect(merged.count == 3, "\(merged)")
        let tokens = Set(merged.compactMap { $0["token"] as? String })
        #expect(tokens.count == 1 && tokens.first?.hasPrefix("pk1.") == true, "\(tokens)")
        #expect(try await fixture.run("changes", "--json").objects().count == before + 1)
        #expect(try await fixture.run("ls", "--json").lines.count == 3)
        #expect(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("ls", "--json").lines.count == 6)
        #expect(try await fixture.run("ls", "--deleted", "--json").lines.isEmpty)
    }

    @Test func `a remote's object that nobody has read is no reason to remove the local file`()
        async throws
    {
        let image = SceneImage(seed: 1).image(width: 240, height: 160)
        // Small files do not leave.
        let tail = [UInt8](repeating: 9, count: 200_000)
        try fixture.write("good.jpg", JPEGEncoder(quality: 95).encode(image) + tail)
        try await importAll()
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        let away = fixture.folder.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk")
        try await fixture.run("remote", "space", "0")
        let sync = try await fixture.run("remote", "sync")
        try #require(sync.output.contains("let 1 file ("), "\(sync)")
        try await fixture.run("remote", "space", "--keep-all")
        try fixture.write("poor.jpg", JPEGEncoder(quality: 20).encode(image))
        try await importAll()
        // A remote that is added again is listed, and not read.
        try FileManager.default.moveItem(at: disk, to: away)
        try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
        try FileManager.default.moveItem(at: away, to: disk)
        try await fixture.run("remote", "add", disk.path, "--name", "disk")
        let originals = disk.appendingPathComponent("originals")
        let object = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: originals.path)
                .map { originals.appendingPathComponent($0) }
                .first { (try? Data(contentsOf: $0))?.count ?? 0 > 200_000 }
        )
        let whole = try Data(contentsOf: object)
        var damaged = whole
        damaged[1_000] ^= 1
        func replaceObject(_ bytes: Data) throws {
            try FileManager.default.removeItem(at: object)
            try bytes.write(to: object)
        }
        try replaceObject(damaged)
        let refused = try await fixture.run("duplicates", "merge", "--all")
        #expect(refused.code == 1 && refused.complaints.contains("not merged"), "\(refused)")
        #expect(try await fixture.run("ls", "--deleted", "--json").lines.isEmpty)
        try replaceObject(whole)
        let merged = try await fixture.run("duplicates", "merge", "--all")
        #expect(merged.code == 0 && merged.output.contains("Merged 1 group"), "\(merged)")
    }
}
