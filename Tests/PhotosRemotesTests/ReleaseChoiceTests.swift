import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ReleaseChoiceTests {
    private let day: Int64 = 86_400_000_000_000

    private func candidate(_ resource: Int64, _ bytes: Int64, day: Int64) -> ReleaseCandidate {
        ReleaseCandidate(
            resource: resource,
            file: "ab/\(resource)",
            byteCount: bytes,
            lastUse: day * self.day + resource
        )
    }

    private func chosen(_ candidates: [ReleaseCandidate], _ bytes: Int64) -> [Int64] {
        let ordered = ReleaseChoice.ordered(candidates)
        return ReleaseChoice.first(of: ordered[...], freeing: bytes, atMost: 64).map(\.resource)
    }

    @Test func `the longest unused go first`() {
        let files = [candidate(1, 10, day: 9), candidate(2, 10, day: 3), candidate(3, 10, day: 5)]
        #expect(chosen(files, 5) == [2])
        #expect(chosen(files, 10) == [2])
        #expect(chosen(files, 11) == [2, 3])
    }

    @Test func `of one day, larger ones go first`() {
        let files = [candidate(1, 10, day: 3), candidate(2, 30, day: 3), candidate(3, 10, day: 3)]
        #expect(chosen(files, 31) == [2, 1])
    }

    @Test func `nothing goes without need, and all go if they do not suffice`() {
        let files = [candidate(1, 10, day: 3), candidate(2, 30, day: 2)]
        #expect(chosen(files, 0).isEmpty)
        #expect(chosen(files, -4).isEmpty)
        #expect(chosen(files, 1_000) == [2, 1])
        #expect(chosen([], 10).isEmpty)
    }

    @Test func `no more go at once than are asked for`() {
        let files = ReleaseChoice.ordered((1...9).map { candidate($0, 10, day: $0) })
        let first = ReleaseChoice.first(of: files[...], freeing: 1_000, atMost: 4)
        #expect(first.map(\.resource) == [1, 2, 3, 4])
        let rest = files[first.endIndex...]
        #expect(
            ReleaseChoice.first(of: rest, freeing: 25, atMost: 4).map(\.resource) == [5, 6, 7]
        )
    }
}
