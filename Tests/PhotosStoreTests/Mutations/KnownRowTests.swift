import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Blocks whose requests say which rows their assets have.
@Suite(.permit) struct KnownRowTests {
    private final class Statements: Sendable {
        private let list = Mutex<[String]>([])
        func add(_ statement: String) { list.withLock { $0.append(statement) } }
        func taken() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    private let statements = Statements()
    private let library: Library
    private let assets: [UUID]
    private let rows: [Int64]

    init() throws {
        var environment = EngineEnvironment.test()
        environment.trace = { [statements] in statements.add($0) }
        library = try Library.inMemory(environment: environment)
        assets = try library.addPictures(4)
        let known = try library.records.rows(of: assets, in: .asset)
        rows = assets.compactMap { known[$0] }
    }

    private func rate(_ asset: Int, row: Int64?) -> Mutation {
        var update = AssetUpdate()
        update.row = row
        update.values = [.rating: .integer(4)]
        return .updateAsset(assets[asset], update)
    }

    private var ratings: [Int] {
        get throws { try assets.map { try library.asset($0)?.rating ?? -1 } }
    }

    @Test func `The row spares the lookup by identifier`() throws {
        _ = statements.taken()
        try library.commit(rate(1, row: rows[1]))
        #expect(!statements.taken().contains { $0.contains("photokit_uuids") })
        #expect(try ratings == [0, 4, 0, 0])
    }

    @Test func `A row of another asset, or of none, changes nothing but the time`() throws {
        try library.commit(rate(1, row: rows[2]))
        try library.commit(rate(3, row: 1_000))
        #expect(try ratings == [0, 4, 0, 4])
        try library.commit(.purgeAssets([assets[1]]))
        #expect(throws: StoreError.self) { try library.commit(rate(1, row: rows[1])) }
    }

    @Test func `Members are found by their rows, and those in Recently Deleted are refused`() throws
    {
        let album = try library.addAlbum("Album")
        func append(_ indexes: Range<Int>, _ rows: [Int64]) -> Mutation {
            var edits = ListEdits(steps: [.append(indexes.map { assets[$0] })])
            edits.rows = rows
            return .editMembers(album: album, edits)
        }
        _ = statements.taken()
        try library.commit(append(0..<2, Array(rows[0..<2])))
        #expect(!statements.taken().contains { $0.contains("asset AS asked") })
        #expect(try library.members(of: album) == Array(assets[0..<2]))
        // Rows of other assets.
        try library.commit(append(2..<3, [rows[0], 1_000]))
        #expect(try library.members(of: album) == Array(assets[0..<3]))
        try library.commit(.deleteAssets([assets[3]]))
        #expect(throws: StoreError.self) { try library.commit(append(3..<4, [rows[3]])) }
        // The block itself restores the asset first.
        try library.commit(.restoreAssets([assets[3]]), append(3..<4, [rows[3]]))
        #expect(try library.members(of: album) == assets)
    }
}
