import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The history of a limited client: of every change, what concerns the assets it sees.
@Suite(.permit) struct LimitedHistoryTests {
    private let pair: LibraryPair

    init() throws { pair = try LibraryPair() }

    private func kinds(since token: ChangeToken) throws -> [[ObjectChange.Kind]] {
        let (start, end) = try pair.client.history.positions(from: token)
        return try pair.client.history.changes(after: start.sequence, upTo: end.sequence)
            .map { try $0.body().objects.map(\.kind) }
    }

    private func token() throws -> ChangeToken {
        pair.client.history.token(for: try pair.client.history.currentPosition())
    }

    @Test
    func `becoming visible is an insertion, ceasing to be is a deletion, the rest is nothing`()
        throws
    {
        let pictures = try pair.owner.addPictures(4)
        try pair.limit(to: [pictures[0]])
        let token = try token()
        try pair.owner.commit(.set(pictures[1], [.isFavorite: .integer(1)]))
        #expect(try self.token() == token)
        #expect(try kinds(since: token).isEmpty)
        try pair.owner.commit(
            .set(pictures[0], [.isFavorite: .integer(1)]),
            .set(pictures[2], [.isFavorite: .integer(1)])
        )
        try pair.owner.clients.select(adding: [pictures[2]], for: pair.name)
        try pair.owner.clients.select(removing: [pictures[0]], for: pair.name)
        _ = try pair.owner.addPicture(seed: 77)
        #expect(try kinds(since: token) == [[.updated], [.inserted], [.deleted]])
    }

    @Test func `an asset into which a visible one is merged is an insertion`() throws {
        let pictures = try pair.owner.addPictures(4)
        try pair.limit(to: [pictures[1], pictures[2]])
        let token = try token()
        let result = try pair.client.records.fetch(FetchPlan(.assets))
        let heir = try #require(try pair.owner.row(of: pictures[0], in: .asset))
        let rows = try pictures.map { try #require(try pair.owner.row(of: $0, in: .asset)) }
        let inheritance = try pair.owner.duplicates.inheritance(of: heir, from: rows)
        #expect(inheritance.applications == [pair.name] && !inheritance.isPinned)
        #expect(try pair.client.duplicates.inheritance(of: heir, from: rows).applications.isEmpty)
        try pair.owner.commit(
            .set(pictures[0], [.isFavorite: .integer(1)]),
            .passOn(to: pictures[0], from: [pictures[1], pictures[3]]),
            .deleteAssets([pictures[1], pictures[3]])
        )
        #expect(try kinds(since: token) == [[.inserted, .updated]])
        #expect(try pair.owner.clients.selection(of: pair.name) == Array(pictures[0...2]))
        let end = try pair.client.history.currentPosition().sequence
        let change = try #require(try pair.client.records.forward(result, to: end))
        #expect(change.after.rows.count == 3)
        #expect(
            change.after.rows.array
                == (try pair.client.records.fetch(FetchPlan(.assets), anew: true).rows.array)
        )
        // Nobody sees the third one, so nothing is passed on again.
        try pair.owner.commit(
            .passOn(to: pictures[2], from: [pictures[3]]),
            .purgeAssets([pictures[3]])
        )
        #expect(try kinds(since: token).count == 1)
        #expect(try LibraryCheck(pair.owner).run().findings.isEmpty)
    }

    @Test func `a limited client passes on what it sees alone`() throws {
        let pictures = try pair.owner.addPictures(3)
        try pair.limit(to: [pictures[0], pictures[1]])
        try pair.client.commit(
            .passOn(to: pictures[2], from: [pictures[0]]),
            .passOn(to: pictures[0], from: [pictures[1]]),
            .deleteAssets([pictures[1]])
        )
        #expect(try pair.owner.clients.selection(of: pair.name) == Array(pictures[0...1]))
    }

    @Test func `a deleted asset keeps its name and last values for those who saw it`() throws {
        let pictures = try pair.owner.addPictures(2)
        try pair.owner.commit(.set(pictures[0], [.caption: .text("Lake")]))
        try pair.limit(to: pictures)
        let row = try #require(try pair.owner.row(of: pictures[0], in: .asset))
        let other = try #require(try pair.owner.row(of: pictures[1], in: .asset))
        try pair.owner.clients.select(removing: [pictures[0]], for: pair.name)
        try pair.owner.commit(.purgeAssets([pictures[1]]))
        let names = try pair.client.history.identifiers([row, other], in: .asset)
        #expect(names.mapValues(\.uuid) == [row: pictures[0], other: pictures[1]])
        #expect(try pair.client.records.assets([row]).records[row]?.caption == "Lake")
        // Shown again, it is as it is.
        try pair.owner.commit(.set(pictures[0], [.caption: .text("Sea")]))
        #expect(try pair.client.records.assets([row]).records[row]?.caption == "Lake")
        try pair.owner.clients.select(adding: [pictures[0]], for: pair.name)
        #expect(try pair.client.records.assets([row]).records[row]?.caption == "Sea")
    }

    @Test func `results are brought forward by what is visible of a change`() throws {
        let pictures = try pair.owner.addPictures(5)
        try pair.limit(to: Array(pictures[1...3]))
        let result = try pair.client.records.fetch(FetchPlan(.assets))
        #expect(result.rows.count == 3)
        try pair.owner.clients.select(
            adding: [pictures[4]],
            removing: [pictures[1]],
            for: pair.name
        )
        try pair.owner.commit(.deleteAssets([pictures[0]]))
        let end = try pair.client.history.currentPosition().sequence
        let change = try #require(try pair.client.records.forward(result, to: end))
        #expect(change.diff?.removed == [0])
        #expect(change.diff?.inserted == [2])
        #expect(
            change.after.rows.array
                == (try pair.client.records.fetch(FetchPlan(.assets), anew: true).rows.array)
        )
    }

    @Test func `results of one kind of access are fetched anew under another`() throws {
        let pictures = try pair.owner.addPictures(3)
        let all = try pair.client.records.fetch(FetchPlan(.assets))
        #expect(all.rows.count == 3)
        try pair.limit(to: [pictures[1]])
        let limited = try #require(
            try pair.client.records.forward(
                all,
                to: try pair.client.history.currentPosition().sequence
            )
        ).after
        #expect(limited.rows.count == 1)
        try pair.owner.clients.setAccess(.denied, for: .readWrite, of: pair.name)
        let none = try #require(
            try pair.client.records.forward(
                limited,
                to: try pair.client.history.currentPosition().sequence
            )
        ).after
        #expect(none.rows.isEmpty)
        try pair.owner.clients.setAccess(.authorized, for: .readWrite, of: pair.name)
        let again = try #require(
            try pair.client.records.forward(
                none,
                to: try pair.client.history.currentPosition().sequence
            )
        ).after
        #expect(again.rows.array == all.rows.array)
    }

    @Test func `an asset that is held is gone when nothing may be seen any more`() throws {
        let pictures = try pair.owner.addPictures(2)
        let seen = try #require(try pair.client.asset(pictures[0]))
        let start = try pair.client.history.currentPosition().sequence
        try pair.limit(to: [pictures[1]])
        let end = try pair.client.history.currentPosition().sequence
        let change = try pair.client.history.assetChange(
            seen.rowID,
            from: start,
            to: end,
            known: seen
        )
        #expect(change?.before == seen)
        #expect(change?.after == nil)
        let other = try #require(try pair.client.asset(pictures[1]))
        #expect(
            try pair.client.history.assetChange(other.rowID, from: start, to: end, known: other)
                == nil
        )
    }

    @Test func `tokens of one kind of access are of no use under another`() throws {
        let pictures = try pair.owner.addPictures(3)
        let full = try token()
        try pair.limit(to: [pictures[1]])
        #expect(throws: ChangeToken.Problem.self) { try kinds(since: full) }
        let limited = try token()
        #expect(throws: ChangeToken.Problem.self) {
            try pair.owner.history.positions(from: limited)
        }
        #expect(try kinds(since: limited).isEmpty)
        try pair.owner.clients.setAccess(.denied, for: .readWrite, of: pair.name)
        let error = #expect(throws: StoreError.self) { try kinds(since: limited) }
        #expect(error?.code == .accessDenied)
        try pair.limit(to: [pictures[1]])
        #expect(throws: ChangeToken.Problem.self) { try kinds(since: limited) }
    }

    @Test func `a token does not show how much happened elsewhere`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        try pair.limit(to: [picture])
        let first = try token()
        for number in 0..<200 { _ = try pair.owner.addPicture(seed: UInt8(number)) }
        try pair.owner.commit(.set(picture, [.isFavorite: .integer(1)]))
        let second = try token()
        // Positions that stood open would differ in their last bytes only.
        let differing = zip(first.bytes[13..<21], second.bytes[13..<21]).filter { $0 != $1 }
        #expect(differing.count > 4)
        #expect(try kinds(since: first).count == 1)
    }

    @Test func `its history is pruned by its own length`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        try pair.owner.settings.change(StoredSettings(historyCount: 3))
        try pair.limit(to: [picture])
        let early = try token()
        for number in 0..<20 { _ = try pair.owner.addPicture(seed: UInt8(number)) }
        for value in 1...3 {
            try pair.owner.commit(.set(picture, [.rating: .integer(Int64(value))]))
        }
        #expect(try kinds(since: early).count == 3)
        let late = try token()
        for value in 1...4 {
            try pair.owner.commit(.set(picture, [.rating: .integer(Int64(value - 1))]))
        }
        #expect(throws: PositionProblem.expired) { try kinds(since: early) }
        #expect(throws: PositionProblem.expired) { try kinds(since: late) }
    }
}
