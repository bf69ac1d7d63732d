import Foundation
import Glibc
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What files in place say, what sidecars beside them say, and what a person said here.
@Suite(.permit) struct SourceFactsTests {
    /// A file whose facts stand behind its picture, so that a test can write them: `caption=Lake;rating=2;keywords=a,b`.
    static func file(_ facts: String, seed: UInt8 = 1) -> [UInt8] {
        TestJPEG(seed: seed).data() + Array("##\(facts)".utf8)
    }

    static func sidecar(caption: String? = nil, rating: Int? = nil) -> [UInt8] {
        let stars = rating.map { " xmp:Rating=\"\($0)\"" } ?? ""
        let words =
            caption.map {
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\($0)</rdf:li></rdf:Alt></dc:description>"
            } ?? ""
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(stars)>\
            \(words)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8
        )
    }

    static func environment() -> EngineEnvironment {
        var environment = EngineEnvironment.test(clock: TestClock())
        let examine = environment.examine
        environment.examine = { descriptor, name in
            var facts = try examine(descriptor, name)
            facts.reader = .worker
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            guard let start = text.range(of: "##", options: .backwards) else { return facts }
            for pair in text[start.upperBound...].split(separator: ";") {
                let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
                switch parts[0] {
                case "caption": facts.caption = String(parts[1])
                case "rating": facts.rating = Int(parts[1])
                case "keywords": facts.keywords = parts[1].split(separator: ",").map(String.init)
                default: break
                }
            }
            return facts
        }
        return environment
    }

    func fixture(_ facts: String) throws -> SourceFixture {
        let fixture = try SourceFixture(environment: Self.environment())
        try fixture.write("a.jpg", Self.file(facts))
        return fixture
    }

    func asset(_ fixture: SourceFixture) throws -> AssetRecord {
        try #require(try fixture.assets()["a.jpg"])
    }

    /// Writes into the file itself, as programs do that embed what they are told.
    private func embed(_ facts: String, _ fixture: SourceFixture) throws {
        let handle = try FileHandle(forWritingTo: fixture.url("a.jpg"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(Self.file(facts)))
        try handle.close()
        #expect(try fixture.sweep().editedCount == 1)
    }

    @Test func `every change inside a file is followed, removals included`() throws {
        let fixture = try fixture("caption=One;rating=1;keywords=lake,hut")
        try fixture.sweep()
        try embed("caption=Two;rating=2;keywords=lake,hut", fixture)
        #expect(try asset(fixture).caption == "Two" && asset(fixture).rating == 2)
        try embed("rating=3;keywords=lake", fixture)
        let asset = try asset(fixture)
        #expect(asset.caption == nil && asset.rating == 3 && asset.keywords == ["lake"])
    }

    @Test func `an undo leaves what a changed file states, so that the photo follows the file`()
        throws
    {
        let fixture = try fixture("caption=One;rating=1")
        try fixture.sweep()
        let (uuid, row) = (try asset(fixture).uuid, try asset(fixture).rowID)
        try embed("caption=Two;rating=1;keywords=lake", fixture)
        let history = fixture.library.history
        let sweep = try #require(try history.lastSequence(of: [.edit, .imported]))
        let error = #expect(throws: StoreError.self) {
            try fixture.library.commit(.reverse(ReversalRequest([sweep])))
        }
        let refusal = try #require(error?.cause as? ReversalRefusal)
        #expect(refusal.conflicts == [.filesGone(ObjectID(.asset, row))])
        try fixture.library.commit(
            .set(uuid, [.isFavorite: .integer(1), .rating: .integer(5)])
        )
        let edit = try history.currentPosition().sequence
        try fixture.library.commit(.reverse(ReversalRequest([sweep, edit])))
        let left = try asset(fixture)
        #expect(left.caption == "Two" && left.keywords == ["lake"])
        #expect(left.rating == 1 && !left.isFavorite)
        try embed("caption=Three;rating=2", fixture)
        #expect(try asset(fixture).caption == "Three" && asset(fixture).rating == 2)
    }

    @Test
    func `an undo leaves what a changed file states beside a person's keyword, and nothing more`()
        throws
    {
        let fixture = try fixture("caption=One;keywords=hut")
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        try fixture.library.commit(.set(uuid, [.keywords: .text(#"["hut","mine"]"#)]))
        try embed("caption=One;keywords=hut,lake", fixture)
        let history = fixture.library.history
        let sweep = try #require(try history.lastSequence(of: [.edit, .imported]))
        let given: [AssetField: FieldValue] = [.caption: .text("Two"), .rating: .integer(4)]
        try fixture.library.commits.commit(ChangeBlock([.set(uuid, given)], work: .imported))
        let words = try history.currentPosition().sequence
        try fixture.library.commit(.reverse(ReversalRequest([sweep, words])))
        let left = try asset(fixture)
        #expect(left.caption == "One" && left.rating == 0)
        #expect(left.keywords == ["hut", "mine", "lake"])
    }

    @Test func `a sidecar that is moved to another photo is that photo's`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "One"))
        try fixture.write("b.jpg.xmp", Self.sidecar(caption: "Two"))
        try fixture.sweep()
        func captions() throws -> [String: String?] { try fixture.assets().mapValues(\.caption) }
        #expect(try captions() == ["a.jpg": "One", "b.jpg": "Two"])
        try fixture.move("a.jpg.xmp", to: "c")
        try fixture.move("b.jpg.xmp", to: "a.jpg.xmp")
        try fixture.move("c", to: "b.jpg.xmp")
        try fixture.sweep()
        #expect(try captions() == ["a.jpg": "Two", "b.jpg": "One"])
        try fixture.sweep { $0.readsAll = true }
        #expect(try captions() == ["a.jpg": "Two", "b.jpg": "One"])
        // One of two, and then a photo with its sidecar.
        try fixture.remove("b.jpg.xmp")
        try fixture.move("a.jpg.xmp", to: "b.jpg.xmp")
        try fixture.sweep()
        #expect(try captions() == ["a.jpg": nil, "b.jpg": "Two"])
        try fixture.move("b.jpg", to: "in/d.jpg")
        try fixture.move("b.jpg.xmp", to: "in/d.jpg.xmp")
        let report = try fixture.sweep()
        #expect(report.movedCount == 2 && report.joinedCount == 0)
        #expect(try captions().values.compactMap(\.self) == ["Two"])
    }

    @Test func `a sidecar that is renamed with a converted photo is the new photo's`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.heic", Self.file("rating=2", seed: 2))
        try fixture.write("b.heic.xmp", Self.sidecar(caption: "Two"))
        try fixture.sweep()
        try fixture.remove("b.heic")
        try fixture.write("b.jpg", Self.file("rating=3", seed: 3))
        try fixture.move("b.heic.xmp", to: "b.jpg.xmp")
        try fixture.sweep()
        #expect(try fixture.assets()["b.jpg"]?.caption == "Two")
        #expect(try fixture.sweep().sameCount == 3)
        #expect(try fixture.assets()["b.jpg"]?.caption == "Two")
    }

    @Test func `a person's words win over a sidecar and over the file, until they are given back`()
        throws
    {
        let fixture = try fixture("caption=File;rating=1")
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar", rating: 2))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        #expect(try asset(fixture).caption == "Sidecar")
        try fixture.library.commit(
            .set(uuid, [.caption: .text("MINE"), .rating: .integer(5)])
        )
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar again", rating: 4))
        try fixture.sweep()
        try embed("caption=File again;rating=3", fixture)
        #expect(try asset(fixture).caption == "MINE" && asset(fixture).rating == 5)
        let differences = try fixture.library.facts.differencesFromFiles(
            ofSource: fixture.source.id
        )
        #expect(differences.map(\.fields) == [[.caption, .rating]])
        var update = AssetUpdate()
        update.reverted = [.caption]
        try fixture.library.commit(.updateAsset(uuid, update))
        #expect(try asset(fixture).caption == "Sidecar again" && asset(fixture).rating == 5)
        // What was given back follows the files again.
        try fixture.write("a.xmp", Self.sidecar(caption: "Last"))
        try fixture.sweep()
        #expect(try asset(fixture).caption == "Last")
    }

    @Test func `a photo that vanishes with its sidecar keeps the words until both return`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let away = fixture.folder.url.appendingPathComponent("away.jpg")
        try FileManager.default.moveItem(at: fixture.url("a.jpg"), to: away)
        try fixture.remove("a.xmp")
        #expect(try fixture.sweep().vanishedCount == 1)
        #expect(try asset(fixture).caption == "Lake")
        try fixture.sweep()
        #expect(try asset(fixture).caption == "Lake")
        // A word that the sidecar lost meanwhile does not stay.
        try FileManager.default.moveItem(at: away, to: fixture.url("a.jpg"))
        try fixture.write("a.xmp", Self.sidecar(rating: 4))
        #expect(try fixture.sweep().returnedCount == 1)
        #expect(try asset(fixture).caption == nil && asset(fixture).rating == 4)
    }

    @Test func `a photo that returns without its sidecar loses the words of the sidecar`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let away = fixture.folder.url.appendingPathComponent("away.jpg")
        try FileManager.default.moveItem(at: fixture.url("a.jpg"), to: away)
        try fixture.remove("a.xmp")
        try fixture.sweep()
        try FileManager.default.moveItem(at: away, to: fixture.url("a.jpg"))
        try fixture.sweep()
        #expect(try asset(fixture).caption == nil)
    }

    @Test
    func `a sidecar that is changed, emptied and removed is followed where nobody said anything`()
        throws
    {
        let fixture = try fixture("caption=File")
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar", rating: 2))
        try fixture.sweep()
        try fixture.write("a.xmp", Self.sidecar(rating: 3))
        try fixture.sweep()
        #expect(try asset(fixture).caption == "File" && asset(fixture).rating == 3)
        try fixture.remove("a.xmp")
        try fixture.sweep()
        #expect(try asset(fixture).rating == 0 && asset(fixture).caption == "File")
        #expect(try fixture.sweep().sameCount == 1)
    }

    @Test(arguments: ["a.jpg.pp3", "a.jpg.dop", "a.jpg.json"])
    func `words that a sidecar loses go, although a file of settings lies beside it`(
        _ settings: String
    ) throws {
        let fixture = try fixture("caption=File")
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar", rating: 2))
        try fixture.write(settings, Array("[Version]\nVersion=351\n".utf8))
        try fixture.sweep()
        #expect(try asset(fixture).caption == "Sidecar")
        try fixture.write("a.xmp", Self.sidecar(rating: 3))
        try fixture.sweep()
        #expect(try asset(fixture).caption == "File" && asset(fixture).rating == 3)
    }

    @Test func `a sidecar that came later does not take a person's words`() throws {
        let fixture = try fixture("caption=File")
        try fixture.sweep()
        try fixture.library.commit(.set(try asset(fixture).uuid, [.caption: .text("MINE")]))
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar", rating: 2))
        try fixture.sweep()
        #expect(try asset(fixture).caption == "MINE" && asset(fixture).rating == 2)
    }

    @Test func `properties that are to stay are those of the moment when a block is written`()
        throws
    {
        let fixture = try fixture("caption=File")
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        var work = ResourceAttachment(resources: [])
        var stated = RecordedFacts(reader: MediaFacts.readerVersion)
        (stated.caption, stated.rating) = ("Sidecar", 2)
        work.companion = .replaced(stated)
        work.staying = Set(EditedProperty.allFields)
        var unit = ImportUnit(work: .attach(uuid, work), folder: nil, files: [])
        unit.marks = [.creationZone: .integer(3_600), .traits: .integer(0)]
        let mutations = BlockContents([unit]).mutations(present: [:])
        // Between the decision and the block, a person edits, and the photo's source goes away.
        let traits: AssetTraits = [.offline, .unableToUpload]
        try fixture.library.commit(
            .set(uuid, [.caption: .text("MINE"), .traits: .integer(traits.rawValue)])
        )
        for mutation in mutations { try fixture.library.commit(mutation) }
        let asset = try asset(fixture)
        #expect(asset.caption == "MINE" && asset.rating == 0)
        #expect(asset.traits == traits && asset.creationZone == 3_600)
    }

    @Test func `a property that a person sets meanwhile is not replaced by one that was missing`()
        throws
    {
        let fixture = try fixture("")
        try fixture.sweep()
        let before = try asset(fixture)
        var unit = ImportUnit(work: .note, folder: nil, files: [])
        unit.noted = before.uuid
        unit.mark(
            [
                .caption: .text("Export"), .latitude: .real(46), .longitude: .real(9),
                .rating: .integer(3),
            ],
            of: before
        )
        let mutations = BlockContents([unit]).mutations(present: [:])
        try fixture.library.commit(
            .set(before.uuid, [.caption: .text("MINE"), .latitude: .real(1), .longitude: .real(2)])
        )
        for mutation in mutations { try fixture.library.commit(mutation) }
        let after = try asset(fixture)
        #expect(after.caption == "MINE" && after.rating == 3)
        #expect(after.latitude == 1 && after.longitude == 2)
    }

    @Test func `an import again takes a changed sidecar, and leaves a person's words`() throws {
        let fixture = try ImportFixture(environment: Self.environment())
        try fixture.write("a.jpg", Self.file("caption=File"))
        try fixture.write("a.xmp", Self.sidecar(caption: "Sidecar", rating: 1))
        _ = try fixture.run()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let uuid = try #require(try fixture.library.records.assets([row]).records[row]?.uuid)
        try fixture.library.commit(.set(uuid, [.caption: .text("MINE")]))
        try fixture.write("a.xmp", Self.sidecar(caption: "Other", rating: 4))
        _ = try fixture.run()
        let asset = try #require(try fixture.library.asset(uuid))
        #expect(asset.caption == "MINE" && asset.rating == 4)
    }

    @Test func `a date is given back only to a file that says one`() throws {
        let fixture = try fixture("caption=File")
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        var update = AssetUpdate()
        update.reverted = [.date]
        let error = #expect(throws: StoreError.self) {
            try fixture.library.commit(.updateAsset(uuid, update))
        }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.message.contains("has no date") == true)
    }

    @Test func `given back before its files were read, a property is refused`() throws {
        let library = try Library.inMemory(environment: .test(seed: 1))
        let uuid = try library.addPicture()
        var update = AssetUpdate()
        update.reverted = [.caption]
        // Its picture was read by the header's reader alone.
        let error = #expect(throws: StoreError.self) {
            try library.commit(.updateAsset(uuid, update))
        }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.message.contains("photokit facts --reread") == true)
    }
}
