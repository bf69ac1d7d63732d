import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What Picasa noted in `.picasa.ini` enters with a folder, once, and undoes nothing.
@Suite(.permit) struct PicasaImportTests {
    private let fixture: ImportFixture

    init() throws { fixture = try ImportFixture(environment: .test(clock: TestClock())) }

    private func note(_ text: String, in name: String = ".picasa.ini") throws {
        try fixture.write(name, Array(text.utf8))
    }

    private func records() throws -> [String: AssetRecord] {
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let records = try fixture.library.records.assets(rows).records
        var named: [String: AssetRecord] = [:]
        for (row, resources) in try fixture.library.records.resources(ofAssets: rows) {
            named[resources[0].filename ?? ""] = records[row]
        }
        return named
    }

    /// The titles of all albums, with the names of their photos.
    private func albums() throws -> [String: Set<String>] {
        let names = Dictionary(
            try records().map { ($0.value.uuid, $0.key) },
            uniquingKeysWith: { first, _ in first }
        )
        var found: [String: Set<String>] = [:]
        for title in ["Best Of", "Sea", "Mine"] {
            guard let album = try fixture.library.records.album(titled: title) else { continue }
            let missing = Set(
                try fixture.library.records.nonmembers(of: album, among: Array(names.keys))
            )
            found[title] = Set(names.filter { !missing.contains($0.key) }.values)
        }
        return found
    }

    private static let sample = """
        [Contacts2]
        8e62398ebda8c1a5=Ann Example;;
        [a.jpg]
        star=yes
        caption=By the sea
        keywords=beach,sun
        albums=t1,t2
        faces=rect64(1),8e62398ebda8c1a5
        [b.JPG]
        hidden=yes
        albums=t1
        [.album:t1]
        name=Best Of
        [.album:t2]
        name=Sea
        """

    private func write() throws {
        for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
            try fixture.write(picture: name, seed: UInt8(seed + 1))
        }
    }

    @Test(arguments: [".picasa.ini", "Picasa.ini"])
    func `stars, captions, keywords, persons and albums come with the photos`(_ name: String) throws
    {
        try write()
        try note(Self.sample, in: name)
        let (summary, events) = try fixture.run()
        #expect(summary.importedCount == 3 && summary.joinedCount == 1 && summary.otherCount == 0)
        #expect(summary.lossCount == 0 && summary.reportURL == nil && events.joined[name] != nil)
        let records = try records()
        let (a, b) = (try #require(records["a.jpg"]), try #require(records["b.jpg"]))
        #expect(a.isFavorite && !a.isHidden && a.caption == "By the sea")
        #expect(a.keywords == ["beach", "sun"])
        #expect(b.isHidden && !b.isFavorite)
        #expect(try albums() == ["Best Of": ["a.jpg", "b.jpg"], "Sea": ["a.jpg"]])
        // What the library keeps of it is found when facts are read again.
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        _ = try FactsRereading(fixture.library, selection: .rows(rows)).run()
        #expect(try self.records()["a.jpg"]?.caption == "By the sea")
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a second import changes nothing, and what a person changed stays`() throws {
        try write()
        try note(Self.sample)
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"])
        let sea = try #require(try fixture.library.records.album(titled: "Sea"))
        var update = AssetUpdate()
        update.values[.isFavorite] = .flag(false)
        update.values[.caption] = .text("Mine")
        try fixture.library.commits.commit(
            ChangeBlock([.updateAsset(a.uuid, update), .deleteCollections([sea], .album)])
        )
        let again = try fixture.run().summary
        #expect(again.unchangedCount == 3 && again.joinedCount == 0)
        #expect(try records()["a.jpg"]?.caption == "Mine")
        // Something new in Picasa is taken, and still undoes nothing.
        try note(Self.sample.replacing("caption=By the sea", with: "caption=By the sea\nrating=1"))
        #expect(try fixture.run().summary.joinedCount == 0)
        try note(Self.sample.replacing("beach,sun", with: "beach,sun,wind"))
        #expect(try fixture.run().summary.joinedCount == 1)
        let after = try #require(try records()["a.jpg"])
        #expect(after.keywords == ["beach", "sun", "wind"])
        #expect(!after.isFavorite && after.caption == "Mine")
        #expect(try fixture.library.records.album(titled: "Sea") == nil)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `words and albums that an undo took back come again, also when nothing else is new`()
        throws
    {
        try write()
        _ = try fixture.run()
        let after = try fixture.library.history.currentPosition().sequence
        try note(Self.sample)
        _ = try fixture.run()
        #expect(try fixture.library.history.assetsOfUndoneImports().isEmpty)
        try takeBack(since: after)
        let rows = try ["a.jpg", "b.jpg"].map { try #require(try records()[$0]).rowID }
        #expect(try fixture.library.history.assetsOfUndoneImports() == Set(rows))
        let undone = try fixture.library.history.undoneImports(ofAssets: [rows[0]])
        #expect(Array(undone.values.keys) == [rows[0]] && Array(undone.albums.keys) == [rows[0]])
        #expect(try albums().isEmpty)
        #expect(try records()["a.jpg"]?.caption == nil)
        _ = try fixture.run()
        #expect(try albums() == ["Best Of": ["a.jpg", "b.jpg"], "Sea": ["a.jpg"]])
        let a = try #require(try records()["a.jpg"])
        #expect(a.caption == "By the sea" && a.keywords == ["beach", "sun"] && a.isFavorite)
        #expect(try records()["b.jpg"]?.isHidden == true)
        // What a person removes after that stays removed.
        let sea = try #require(try fixture.library.records.album(titled: "Sea"))
        var update = AssetUpdate()
        update.values[.isFavorite] = .flag(false)
        update.values[.caption] = .null
        try fixture.library.commits.commit(
            ChangeBlock([.updateAsset(a.uuid, update), .deleteCollections([sea], .album)])
        )
        #expect(try fixture.run().summary.joinedCount == 0)
        let last = try #require(try records()["a.jpg"])
        #expect(last.caption == nil && !last.isFavorite)
        #expect(try fixture.library.records.album(titled: "Sea") == nil)
    }

    @Test func `a changed caption comes again after an undo, and one beside a person's is named`()
        throws
    {
        try write()
        try note(Self.sample)
        _ = try fixture.run()
        let before = try fixture.library.history.currentPosition().sequence
        try note(Self.sample.replacing("By the sea", with: "On the shore"))
        #expect(try fixture.run().summary.lossCount == 0)
        #expect(try records()["a.jpg"]?.caption == "On the shore")
        try takeBack(since: before)
        try #require(try records()["a.jpg"]?.caption == "By the sea")
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"])
        #expect(a.caption == "On the shore")
        let kept = try fixture.library.originals.keptFiles(
            ofAssets: [a.rowID],
            evenReplaced: true
        )
        #expect(kept[a.rowID]?.map(\.isReplaced) == [true, false])
        // The undo concerns a later caption, too.
        let again = try fixture.library.history.currentPosition().sequence
        try note(Self.sample.replacing("By the sea", with: "In the sand"))
        _ = try fixture.run()
        try takeBack(since: again)
        try #require(try records()["a.jpg"]?.caption == "On the shore")
        try note(Self.sample.replacing("By the sea", with: "On the rocks"))
        #expect(try fixture.run().summary.lossCount == 0)
        #expect(try records()["a.jpg"]?.caption == "On the rocks")
        try fixture.library.commit(.set(a.uuid, [.caption: .text("Mine")]))
        try note(Self.sample.replacing("By the sea", with: "In the water"))
        let (summary, events) = try fixture.run()
        #expect(summary.lossCount == 1 && summary.joinedCount == 1)
        #expect(events.losses.values.first?.contains("--caption 'In the water'") == true)
        #expect(try records()["a.jpg"]?.caption == "Mine")
    }

    @Test func `words that a person gave after an undo stay`() throws {
        try write()
        _ = try fixture.run()
        let after = try fixture.library.history.currentPosition().sequence
        try note(Self.sample)
        _ = try fixture.run()
        try takeBack(since: after)
        let uuid = try #require(try records()["a.jpg"]).uuid
        var update = AssetUpdate()
        update.values[.caption] = .text("Mine")
        update.keywords = [.add("own")]
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"])
        #expect(a.caption == "Mine" && a.keywords == ["own"] && a.isFavorite)
    }

    @Test func `an import completes what a stopped one began to give again after an undo`() throws {
        try fixture.write(picture: "one/a.jpg", seed: 1)
        try fixture.write(picture: "two/b.JPG", seed: 2)
        _ = try fixture.run()
        let after = try fixture.library.history.currentPosition().sequence
        for folder in ["one", "two"] { try note(Self.sample, in: "\(folder)/.picasa.ini") }
        _ = try fixture.run()
        try takeBack(since: after)
        // As far as an import came that was stopped: the album is there, and one of its photos is not in it.
        _ = try fixture.run([fixture.source.appendingPathComponent("one", isDirectory: true)])
        #expect(try albums()["Best Of"] == ["a.jpg"])
        _ = try fixture.run()
        #expect(try albums() == ["Best Of": ["a.jpg", "b.JPG"], "Sea": ["a.jpg"]])
        #expect(try records()["b.JPG"]?.isHidden == true)
    }

    @Test func `albums that an undo took back with their photos come again with them`() throws {
        try write()
        try note(Self.sample)
        let before = try fixture.library.history.currentPosition().sequence
        _ = try fixture.run()
        try takeBack(since: before)
        #expect(try albums().isEmpty)
        #expect(try fixture.run().summary.importedCount == 3)
        #expect(Set(try albums().keys) == ["Best Of", "Sea"])
    }

    @Test func `what a person removed stays removed after an undo of another import`() throws {
        try write()
        try note(Self.sample)
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"]).uuid
        let sea = try #require(try fixture.library.records.album(titled: "Sea"))
        var removal = AssetUpdate()
        removal.values = [.isFavorite: .flag(false), .caption: .null]
        removal.keywords = [.remove("sun")]
        try fixture.library.commits.commit(
            ChangeBlock([
                .updateAsset(a, removal),
                .editMembers(album: sea, ListEdits(steps: [.remove([a])])),
            ])
        )
        let before = try fixture.library.history.currentPosition().sequence
        var gift = AssetUpdate()
        gift.values = [.isFavorite: .flag(true), .caption: .text("By the sea")]
        gift.keywords = [.add("sun")]
        let source = try fixture.library.sources.readLedger { try $0.sources() }.first
        try fixture.library.commits.commit(
            ChangeBlock(
                [
                    .updateAsset(a, gift),
                    .editMembers(album: sea, ListEdits(steps: [.append([a])])),
                ],
                work: .imported,
                sourceID: #require(source).id
            )
        )
        try takeBack(since: before)
        #expect(try fixture.run().summary.joinedCount == 0)
        let last = try #require(try records()["a.jpg"])
        #expect(!last.isFavorite && last.caption == nil && last.keywords == ["beach"])
        #expect(try albums()["Sea"] == [])
    }

    @Test func `a copy in another folder brings no photo back into an album`() throws {
        let settings = "albums=t1\n[.album:t1]\nname=Sea\n"
        try fixture.write(picture: "one/a.jpg", seed: 1)
        try note("[a.jpg]\n" + settings, in: "one/.picasa.ini")
        _ = try fixture.run()
        #expect(try albums() == ["Sea": ["a.jpg"]])
        let sea = try #require(try fixture.library.records.album(titled: "Sea"))
        let photo = try #require(try records()["a.jpg"]).uuid
        try fixture.library.commit(.members(sea, .remove([photo])))
        try fixture.write(picture: "two/c.jpg", seed: 1)
        try fixture.write(picture: "two/d.jpg", seed: 2)
        try note("[c.jpg]\nalbums=t1\n[d.jpg]\n" + settings, in: "two/.picasa.ini")
        _ = try fixture.run()
        #expect(try albums() == ["Sea": ["d.jpg"]])
    }

    @Test func `keywords that a person's change left come again after an undo`() throws {
        try write()
        _ = try fixture.run()
        let before = try fixture.library.history.currentPosition().sequence
        try note(Self.sample)
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"]).uuid
        for edit in [AssetUpdate.KeywordEdit.add("own"), .remove("sun")] {
            var update = AssetUpdate()
            update.keywords = [edit]
            try fixture.library.commits.commit(ChangeBlock([.updateAsset(a, update)]))
        }
        try takeBack(since: before)
        try #require(try records()["a.jpg"]?.keywords == [])
        _ = try fixture.run()
        #expect(try records()["a.jpg"]?.keywords == ["beach"])
    }

    @Test func `a person's edit that is taken back with an import is not given again`() throws {
        try write()
        try note(Self.sample)
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"]).uuid
        var update = AssetUpdate()
        update.values[.isFavorite] = .flag(false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(a, update)]))
        let before = try fixture.library.history.currentPosition().sequence
        update.values[.isFavorite] = .flag(true)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(a, update)]))
        try note(Self.sample.replacing("beach,sun", with: "beach,sun,wind"))
        #expect(try fixture.run().summary.joinedCount == 1)
        try takeBack(since: before)
        #expect(try records()["a.jpg"]?.keywords == ["beach", "sun"])
        _ = try fixture.run()
        let last = try #require(try records()["a.jpg"])
        #expect(!last.isFavorite && last.keywords == ["beach", "sun", "wind"])
    }

    @Test func `nothing comes again for photos whose arrival the history has forgotten`() throws {
        try write()
        _ = try fixture.run()
        let after = try fixture.library.history.currentPosition().sequence
        try fixture.library.history.pruneHistory(through: after)
        try note(Self.sample)
        _ = try fixture.run()
        try takeBack(since: after)
        #expect(try fixture.run().summary.joinedCount == 0)
        #expect(try albums().isEmpty)
        #expect(try records()["a.jpg"]?.isFavorite == false)
    }

    private func takeBack(since sequence: Int64) throws {
        let last = try fixture.library.history.currentPosition().sequence
        let request = ReversalRequest(Set(sequence + 1...last))
        try fixture.library.commits.commit(ChangeBlock([.reverse(request)]))
    }

    @Test func `photos that the library has already get what Picasa notes later`() throws {
        try write()
        _ = try fixture.run()
        try note(Self.sample)
        let summary = try fixture.run().summary
        #expect(
            summary.importedCount == 0 && summary.unchangedCount == 3 && summary.joinedCount == 1
        )
        #expect(try records()["a.jpg"]?.isFavorite == true)
        #expect(try albums()["Best Of"] == ["a.jpg", "b.jpg"])
    }

    @Test func `albums of one token are one album in all folders`() throws {
        try fixture.write(picture: "one/a.jpg", seed: 1)
        try fixture.write(picture: "two/b.jpg", seed: 2)
        for folder in ["one", "two"] { try note(Self.sample, in: "\(folder)/.picasa.ini") }
        _ = try fixture.run()
        #expect(try albums() == ["Best Of": ["a.jpg", "b.jpg"], "Sea": ["a.jpg"]])
        let plan = FetchPlan(.collections, filter: .field(.collection(.kind), .equal, .integer(1)))
        let all = try fixture.library.records.fetch(plan).rows.count
        #expect(all == 2)
    }

    @Test func `a sidecar counts before what Picasa says`() throws {
        try write()
        try note(Self.sample)
        try fixture.write(
            "a.jpg.xmp",
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
                <rdf:li xml:lang="x-default">New</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8
            )
        )
        _ = try fixture.run()
        let a = try #require(try records()["a.jpg"])
        #expect(a.caption == "New" && a.isFavorite && a.keywords == ["beach", "sun"])
    }

    @Test func `what cannot be taken is named in the report`() throws {
        try write()
        let odd = """
            [a.jpg]
            rotate=rotate(1)
            [b.jpg]
            filters=crop64=1,45930000ba03defe;
            faces=rect64(1),0123456789abcdef
            albums=gone
            [c.jpg]
            filters=enhance=1;
            """
        try note(odd)
        // Picasa has saved its changes of this one.
        try fixture.write(picture: ".picasaoriginals/c.jpg", seed: 9)
        let planned = try fixture.run(options: { $0.isDryRun = true })
        #expect(planned.summary.lossCount == 4 && planned.summary.joinedCount == 0)
        let summary = try fixture.run().summary
        let report = try String(contentsOf: #require(summary.reportURL), encoding: .utf8)
        for words in [
            "turned, and their files are not: the turns were not taken. Turn the photos in an editor: a.jpg.",
            "the changes were not taken. Save them in Picasa, or make them again: b.jpg.",
            "the persons were not taken: b.jpg.", "the albums were not taken: b.jpg.",
        ] { #expect(report.contains(words), "\(words)\n\(report)") }
    }

    @Test func `a damaged file is named, and the photos come in`() throws {
        try write()
        try fixture.write(".picasa.ini", [0, 1, 2, 3])
        let (summary, events) = try fixture.run()
        #expect(summary.importedCount == 3 && summary.lossCount == 1)
        #expect(events.losses.values.first?.contains("cannot be read as one") == true)
    }

    @Test func `a file that a person excludes is not read`() throws {
        try write()
        try note(Self.sample)
        let summary = try fixture.run(options: { $0.rules = PassedOver([".picasa.ini"]) }).summary
        #expect(summary.joinedCount == 0)
        #expect(try records()["a.jpg"]?.isFavorite == false)
    }
}
