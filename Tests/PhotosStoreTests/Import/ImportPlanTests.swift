import Foundation
import PhotosStore
import Testing

@Suite struct ImportPlanTests {
    private func candidate(_ number: UInt8, bytes: Int64 = 10) -> ImportCandidate {
        ImportCandidate(
            file: FoundFile(
                url: URL(fileURLWithPath: "/\(number)"),
                byteCount: bytes,
                modificationDate: .distantPast
            ),
            resourceType: 1,
            checksum: [number],
            uuid: UUID()
        )
    }

    @Test func `a block is full when it has enough files`() {
        var plan = ImportPlan(limits: .init(files: 2, bytes: 1_000))
        #expect(plan.offer(candidate(1), known: nil) == .taken)
        #expect(plan.nextBlock(isLast: false) == nil)
        #expect(plan.offer(candidate(2), known: nil) == .taken)
        #expect(plan.offer(candidate(3), known: nil) == .taken)
        #expect(plan.nextBlock(isLast: false)?.map(\.checksum) == [[1], [2]])
        #expect(plan.nextBlock(isLast: false) == nil)
        #expect(plan.nextBlock(isLast: true)?.map(\.checksum) == [[3]])
        #expect(plan.nextBlock(isLast: true) == nil)
    }

    @Test func `a block never holds more bytes than allowed, but for one large file`() {
        var plan = ImportPlan(limits: .init(files: 10, bytes: 25))
        for (number, bytes) in [(1, 10), (2, 10), (3, 10), (4, 90)] as [(UInt8, Int64)] {
            #expect(plan.offer(candidate(number, bytes: bytes), known: nil) == .taken)
        }
        #expect(plan.nextBlock(isLast: false)?.map(\.checksum) == [[1], [2]])
        #expect(plan.nextBlock(isLast: false)?.map(\.checksum) == [[3]])
        #expect(plan.nextBlock(isLast: false)?.map(\.checksum) == [[4]])
    }

    @Test func `bytes that the library has are a duplicate`() {
        var plan = ImportPlan()
        let twin = UUID()
        #expect(plan.offer(candidate(1), known: twin) == .duplicate(of: twin))
        #expect(plan.nextBlock(isLast: true) == nil)
    }

    @Test func `bytes that wait for their block are undecided until it is committed`() {
        var plan = ImportPlan()
        let (first, second) = (candidate(1), candidate(1))
        #expect(plan.offer(first, known: nil) == .taken)
        #expect(plan.offer(second, known: nil) == .undecided)
        #expect(plan.nextBlock(isLast: true) == [first])
        // The first was refused after all: the second gets its chance.
        #expect(plan.offer(second, known: nil) == .taken)
    }

    @Test func `duplicates are taken when they are asked for`() {
        var plan = ImportPlan(takesDuplicates: true)
        #expect(plan.offer(candidate(1), known: UUID()) == .taken)
        #expect(plan.offer(candidate(1), known: nil) == .taken)
        #expect(plan.nextBlock(isLast: true)?.count == 2)
    }

    @Test func `what is left is told from the rate so far`() {
        var progress = ImportProgress()
        #expect(progress.remaining == nil)
        progress.bytesDone = 100
        progress.bytesTotal = 400
        progress.elapsed = 2
        #expect(progress.bytesPerSecond == 50)
        #expect(progress.remaining == 6)
    }
}
