import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Exactly one frame stands for a burst, whatever becomes of its frames.
@Suite(.permit) struct BurstRepresentativeTests {
    let clock = TestClock()
    let library: Library

    init() throws { library = try Library.temporary(clock: clock) }

    /// Frames that were taken a second after one another, the first of which stands for them.
    private func addBurst(
        _ count: Int,
        in library: Library? = nil,
        seed: UInt8 = 1
    ) throws -> [UUID] {
        let library = library ?? self.library
        let frames = (0..<count).map { _ in library.environment.makeUUID() }
        try library.commits.commit(
            ChangeBlock(
                frames.enumerated().map { index, frame in
                    .picture(
                        frame,
                        seed: seed + UInt8(index),
                        [
                            .burstIdentifier: .text("B"), .creationDate: .real(Double(index)),
                            .filename: .text("IMG_\(index).JPG"),
                            .representsBurst: .flag(index == 0),
                        ]
                    )
                }
            )
        )
        return frames
    }

    /// What usual fetches show.
    private func shown() throws -> [UUID] {
        let plan = FetchPlan(
            .assets,
            filter: .visible(includeHidden: false, includeAllBurst: false, sources: .all),
            order: [FetchPlan.SortTerm(.asset(.creationDate))]
        )
        let rows = try library.records.fetch(plan).rows.array
        let records = try library.records.assets(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }

    @Test func `the next frame stands for a burst whose representative was deleted, in one entry`()
        throws
    {
        let frames = try addBurst(3)
        #expect(try shown() == [frames[0]])
        let before = try library.history.currentPosition().sequence
        try library.commit(.deleteAssets([frames[0]]))
        #expect(try shown() == [frames[1]])
        #expect(try library.history.currentPosition().sequence == before + 1)
        #expect(try library.lastChange().objects.count == 2)
        let album = FetchPlan(
            .assets,
            filter: .all([
                .visible(includeHidden: false, includeAllBurst: false, sources: .all),
                SmartAlbum.bursts.condition(now: clock.now),
            ])
        )
        #expect(try library.records.fetch(album).rows.count == 1)
    }

    @Test func `a restored representative stands for its burst again, and alone`() throws {
        let frames = try addBurst(3)
        try library.commit(.deleteAssets([frames[0]]))
        try library.commit(.deleteAssets([frames[1]]))
        #expect(try shown() == [frames[2]])
        try library.commit(.restoreAssets([frames[1]]))
        #expect(try shown() == [frames[1]])
        try library.commit(.restoreAssets([frames[0]]))
        #expect(try shown() == [frames[0]])
        try library.commit(.deleteAssets([frames[2]]))
        try library.commit(.restoreAssets([frames[2]]))
        #expect(try shown() == [frames[0]])
    }

    @Test func `a picked frame is preferred, and a hidden one comes last`() throws {
        let frames = try addBurst(4)
        try library.commit(.set(frames[1], [.isHidden: .flag(true)]))
        try library.commit(.set(frames[3], [.burstSelection: .integer(2)]))
        try library.commit(.deleteAssets([frames[0]]))
        #expect(try library.asset(frames[3])?.representsBurst == true)
        try library.commit(.purgeAssets([frames[3]]))
        #expect(try shown() == [frames[2]])
        try library.commit(.purgeAssets([frames[2]]))
        #expect(try shown() == [])
        #expect(try library.asset(frames[1])?.representsBurst == true)
        try library.commit(.set(frames[1], [.isHidden: .flag(false)]))
        #expect(try shown() == [frames[1]])
    }

    @Test func `several frames, or all of them, are deleted at once`() throws {
        let frames = try addBurst(4)
        try library.commit(.deleteAssets(Array(frames.prefix(2))))
        #expect(try shown() == [frames[2]])
        try library.commit(.deleteAssets(frames))
        #expect(try shown() == [])
        try library.commit(.restoreAssets([frames[3]]))
        #expect(try shown() == [frames[3]])
        try library.commit(.restoreAssets(frames))
        #expect(try shown().count == 1)
        try library.commit(.purgeAssets(frames))
        #expect(try shown() == [])
    }

    @Test func `hiding the representative lets another one stand, which stays`() throws {
        let frames = try addBurst(3)
        try library.commit(.set(frames[0], [.isHidden: .flag(true)]))
        #expect(try shown() == [frames[1]])
        try library.commit(.set(frames[0], [.isHidden: .flag(false)]))
        #expect(try shown() == [frames[1]])
    }

    @Test func `whoever is said to stand for a burst does so alone`() throws {
        let frames = try addBurst(3)
        try library.commit(.set(frames[2], [.representsBurst: .flag(true)]))
        #expect(try shown() == [frames[2]])
        try library.commit(.set(frames[2], [.representsBurst: .flag(false)]))
        #expect(try shown().count == 1)
        try library.commit(.set(frames[1], [.burstIdentifier: .text("C")]))
        #expect(try library.asset(frames[1])?.representsBurst == true)
        #expect(try shown().count == 2)
        try library.commit(.set(frames[1], [.burstIdentifier: .null]))
        #expect(try library.asset(frames[1])?.burstIdentifier == nil)
    }

    @Test
    func
        `a frame that comes while the representative is in Recently Deleted stands, until that one is back`()
        throws
    {
        let frames = try addBurst(1)
        try library.commit(.deleteAssets(frames))
        let other = try library.addPicture(
            seed: 9,
            [.burstIdentifier: .text("B"), .creationDate: .real(9)]
        )
        #expect(try shown() == [other])
        try library.commit(.restoreAssets(frames))
        #expect(try shown() == frames)
        #expect(try library.asset(other)?.representsBurst == false)
    }

    @Test func `purging by age leaves one frame that stands`() throws {
        let frames = try addBurst(3)
        try library.commit(.deleteAssets([frames[0]]))
        clock.advance(days: 31)
        #expect(try library.commits.purgeExpired() == 1)
        #expect(try shown() == [frames[1]])
    }

    @Test func `deleting assets of no burst asks nothing about bursts`() throws {
        let tracer = StatementTracer()
        let library = try Library.inMemory(environment: .traced(by: tracer))
        let few = try library.addPictures(2)
        let many = try library.addPictures(50)
        let first = try tracer.statements { try library.commit(.deleteAssets(few)) }
        let second = try tracer.statements { try library.commit(.deleteAssets(many)) }
        #expect(first.allSatisfy { !$0.contains("burst_identifier =") })
        #expect(
            second.filter { $0.hasPrefix("SELECT") }.count
                <= first.filter { $0.hasPrefix("SELECT") }.count
        )
    }

    @Test func `bursts that older versions left without a representative get one`() throws {
        let folder = try TemporaryFolder()
        let old = try Library.temporary(in: folder)
        let frames = try addBurst(3, in: old)
        let path = old.layout.database.path
        old.close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: "UPDATE asset SET represents_burst = 0") }
        try queue.close()
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try library.commits.settleOldBursts() == 1)
        #expect(try frames.map { try library.asset($0)?.representsBurst } == [true, false, false])
        #expect(try library.commits.settleOldBursts() == 0)
    }

    // MARK: Limited clients

    @Test
    func
        `a limited client that deletes the representative learns nothing of frames it does not see`()
        throws
    {
        var answers: [[Bool?]] = []
        for hasMore in [false, true] {
            let pair = try LibraryPair()
            let frames = try addBurst(3, in: pair.owner)
            if hasMore {
                // By the rules this frame would come before those that the client sees.
                _ = try pair.owner.addPicture(
                    seed: 40,
                    [
                        .burstIdentifier: .text("B"), .creationDate: .real(0.5),
                        .burstSelection: .integer(2), .representsBurst: .flag(false),
                    ]
                )
            }
            try pair.limit(to: frames)
            try pair.client.commit(.deleteAssets([frames[0]]))
            answers.append(try frames.map { try pair.client.asset($0)?.representsBurst })
            #expect(try pair.owner.asset(frames[1])?.representsBurst == true)
        }
        #expect(answers[0] == answers[1])
    }

    @Test func `where a limited client sees no other frame, one that it does not see stands`()
        throws
    {
        let pair = try LibraryPair()
        let frames = try addBurst(2, in: pair.owner)
        try pair.limit(to: [frames[0]])
        try pair.client.commit(.deleteAssets([frames[0]]))
        #expect(try pair.owner.asset(frames[1])?.representsBurst == true)
        // In Recently Deleted, and nothing else.
        #expect(try pair.visible() == [frames[0]])
    }

    @Test func `a limited client's frame takes the place of none that it does not see`() throws {
        let pair = try LibraryPair()
        let frames = try addBurst(2, in: pair.owner)
        try pair.limit(to: [frames[1]])
        _ = try pair.client.addPicture(
            seed: 9,
            [.burstIdentifier: .text("B"), .creationDate: .real(-1), .representsBurst: .flag(true)]
        )
        #expect(try pair.owner.asset(frames[0])?.representsBurst == true)
        try pair.client.commit(.deleteAssets([frames[1]]))
        #expect(try pair.owner.asset(frames[0])?.representsBurst == true)
    }
}
