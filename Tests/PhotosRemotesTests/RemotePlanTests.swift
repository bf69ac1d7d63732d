import Foundation
import GRDB
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A statement that runs for each file reads no whole table: with a million files that would never end.
@Suite(.permit) struct RemotePlanTests {
    private static let count = 30
    /// Tables of a few rows, and lists that the statement brings along.
    private static let small = ["remote", "photokit_rows", "CONSTANT"]

    let tracer = StatementTracer()
    let fixture: RemoteFixture

    init() throws {
        fixture = try RemoteFixture(tracer: tracer)
        _ = try fixture.library.addPictures(Self.count)
    }

    /// The statements that run for each file, each with the tables that it reads whole.
    private func scans(of body: () throws -> Void) throws -> [String: [String]] {
        let statements = try tracer.statements(of: body)
        let often = Dictionary(grouping: statements) { $0 }.filter { $0.value.count >= Self.count }
        #expect(!often.isEmpty)
        return try fixture.library.core.onWriter { db in
            try often.mapValues { statement in
                let values = statement[0].filter { $0 == "?" }.map { _ in Int?.none }
                let rows = try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN " + statement[0],
                    arguments: StatementArguments(values)
                )
                return rows.compactMap { $0["detail"] as String? }.filter { detail in
                    detail.hasPrefix("SCAN")
                        && !Self.small.contains { detail.split(separator: " ")[1] == $0 }
                }
            }
            .filter { !$0.value.isEmpty }
        }
    }

    @Test func `sending and proving`() throws {
        let found = try scans { try fixture.sync() }
        #expect(found.isEmpty, "\(found)")
        let foundByCheck = try scans { _ = try fixture.check() }
        #expect(foundByCheck.isEmpty, "\(foundByCheck)")
    }

    @Test func `leaving and coming back`() throws {
        let library = fixture.library
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        // One statement chooses many files that leave.
        try library.space.freeSpace()
        let away = try library.originals.elsewhere(library.originals.resourcesThatLeft())
        #expect(away.count == Self.count)
        let found = try scans { try library.transfers.makeLocal(away, access: NetworkAccess()) }
        #expect(found.isEmpty, "\(found)")
    }

    @Test func `a file that left is looked for in remotes once before it is refused`() throws {
        let library = fixture.library
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        try library.space.freeSpace()
        let away = try library.originals.elsewhere(library.originals.resourcesThatLeft())
        let first = try #require(away.first)
        let statements = tracer.statements {
            let error = #expect(throws: StoreError.self) {
                _ = try library.transfers.openFile(of: first, nil)
            }
            #expect(error?.code == .fileElsewhere)
        }
        let asked = statements.filter { $0.contains("object.stored_date NOT NULL") }
        #expect(asked.count == 1)
    }

    @Test func `chosen files leave without a look at all files`() throws {
        let library = fixture.library
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        let rows = try library.core.onWriter { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM resource ORDER BY id LIMIT 2")
        }
        var released = 0
        let statements = try tracer.statements {
            released = try library.space.freeSpace(among: Set(rows)).released.count
        }
        #expect(released == 2)
        let choosing = statements.filter { $0.contains("remote.sent_date NOT NULL") }
        #expect(!choosing.isEmpty && choosing.allSatisfy { $0.contains("photokit_rows") })
    }

    @Test func `files of forgotten sources are looked up at once`() throws {
        let library = fixture.library
        try fixture.sync()
        try library.core.onWriter { db in
            try db.execute(
                sql: "UPDATE asset SET traits = traits | ?",
                arguments: [AssetTraits.offline.rawValue]
            )
            try db.execute(sql: "UPDATE resource SET inode = NULL, status_change = NULL")
        }
        for name in try library.originals() {
            try FileManager.default.removeItem(at: library.layout.original(name))
        }
        var fetch = SourceFileFetch()
        let statements = try tracer.statements {
            fetch = try LibraryHealing(library).fetchSourceFiles(ofAssets: nil)
        }
        #expect(fetch.fetched.count == Self.count && fetch.missing.isEmpty)
        let asked = statements.filter { $0.contains("SELECT remote_id, stored_date NOT NULL") }
        #expect(asked.isEmpty)
    }

    @Test func `planted: a statement that reads all objects is noticed`() throws {
        let library = fixture.library
        try fixture.sync()
        let found = try scans {
            for _ in 0..<Self.count {
                try library.core.onWriter { db in
                    try db.execute(
                        sql: "SELECT 1 FROM remote_object WHERE problem = ?",
                        arguments: [1]
                    )
                }
            }
        }
        #expect(found.count == 1)
    }
}
