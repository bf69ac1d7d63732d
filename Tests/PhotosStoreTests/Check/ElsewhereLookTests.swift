import PhotosStore
import TestPermits
import Testing

/// What is concluded from the answers of remotes about files that left.
@Suite(.permit) struct ElsewhereLookTests {
    private let one = RemoteObject(checksum: [1], byteCount: 10)
    private let two = RemoteObject(checksum: [2], byteCount: 20)

    private func look(
        stored: [[UInt8]: Set<Int64>],
        _ answers: ElsewhereLook.Answer...
    ) -> ElsewhereLook {
        ElsewhereLook(
            [one, two],
            stored: stored,
            remotes: answers.enumerated().map { (Int64($0.offset), "r\($0.offset)", $0.element) }
        )
    }

    @Test func `what no remote is said to have is nowhere, whatever folders show`() {
        // A folder that gave other bytes still has a file of that name and size.
        let shown = look(stored: [[2]: [0]], .shown([one, two]))
        #expect(shown.absent == [one] && shown.silences.isEmpty)
        let silent = look(stored: [:], .silent("It is away."))
        #expect(silent.absent == [one, two] && silent.silences.isEmpty)
    }

    @Test func `what a folder lacks is nowhere, unless another remote is said to have it`() {
        #expect(look(stored: [[1]: [0], [2]: [0]], .shown([two])).absent == [one])
        #expect(look(stored: [[1]: [0, 1], [2]: [0]], .shown([]), .unasked).absent == [two])
        let silent = look(stored: [[1]: [0, 1], [2]: [0]], .shown([]), .silent("It is away."))
        #expect(silent.absent == [two] && silent.unanswered == [one])
        let silence = silent.silences.first
        #expect(silence?.name == "r1" && silence?.reason == "It is away." && silence?.files == 1)
    }

    @Test func `a silent remote is named only where nobody else may have its files`() {
        let known = look(
            stored: [[1]: [0, 1], [2]: [0, 2]],
            .silent("It is away."),
            .shown([one]),
            .unasked
        )
        #expect(known.absent.isEmpty && known.silences.isEmpty)
    }
}
