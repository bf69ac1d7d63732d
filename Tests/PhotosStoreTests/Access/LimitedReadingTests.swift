import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a limited client reads: its selection, as if there were nothing else.
@Suite(.permit) struct LimitedReadingTests {
    private let pair: LibraryPair

    init() throws { pair = try LibraryPair() }

    @Test func `it sees what was selected and nothing else`() throws {
        let pictures = try pair.owner.addPictures(6)
        try pair.limit(to: [pictures[1], pictures[4]])
        #expect(try pair.visible() == [pictures[1], pictures[4]])
        #expect(try pair.client.records.rows(of: pictures, in: .asset).count == 2)
        #expect(try pair.client.asset(pictures[0]) == nil)
        #expect(try pair.client.asset(pictures[1]) == pair.owner.asset(pictures[1]))
    }

    @Test func `resources, duplicates and counts are those of the selection`() throws {
        let seen = try pair.owner.addPicture(seed: 1)
        let hidden = try pair.owner.addPicture(seed: 2)
        try pair.limit(to: [seen])
        let rows = try pair.owner.records.rows(of: [seen, hidden], in: .asset)
        let resources = try pair.client.records.resources(ofAssets: rows.values)
        #expect(Array(resources.keys) == [try #require(rows[seen])])
        let all = try pair.owner.records.resources(ofAssets: rows.values)
        let known = try #require(rows[seen].flatMap { all[$0]?.first })
        let unknown = try #require(rows[hidden].flatMap { all[$0]?.first })
        #expect(try pair.client.records.assets(withChecksum: known.checksum) == [seen])
        #expect(try pair.client.records.assets(withChecksum: unknown.checksum).isEmpty)
        #expect(try pair.client.records.mediaTypeCounts(rows.values) == [1: 1])
    }

    @Test func `the facts about the library count what it sees`() throws {
        let pictures = try pair.owner.addPictures(4)
        _ = try pair.owner.addAlbum("Secret", pictures)
        try pair.owner.commit(.deleteAssets([pictures[3]]))
        try pair.limit(to: [pictures[0]])
        let facts = try ContentFacts(of: pair.client)
        #expect(facts.assets == 1)
        #expect(facts.trashed == 0)
        #expect(facts.albums == 0)
        #expect(facts.changes == 1)
        #expect(facts.bytes * 4 < (try ContentFacts(of: pair.owner).bytes) * 2)
        try pair.owner.clients.setAccess(.denied, for: .readWrite, of: pair.name)
        #expect(try ContentFacts(of: pair.client).assets == 0)
    }

    @Test func `albums and folders of the user do not exist for it, smart albums do`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        let album = try pair.owner.addAlbum("Secret", [picture])
        _ = try pair.owner.addFolder("Folder")
        try pair.limit(to: [picture])
        #expect(try pair.client.collection(album) == nil)
        let all = try pair.client.records.fetch(FetchPlan(.collections)).rows.array
        let records = try pair.client.records.collections(all).records.values
        #expect(records.allSatisfy { $0.collectionKind == .smartAlbum || $0.parent == nil })
        #expect(records.count == SmartAlbum.allCases.count + 1)
        #expect(records.allSatisfy { $0.modificationDate == nil })
        let row = try #require(try pair.owner.row(of: picture, in: .asset))
        #expect(
            try pair.client.records.fetch(FetchPlan(.collectionsContaining(asset: row))).rows
                .isEmpty
        )
    }

    @Test func `a statement that names a table itself is refused when it is prepared`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        try pair.limit(to: [picture])
        for table in [
            "asset", "resource", "change", "selection", "client", "source_file", "member",
        ] {
            let error = #expect(throws: StoreError.self) {
                try pair.client.records.rowCount(of: "SELECT * FROM main.\(table)")
            }
            #expect(error?.code == .accessDenied)
        }
        #expect(try pair.client.records.rowCount(of: "SELECT * FROM asset") == 1)
        #expect(try pair.client.records.rowCount(of: "SELECT * FROM whole_asset") == 1)
        #expect(throws: StoreError.self) {
            try pair.client.records.rowCount(of: "SELECT count(*) FROM main.asset")
        }
        #expect(throws: StoreError.self) {
            try pair.client.records.rowCount(
                of: "WITH mine AS (SELECT * FROM main.asset) SELECT * FROM mine"
            )
        }
    }

    @Test func `assets that are asked for by number come whole, or not at all`() throws {
        let pictures = try (1...3).map { try pair.owner.addPicture(seed: UInt8($0)) }
        let rows = try pair.owner.records.rows(of: pictures, in: .asset)
        let numbers = try pictures.map { try #require(rows[$0]) }
        try pair.limit(to: [pictures[0], pictures[2]])
        let records = try pair.owner.records.assets(numbers).records
        var seen: [Int: AssetRecord] = [:]
        try pair.client.records.forEachAsset(in: numbers) { index, record, _ in seen[index] = record
        }
        #expect(seen == [0: records[numbers[0]]!, 2: records[numbers[2]]!])
        #expect(
            try Set(pair.client.records.assets(numbers).records.keys) == [numbers[0], numbers[2]]
        )
    }

    @Test func `who may not read sees an empty library`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        for status in [AccessStatus.notDetermined, .restricted, .denied] {
            try pair.owner.clients.setAccess(status, for: .readWrite, of: pair.name)
            #expect(try pair.visible().isEmpty)
            #expect(try pair.client.asset(picture) == nil)
            #expect(try pair.client.core.clientAccess().status(.readWrite) == status)
        }
        try pair.owner.clients.setAccess(.authorized, for: .readWrite, of: pair.name)
        #expect(try pair.visible() == [picture])
    }

    @Test func `the policy holds for those of whom nothing was decided`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        #expect(try pair.visible() == [picture])
        try pair.owner.clients.setAccessPolicy(.denied, for: .readWrite)
        #expect(try pair.visible().isEmpty)
        try pair.owner.clients.setAccess(.authorized, for: .readWrite, of: pair.name)
        #expect(try pair.visible() == [picture])
        try pair.owner.clients.forgetClient(pair.name)
        #expect(try pair.visible().isEmpty)
    }

    @Test func `what was decided holds in the next process`() throws {
        let pictures = try pair.owner.addPictures(3)
        try pair.limit(to: [pictures[2]])
        let next = try pair.another()
        #expect(try LibraryPair.visible(in: next) == [pictures[2]])
        let decision = try #require(try pair.owner.clients.clientDecisions().first)
        #expect(decision.identifier == pair.name)
        #expect(decision.readWrite == .limited)
        #expect(decision.selectionCount == 1)
        #expect(try pair.owner.clients.selection(of: pair.name) == [pictures[2]])
    }

    @Test func `a library in memory has limited clients too`() throws {
        let library = try Library.inMemory(
            environment: LibraryPair.environment(seed: 5, pair.clock)
        )
        let pictures = try library.addPictures(3)
        try library.clients.setAccess(.limited, for: .readWrite, of: pair.name)
        try library.clients.select(adding: [pictures[0]], for: pair.name)
        #expect(try LibraryPair.visible(in: library) == [pictures[0]])
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `whatever it asks for is what the owner finds among its selection`(seed: UInt64) throws {
        var chance = SeededNumbers(seed: seed)
        let pictures = try pair.owner.addPictures(24)
        try pair.limit(to: Array(pictures.prefix(14)))
        for _ in 0..<30 {
            try pair.owner.commit(.set(chance.pick(pictures), Self.facts(&chance)))
            let some = chance.pick(pictures)
            switch chance.number(below: 6) {
            case 0: try pair.owner.clients.select(adding: [some], for: pair.name)
            case 1: try pair.owner.clients.select(removing: [some], for: pair.name)
            default: break
            }
        }
        let selection = Set(try pair.owner.clients.selection(of: pair.name))
        for plan in Self.plans(pictures) {
            let seen = try Self.names(pair.client, plan)
            let present = try Self.names(pair.owner, plan)
            #expect(seen == present.filter(selection.contains), "\(plan)")
        }
        #expect(try LibraryCheck(pair.owner).run().findings.isEmpty)
    }

    @Test func `a check finds what a limited client is shown wrongly`() throws {
        let pictures = try pair.owner.addPictures(2)
        try pair.limit(to: pictures)
        let queue = try DatabaseQueue(path: pair.owner.layout.database.path)
        try queue.write { db in
            try db.execute(sql: "UPDATE selection SET is_hidden = 1 WHERE asset_id = 1")
        }
        let findings = try LibraryCheck(pair.owner).run().findings
        #expect(findings.map(\.code) == [.selectionOutdated])
        #expect(
            findings.map(\.subject) == [
                LocalIdentifier(uuid: pictures[0], kind: .asset).description
            ]
        )
    }

    private static func facts(_ chance: inout SeededNumbers) -> [AssetField: FieldValue] {
        let flag = FieldValue.integer(Int64(chance.number(below: 2)))
        let number = Double(chance.number(below: 5))
        let choices: [[AssetField: FieldValue]] = [
            [.isFavorite: flag], [.isHidden: flag],
            [.creationDate: number == 0 ? .null : .real(number)],
            [.rating: .integer(Int64(number))],
        ]
        return chance.pick(choices)
    }

    private static func plans(_ pictures: [UUID]) -> [FetchPlan] {
        let shown = Condition.visible(
            includeHidden: false,
            includeAllBurst: false,
            sources: .userLibrary
        )
        let all = Condition.visible(includeHidden: true, includeAllBurst: true, sources: .all)
        let names = pictures.prefix(20).map { FieldValue.blob(Array($0.bytes)) }
        let conditions = [
            shown, all, Condition.trashed,
            .all([shown, .field(.asset(.mediaType), .equal, .integer(1))]),
            .all([all, .field(.asset(.isFavorite), .equal, .integer(1))]),
            .all([shown, .field(.asset(.rating), .greater, .integer(2))]),
            .all([all, .field(.asset(.isHidden), .equal, .integer(1))]),
            .all([shown, .field(.asset(.creationDate), .equal, .null)]),
            .any(names.map { .field(.asset(.uuid), .equal, $0) }),
        ]
        return conditions.flatMap { condition in
            [true, false].map { ascending in
                FetchPlan(
                    .assets,
                    filter: condition,
                    order: [.init(.asset(.creationDate), ascending: ascending)]
                )
            }
        }
    }

    private static func names(_ library: Library, _ plan: FetchPlan) throws -> [UUID] {
        let rows = try library.records.fetch(plan).rows.array
        let records = try library.records.assets(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }

    @Test func `a decision whose ring was lost holds a moment later`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Silent.photolib")
        var environment = EngineEnvironment.test()
        environment.notificationSender = LossyNotificationSender()
        let owner = try Library.open(url, create: true, environment: environment)
        environment.client = .application("org.example.frame")
        let client = try Library.open(url, environment: environment)
        #expect(try client.core.clientAccess().status(.readWrite) == .authorized)
        try owner.clients.setAccess(.denied, for: .readWrite, of: "org.example.frame")
        let patience = ContinuousClock.now + .seconds(30)
        while try client.core.clientAccess().status(.readWrite) != .denied,
            ContinuousClock.now < patience
        {
            usleep(10_000)
        }
        #expect(try client.core.clientAccess().status(.readWrite) == .denied)
    }
}
