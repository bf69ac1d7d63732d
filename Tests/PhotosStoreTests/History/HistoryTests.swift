import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct HistoryTests {
    let clock = TestClock()
    let library: Library

    init() throws { library = try Library.temporary(clock: clock) }

    @Test func `Changes come oldest first, in pages, with who made them and why`() throws {
        for _ in 0..<5 { try library.addPicture() }
        try library.commits.commit(
            ChangeBlock([.createCollection(UUID(), .album, title: "A")], work: .sync, author: "me")
        )
        let page = try library.history.changes(after: 1, upTo: 6, limit: 3)
        #expect(page.map(\.position.sequence) == [2, 3, 4])
        let last = try #require(try library.history.changes(after: 5, upTo: 6).first)
        #expect(last.author == "me")
        #expect(last.work == .sync)
        #expect(last.date == clock.now)
    }

    @Test
    func
        `Positions before the log are expired, beyond it of the future, and of another log diverged`()
        throws
    {
        let positions = try (0..<4).map { _ in
            try library.addPicture()
            return try library.history.currentPosition()
        }
        #expect(try library.history.checkPosition(positions[0]) == positions[3])
        #expect(
            try library.history.checkPosition(LogPosition(sequence: 0, mark: 0)) == positions[3]
        )
        try library.history.pruneHistory(through: 2)
        #expect(try library.history.oldestPosition() == positions[1])
        #expect(throws: PositionProblem.expired) { try library.history.checkPosition(positions[0]) }
        #expect(try library.history.checkPosition(positions[1]) == positions[3])
        for position in positions[1...] {
            let other = LogPosition(sequence: position.sequence, mark: position.mark + 1)
            #expect(throws: PositionProblem.diverged) { try library.history.checkPosition(other) }
        }
        #expect(throws: PositionProblem.future) {
            try library.history.checkPosition(LogPosition(sequence: 5, mark: positions[3].mark))
        }
        #expect(throws: PositionProblem.expired) { try library.history.changes(after: 1, upTo: 4) }
    }

    @Test func `Pruning everything never uses a number again`() throws {
        for _ in 0..<3 { try library.addPicture() }
        let last = try library.history.currentPosition()
        try library.history.pruneHistory(through: 1_000)
        #expect(try library.history.currentPosition() == last)
        #expect(try library.history.oldestPosition() == last)
        try library.addPicture()
        #expect(try library.history.currentPosition().sequence == 4)
        #expect(try library.history.changes(after: 3, upTo: 4).count == 1)
    }

    @Test func `Settings keep so many changes, or changes of so many days`() throws {
        for _ in 0..<6 { try library.addPicture() }
        try library.settings.change(StoredSettings(historyCount: 2))
        #expect(try library.history.oldestPosition().sequence == 4)
        try library.addPicture()
        #expect(try library.history.oldestPosition().sequence == 5)
        try library.settings.change(StoredSettings(historyDays: 10))
        clock.advance(days: 9)
        try library.addPicture()
        #expect(try library.history.oldestPosition().sequence == 5)
        clock.advance(days: 5)
        try library.addPicture()
        #expect(try library.history.oldestPosition().sequence == 7)
        #expect(try library.settings.read() == StoredSettings(historyDays: 10))
    }

    @Test func `A clock that once stood wrong prunes nothing new`() throws {
        try library.settings.change(StoredSettings(historyDays: 10))
        try library.addPicture()
        clock.advance(days: -1_000)
        try library.addPicture()
        clock.advance(days: 1_001)
        try library.addPicture()
        #expect(try library.history.oldestPosition().sequence == 0)
    }

    @Test(arguments: [
        StoredSettings(trashDays: -1), StoredSettings(historyDays: 0),
        StoredSettings(historyCount: 0),
    ])
    func `Settings that mean nothing are refused`(settings: StoredSettings) throws {
        let error = #expect(throws: StoreError.self) { try library.settings.change(settings) }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `A result older than the log is fetched again, without saying what changed`() throws
    {
        try library.addPicture()
        let snapshot = try library.records.fetch(FetchPlan(.assets))
        try library.addPicture()
        try library.addPicture()
        try library.history.pruneHistory(through: 2)
        let change = try #require(try library.records.forward(snapshot, to: 3))
        #expect(change.diff == nil)
        #expect(change.after.rows.count == 3)
    }

    @Test func `A deleted folder is known as a folder when the log has forgotten it`() throws {
        let folder = try library.addFolder()
        let row = try #require(try library.row(of: folder, in: .collection))
        try library.commit(.deleteCollections([folder], .folder))
        let name = LocalIdentifier(uuid: folder, kind: .folder)
        #expect(try library.history.identifiers([row], in: .collection) == [row: name])
        try library.addPicture()
        try library.history.pruneHistory(through: 100)
        #expect(
            try library.records.collections([row]).records[row]?.localIdentifier == name.description
        )
    }
}
