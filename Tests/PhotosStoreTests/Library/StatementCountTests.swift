import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Reading many costs as many statements as reading few, and no plan sorts what an index has in order.
@Suite(.permit) struct StatementCountTests {
    let tracer = StatementTracer()
    let folder: TemporaryFolder
    let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.open(
            folder.url.appendingPathComponent("Test.photolib"),
            create: true,
            environment: .traced(by: tracer)
        )
        try library.addPictures(60)
    }

    @Test func `Reading rows takes a fixed number of statements`() throws {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let uuids = try library.records.assets(rows).records.values.map(\.uuid)
        let many = Array(rows) + (1_000..<11_000)
        let names = uuids + (0..<10_000).map { _ in UUID() }
        let counts: [(String, few: [String], many: [String])] = [
            (
                "fetch", try count { _ = try $0.records.fetch(FetchPlan(.assets, limit: 2)) },
                try count { _ = try $0.records.fetch(FetchPlan(.assets)) }
            ),
            (
                "assets", try count { _ = try $0.records.assets(rows.prefix(1)) },
                try count { _ = try $0.records.assets(many) }
            ),
            (
                "resources", try count { _ = try $0.records.resources(ofAssets: rows.prefix(1)) },
                try count { _ = try $0.records.resources(ofAssets: many) }
            ),
            (
                "rows", try count { _ = try $0.records.rows(of: uuids.prefix(1), in: .asset) },
                try count { _ = try $0.records.rows(of: names, in: .asset) }
            ),
            (
                "identifiers",
                try count { _ = try $0.history.identifiers(rows.prefix(1), in: .asset) },
                try count { _ = try $0.history.identifiers(many, in: .asset) }
            ),
        ]
        for (name, few, many) in counts {
            #expect(!few.isEmpty, "\(name)")
            #expect(many.count <= 3, "\(name): \(many)")
            // What is missing among the rows takes one more look among what was deleted.
            let more = ["assets", "identifiers"].contains(name) ? 1 : 0
            #expect(many.count - few.count <= more, "\(name)")
        }
    }

    private func count(_ body: (Library) throws -> Void) throws -> [String] {
        try tracer.statements { try body(library) }
    }

    @Test func `Deleting many assets loads them in a few statements`() throws {
        let uuids = try library.records.assets(library.records.fetch(FetchPlan(.assets)).rows)
            .records.values.map(
                \.uuid
            )
        let reads = try count { try $0.commit(.deleteAssets(uuids)) }.filter {
            $0.hasPrefix("SELECT")
        }
        #expect(reads.count < 20, "\(reads)")
    }

    /// The detail lines of SQLite's plan for the statement of a fetch.
    private func plan(_ plan: FetchPlan) throws -> String {
        let statement = try #require(
            try count { _ = try $0.records.fetch(plan) }.first {
                $0.contains("ORDER BY") && !$0.contains("FROM change")
            }
        )
        return try detail(of: statement)
    }

    private func detail(of statement: String) throws -> String {
        var configuration = Configuration()
        configuration.prepareDatabase { registerConditionFunctions(in: $0) }
        let queue = try DatabaseQueue(
            path: library.layout.database.path,
            configuration: configuration
        )
        return try queue.read { db in
            let values = statement.filter { $0 == "?" }.map { _ in Int?.none }
            return try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN " + statement,
                arguments: StatementArguments(values)
            )
            .compactMap { $0["detail"] as String? }.joined(separator: "; ")
        }
    }

    @Test func `The deletion of an album is looked up among deleted collections alone`() throws {
        let statement = try #require(
            try count { _ = try $0.records.deletion(ofCollection: UUID()) }
                .first { $0.contains("tombstone") }
        )
        let detail = try self.detail(of: statement)
        #expect(detail.contains("SEARCH tombstone USING PRIMARY KEY (entity=?)"), "\(detail)")
    }

    @Test func `Common fetches are served by an index, without sorting`() throws {
        let visible = Condition.visible(
            includeHidden: false,
            includeAllBurst: false,
            sources: .userLibrary
        )
        let byDate = [FetchPlan.SortTerm(.asset(.creationDate))]
        let newest = [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)]
        func and(_ condition: Condition) -> Condition { .all([visible, condition]) }
        let favorite = Condition.field(.asset(.isFavorite), .equal, .integer(1))
        let video = Condition.field(.asset(.mediaType), .equal, .integer(2))
        let children = Condition.field(.collection(.parent), .equal, .integer(1))
        let plans: [(FetchPlan, String)] = [
            (FetchPlan(.assets, filter: visible, order: byDate), "asset_shown_date"),
            (FetchPlan(.assets, filter: and(favorite), order: byDate), "asset_favorite"),
            (FetchPlan(.assets, filter: and(video), order: byDate), "asset_type_date"),
            (
                FetchPlan(
                    .members(album: 30),
                    filter: visible,
                    order: [FetchPlan.SortTerm(.memberPosition)]
                ),
                "member_order"
            ),
            (
                FetchPlan(
                    .collections,
                    filter: children,
                    order: [FetchPlan.SortTerm(.collection(.position))]
                ),
                "collection_order"
            ),
        ]
        for (fetch, index) in plans {
            let detail = try plan(fetch)
            #expect(detail.contains("INDEX \(index)"), "\(detail)")
            #expect(!detail.contains("TEMP B-TREE FOR ORDER BY"), "\(index): \(detail)")
        }
        // The newest first: the index backwards, with rows of one date put in order.
        let detail = try plan(FetchPlan(.assets, filter: visible, order: newest))
        #expect(detail.contains("INDEX asset_shown_date"), "\(detail)")
        #expect(!detail.contains("USE TEMP B-TREE FOR ORDER BY"), "\(detail)")
    }
}
