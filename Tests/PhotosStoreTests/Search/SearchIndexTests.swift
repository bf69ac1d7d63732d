import Foundation
import GRDB
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The index of words: how it is made, how it follows the log, and that searches are right without it.
@Suite(.permit) struct SearchIndexTests {
    let folder: TemporaryFolder
    let tracer = StatementTracer()

    init() throws { folder = try TemporaryFolder() }

    private var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }
    private var file: URL { root.appendingPathComponent("derived/search/search.sqlite") }

    private func open(_ mode: LibraryCore.Mode = .readWrite) throws -> Library {
        var environment = EngineEnvironment.traced(by: tracer)
        environment.largestWithoutIndex = .max
        return try Library.open(
            root,
            mode: mode,
            create: mode == .readWrite,
            environment: environment
        )
    }

    private static func plan(_ text: String) throws -> FetchPlan {
        let pattern = try #require(WordPattern(beginning: text))
        return FetchPlan(.assets, filter: .words(WordCondition(pattern, in: [.asset(.caption)])))
    }

    /// Makes assets with captions of two words; every tenth one has `rare`.
    private func fill(_ library: Library, count: Int = 5_000) throws -> [UUID] {
        let uuids = (0..<count).map { _ in UUID() }
        let creations = uuids.enumerated().map { index, uuid in
            var update = AssetUpdate()
            update.values = [
                .caption: .text(index % 10 == 0 ? "rare \(index)" : "common \(index)"),
                .mediaType: .integer(1), .creationDate: .real(Double(index % 700)),
            ]
            return Mutation.createAsset(AssetCreation(uuid: uuid, update: update))
        }
        try library.commits.fill([ChangeBlock(creations)])
        return uuids
    }

    /// How many assets a fetch found, and whether it compared the words of all assets.
    private struct Found: Equatable {
        var count: Int
        var readsAll: Bool
    }

    private func finding(_ plan: FetchPlan, in library: Library) throws -> Found {
        var count = 0
        let statements = try tracer.statements {
            count = try library.records.fetch(plan, anew: true).rows.count
        }
        let readsAll = statements.contains {
            $0.contains("photokit_words") && !$0.contains("photokit_rows")
        }
        return Found(count: count, readsAll: readsAll)
    }

    @Test func `a search uses the index when there is one, and finds the same`() throws {
        let library = try open()
        _ = try fill(library)
        let plan = try Self.plan("rare")
        #expect(try finding(plan, in: library) == Found(count: 500, readsAll: true))
        try library.words.indexWords()
        #expect(try finding(plan, in: library) == Found(count: 500, readsAll: false))
        try library.words.removeSearchIndex()
        #expect(try finding(plan, in: library) == Found(count: 500, readsAll: true))
    }

    @Test func `other forms of a word are found with the index and without, in sentences alone`()
        throws
    {
        let library = try open()
        let assets = try fill(library, count: 6)
        let texts = ["a dog", "Dogs", "dogma", "Hund"]
        for (asset, text) in zip(assets, texts) {
            try library.commit(.set(asset, [.caption: .text(text)]))
        }
        try library.commit(.set(assets[4], [.filename: .text("dog.jpg")]))
        try library.commit(.set(assets[5], [.keywords: .text("[\"dog\"]")]))
        let pattern = try #require(WordPattern(beginning: "dogs")).withForms
        let fields: Set<Field> = [.asset(.caption), .asset(.filename), .asset(.keywords)]
        let plan = FetchPlan(.assets, filter: .words(WordCondition(pattern, in: fields)))
        #expect(try finding(plan, in: library) == Found(count: 3, readsAll: true))
        try library.words.indexWords()
        #expect(try finding(plan, in: library) == Found(count: 3, readsAll: false))
        try library.commit(.set(assets[3], [.caption: .text("the dog")]))
        #expect(try finding(plan, in: library) == Found(count: 4, readsAll: false))
    }

    /// Lists of many photos are narrowed from a list without words, or limited by an index of dates.
    @Test(arguments: [true, false])
    func `long lists are the same with and without an index`(isDescending: Bool) throws {
        let library = try open()
        let assets = try fill(library, count: 9_000)
        let visible = Condition.visible(
            includeHidden: false,
            includeAllBurst: false,
            sources: .userLibrary
        )
        let order = [FetchPlan.SortTerm(.asset(.creationDate), ascending: !isDescending)]
        let words = try ["common", "com", "rare", "1"].map { text in
            Condition.words(
                WordCondition(
                    try #require(WordPattern(beginning: text)),
                    in: [.asset(.caption), .related(.albumTitles)]
                )
            )
        }
        let dates = Condition.all([
            .field(.asset(.creationDate), .greaterOrEqual, .real(100)),
            .field(.asset(.creationDate), .less, .real(300)),
        ])
        let filters: [Condition] = [
            words[0], .all([words[0], words[1]]), .all([words[1], words[3]]), words[2],
            .all([words[0], dates]), .any([words[1], words[2]]), .not(words[0]),
            .all([words[1], .not(words[3])]),
        ]
        let plans = filters.map { FetchPlan(.assets, filter: .all([$0, visible]), order: order) }
        func lists() throws -> [[Int64]] {
            try plans.map { try library.records.fetch($0, anew: true).rows.array }
        }
        let base = try library.records.fetch(
            FetchPlan(.assets, filter: .all([visible]), order: order)
        )
        for step in 0..<3 {
            let expected = try lists()
            try library.words.indexWords()
            #expect(try lists() == expected, "step \(step)")
            let statements = try tracer.statements {
                #expect(base.rows.count + expected[0].count > 0)
                _ = try library.records.fetch(plans[0], anew: true)
            }
            #expect(!statements.contains { $0.contains("ORDER BY asset.creation_date") })
            try library.commit(.set(assets[step], [.caption: .text("common again")]))
            try library.commit(.set(assets[11 + step], [.caption: .text("nothing")]))
            try library.commit(.set(assets[22], [.isHidden: .integer(step == 1 ? 0 : 1)]))
            _ = try library.addAlbum("Common \(step)", [assets[40 + 10 * step]])
            let behind = try lists()
            try library.words.removeSearchIndex()
            #expect(try lists() == behind, "step \(step)")
        }
    }

    @Test func `changes after the index count before it has followed`() throws {
        let library = try open()
        let assets = try fill(library)
        try library.words.indexWords()
        try library.commit(.set(assets[1], [.caption: .text("now rare")]))
        try library.commit(.set(assets[0], [.caption: .null]))
        try library.commit(.deleteAssets([assets[10]]), .purgeAssets([assets[10]]))
        let plan = try Self.plan("rare")
        #expect(try finding(plan, in: library) == Found(count: 499, readsAll: false))
        try library.words.indexWords()
        #expect(try finding(plan, in: library) == Found(count: 499, readsAll: false))
    }

    @Test func `making the index ends at any part and goes on there`() throws {
        let library = try open()
        let assets = try fill(library)
        var parts = 0
        try library.words.indexWords(isCancelled: { parts == 1 }, progress: { _, _ in parts += 1 })
        #expect(parts == 1)
        let plan = try Self.plan("rare")
        // An incomplete index is not used.
        #expect(try finding(plan, in: library) == Found(count: 500, readsAll: true))
        library.close()
        let again = try open()
        // An asset that the index has already, and one that it has not.
        try again.commit(.set(assets[0], [.caption: .text("other")]))
        try again.commit(.set(assets[4_990], [.caption: .text("other")]))
        var ends: [Int64] = []
        try again.words.indexWords(progress: { done, _ in ends.append(done) })
        #expect(ends.count == 2, "Parts that were done were done again: \(ends)")
        #expect(try finding(plan, in: again) == Found(count: 498, readsAll: false))
        #expect(try findings(in: again).isEmpty)
    }

    /// The findings about the index; the assets of these libraries have no files.
    private func findings(in library: Library) throws -> [Finding] {
        try LibraryCheck(library).run().findings.filter { $0.code == .searchIndexDamaged }
    }

    @Test func `a library that is open for reading uses the index and changes nothing`() throws {
        let library = try open()
        _ = try fill(library)
        try library.words.indexWords()
        library.close()
        let reader = try open(.readOnly)
        let plan = try Self.plan("rare")
        #expect(try finding(plan, in: reader) == Found(count: 500, readsAll: false))
        #expect(throws: StoreError.self) { try reader.words.indexWords() }
        #expect(throws: StoreError.self) { try reader.words.removeSearchIndex() }
    }

    @Test func `a file that is no index is made again`() throws {
        let library = try open()
        _ = try fill(library, count: 500)
        try library.words.indexWords()
        library.close()
        let whole = try Data(contentsOf: file)
        var numbers = SeededNumbers(seed: 5)
        let plan = try Self.plan("rare")
        for kind in 0..<4 {
            switch kind {
            case 0: try Data("no database".utf8).write(to: file)
            case 1: try whole.prefix(whole.count / 3).write(to: file)
            case 2: try Data().write(to: file)
            default:
                var other = whole
                for _ in 0..<200 { other[100 + numbers.number(below: 4_000)] ^= 0xFF }
                try other.write(to: file)
            }
            let again = try open()
            #expect(try again.records.fetch(plan, anew: true).rows.count == 50, "kind \(kind)")
            try again.words.indexWords()
            #expect(try finding(plan, in: again) == Found(count: 50, readsAll: false))
            again.close()
        }
    }

    @Test func `an index of another library, log or recipe is made again`() throws {
        let library = try open()
        _ = try fill(library, count: 200)
        try library.words.indexWords()
        library.close()
        for column in ["recipe", "library", "incarnation", "mark"] {
            let value =
                column == "recipe" || column == "mark"
                ? "99" : "x'00112233445566778899AABBCCDDEEFF'"
            let queue = try DatabaseQueue(path: file.path)
            try queue.write { db in try db.execute(sql: "UPDATE state SET \(column) = \(value)") }
            try queue.close()
            let again = try open()
            let plan = try Self.plan("rare")
            #expect(try finding(plan, in: again) == Found(count: 20, readsAll: true))
            try again.words.indexWords()
            #expect(try finding(plan, in: again) == Found(count: 20, readsAll: false))
            again.close()
        }
    }

    @Test func `a check finds an index that differs, and a repair removes it`() throws {
        let library = try open()
        _ = try fill(library, count: 200)
        try library.words.indexWords()
        #expect(try findings(in: library).isEmpty)
        library.close()
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in try db.execute(sql: "DELETE FROM text WHERE id = 7") }
        try queue.close()
        let again = try open()
        let found = try findings(in: again)
        #expect(found.map(\.code) == [.searchIndexDamaged])
        #expect(found.allSatisfy { $0.isRepairable && $0.severity == .leftover })
        #expect(try LibraryRepair(again).run().searchIndexesRemoved == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try findings(in: again).isEmpty)
    }

    @Test func `the words of a purged photo leave the files of the index`() throws {
        let library = try open()
        let secret = try library.addPicture([.caption: .text("Unmistakable")])
        try library.words.indexWords()
        try library.commit(.deleteAssets([secret]), .purgeAssets([secret]))
        try library.words.indexWords()
        library.close()
        let folder = file.deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            #expect(bytes.range(of: Data("unmistakable".utf8)) == nil, "\(name)")
        }
    }

    /// Texts that photos share are stored once, and leave the index with the last photo that has them.
    @Test func `the place of a purged photo leaves the files of the index`() throws {
        let library = try open()
        let table = """
            lat,lon,name,admin1,admin2,cc
            46,7.5,Unmistakable,Bay,Beach,CH
            50,7.5,Other,Bay,Beach,CH
            """
        try library.places.usePlaces(PlaceFile.places(in: Data(table.utf8)))
        func add(_ latitude: Double) throws -> UUID {
            try library.addPicture([.latitude: .real(latitude), .longitude: .real(7.5)])
        }
        let secrets = [try add(46), try add(46.1)]
        _ = try add(50)
        let pattern = try #require(WordPattern(beginning: "Unmistakable"))
        let plan = FetchPlan(
            .assets,
            filter: .words(WordCondition(pattern, in: [.related(.places)]))
        )
        for step in 0..<3 {
            try library.words.indexWords()
            #expect(try finding(plan, in: library) == Found(count: 2 - step, readsAll: false))
            if step < 2 {
                try library.commit(.deleteAssets([secrets[step]]), .purgeAssets([secrets[step]]))
            }
        }
        #expect(try findings(in: library).isEmpty)
        library.close()
        let bytes = try Data(contentsOf: file)
        #expect(bytes.range(of: Data("unmistakable".utf8)) == nil)
        #expect(bytes.range(of: Data("beach".utf8)) != nil)
    }

    @Test func `a search makes the index and brings it forward by itself`() throws {
        var environment = EngineEnvironment.traced(by: tracer)
        environment.largestWithoutIndex = 100
        let library = try Library.open(root, create: true, environment: environment)
        let assets = try fill(library, count: 300)
        let plan = try Self.plan("rare")
        _ = try library.records.fetch(plan, anew: true)
        library.words.finishIndexing()
        #expect(try finding(plan, in: library) == Found(count: 30, readsAll: false))
        try library.commit(.set(assets[1], [.caption: .text("rare")]))
        #expect(try library.records.fetch(plan, anew: true).rows.count == 31)
        library.words.finishIndexing()
        let statements = try tracer.statements { _ = try library.records.fetch(plan, anew: true) }
        #expect(!statements.contains { $0.contains("photokit_words") })
    }
}
