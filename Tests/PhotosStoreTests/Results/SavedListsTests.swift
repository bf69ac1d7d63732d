import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A library on disk whose results are saved from a few hundred rows on.
@Suite(.permit) struct SavedListsTests {
    let folder: TemporaryFolder
    let tracer = StatementTracer()
    let plan = FetchPlan(
        .assets,
        filter: .visible(includeHidden: false, includeAllBurst: false, sources: .userLibrary),
        order: [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)]
    )

    init() throws { folder = try TemporaryFolder() }

    private var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }

    private func open(_ root: URL? = nil, mode: LibraryCore.Mode = .readWrite) throws -> Library {
        var environment = EngineEnvironment.traced(by: tracer)
        environment.smallestSavedList = 500
        return try Library.open(
            root ?? self.root,
            mode: mode,
            create: mode == .readWrite,
            environment: environment
        )
    }

    /// A library of 3,000 assets whose result has been saved; gives their identifiers.
    private func prepare() throws -> [UUID] {
        let library = try open()
        let uuids = (0..<3_000).map { _ in UUID() }
        let creations = uuids.enumerated().map { index, uuid in
            var update = AssetUpdate()
            update.values = [
                .creationDate: .real(Double(index % 1_000)), .mediaType: .integer(1),
            ]
            return Mutation.createAsset(AssetCreation(uuid: uuid, update: update))
        }
        try library.commits.fill([ChangeBlock(creations)])
        #expect(try library.records.fetch(plan).rows.count == 3_000)
        library.close()
        return uuids
    }

    private func files(_ root: URL? = nil) -> [URL] {
        let folder = (root ?? self.root).appendingPathComponent("derived/lists")
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        // One that is being written has another ending.
        return (files ?? []).filter { $0.pathExtension == "list" }
    }

    /// Whether a fetch went through the table.
    private func walks(_ body: () throws -> Void) rethrows -> Bool {
        try tracer.statements(of: body).contains { $0.contains("ORDER BY asset.creation_date") }
    }

    @Test func `A later opening fetches without going through the table`() throws {
        _ = try prepare()
        #expect(files().count == 1)
        for mode in [LibraryCore.Mode.readWrite, .readOnly] {
            let library = try open(mode: mode)
            var result: FetchSnapshot?
            #expect(try !walks { result = try library.records.fetch(plan) })
            let anew = try library.records.fetch(plan, anew: true)
            #expect(result?.rows.array == anew.rows.array)
            library.close()
        }
    }

    @Test func `What changed since is applied`() throws {
        let uuids = try prepare()
        let library = try open()
        try library.commit(
            .set(uuids[1], [.creationDate: .real(5_000)]),
            .set(uuids[2], [.isHidden: .integer(1)]),
            .deleteAssets([uuids[2_999]])
        )
        var result: FetchSnapshot?
        #expect(try !walks { result = try library.records.fetch(plan) })
        let rows = try #require(result?.rows.array)
        #expect(rows.count == 2_998)
        #expect(rows[0] == (try library.row(of: uuids[1], in: .asset)))
        #expect(rows == (try library.records.fetch(plan, anew: true).rows.array))
    }

    @Test func `A shorter result is not saved, nor one that a moment decides`() throws {
        _ = try prepare()
        let library = try open()
        let moment = FetchPlan(
            .assets,
            filter: .field(.asset(.creationDate), .less, .real(1e9)),
            order: plan.order
        )
        #expect(try library.records.fetch(moment).rows.count == 3_000)
        let short = FetchPlan(
            .assets,
            filter: .field(.asset(.mediaType), .equal, .integer(2)),
            order: plan.order
        )
        #expect(try library.records.fetch(short).rows.isEmpty)
        library.close()
        #expect(files().count == 1)
    }

    @Test func `Damage to the head of a file makes it useless`() throws {
        _ = try prepare()
        let file = try #require(files().first)
        for offset in [0, 10, 50, 75, 100, 121, 130, 200] {
            var bytes = try Data(contentsOf: file)
            bytes[offset] ^= 0x10
            try bytes.write(to: file)
            let library = try open(mode: .readOnly)
            var result: FetchSnapshot?
            #expect(try walks { result = try library.records.fetch(plan) }, "byte \(offset)")
            #expect(result?.rows.array == (try library.records.fetch(plan, anew: true).rows.array))
            library.close()
            bytes[offset] ^= 0x10
            try bytes.write(to: file)
        }
        let whole = try Data(contentsOf: file)
        try whole.prefix(100).write(to: file)
        let library = try open(mode: .readOnly)
        #expect(try walks { _ = try library.records.fetch(plan) })
    }

    @Test func `Damage to the rows is noticed when they are read, and the file goes`() throws {
        let uuids = try prepare()
        let file = try #require(files().first)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 5] ^= 1
        try bytes.write(to: file)
        let library = try open()
        let damaged = try library.records.fetch(plan)
        let rows = damaged.rows.array
        #expect(files().isEmpty)
        let right = try library.records.fetch(plan, anew: true).rows.array
        #expect(rows.count == right.count)
        // Rows that cannot be told are none, never others.
        #expect(zip(rows, right).allSatisfy { $0 == 0 || $0 == $1 })
        #expect(rows.contains(0))
        #expect(try library.records.fetch(plan).rows.array == right)
        try library.commit(.set(uuids[0], [.creationDate: .real(5_000)]))
        let end = try library.history.currentPosition().sequence
        let change = try #require(try library.records.forward(damaged, to: end))
        #expect(change.after.rows.array == (try library.records.fetch(plan, anew: true).rows.array))
        #expect(change.diff == nil)
    }

    @Test func `A check finds damage anywhere in a saved list, and a repair removes the list`()
        throws
    {
        _ = try prepare()
        let file = try #require(files().first)
        let whole = try Data(contentsOf: file)
        let library = try open()
        func found() throws -> Int {
            try LibraryCheck(library).run().findings.count { $0.code == .savedListDamaged }
        }
        #expect(try found() == 0)
        for offset in [0, 45, 130, 400, whole.count / 2, whole.count - 1] {
            var bytes = whole
            bytes[offset] ^= 4
            try bytes.write(to: file)
            #expect(try found() == 1, "byte \(offset)")
        }
        #expect(files().count == 1)
        #expect(try LibraryRepair(library).run().savedListsRemoved == 1)
        #expect(files().isEmpty)
        #expect(try found() == 0)
    }

    @Test func `A copy of the library does not take the list of the one it was copied from`() throws
    {
        _ = try prepare()
        let copy = folder.url.appendingPathComponent("Copy.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: root, to: copy)
        let library = try open(copy)
        #expect(files(copy).count == 1)
        #expect(try walks { _ = try library.records.fetch(plan) })
    }

    @Test func `A list older than the history is not brought forward`() throws {
        let uuids = try prepare()
        let library = try open()
        for index in 0..<3 { try library.commit(.set(uuids[index], [.rating: .integer(3)])) }
        try library.history.pruneHistory(through: library.history.currentPosition().sequence)
        var result: FetchSnapshot?
        #expect(try walks { result = try library.records.fetch(plan) })
        #expect(result?.rows.count == 3_000)
    }

    @Test func `A result that somebody holds is brought forward, not fetched`() throws {
        let uuids = try prepare()
        let library = try open()
        let held = try library.records.fetch(plan)
        try library.commit(.set(uuids[7], [.creationDate: .real(5_000)]))
        var later: FetchSnapshot?
        #expect(try !walks { later = try library.records.fetch(plan) })
        #expect(later?.rows.first == (try library.row(of: uuids[7], in: .asset)))
        #expect(held.rows.first != later?.rows.first)
        #expect(later?.rows.array == (try library.records.fetch(plan, anew: true).rows.array))
    }
}
