import Photos
import TestPermits
import Testing

@Suite(.permit) struct FetchProgressTests {
    @Test func `files count by their bytes`() {
        var progress = FetchProgress(byteCounts: [300, 100])
        #expect(progress.note(0, 0.5) == 0.375)
        #expect(progress.note(1, 1) == 0.625)
        #expect(progress.note(0, 1) == 1)
    }

    @Test func `progress never goes back, and never beyond the end`() {
        var progress = FetchProgress(byteCounts: [10, 10])
        #expect(progress.note(0, 0.5) == 0.25)
        #expect(progress.note(0, 0.25) == nil)
        #expect(progress.note(0, .nan) == nil)
        #expect(progress.note(0, -1) == nil)
        #expect(progress.note(0, 7) == 0.5)
        #expect(progress.note(1, .infinity) == 1)
        #expect(progress.note(1, 1) == nil)
    }

    @Test(arguments: [[0], [0, 0, 5], [Int64.max, Int64.max, 1], [-3]] as [[Int64]])
    func `the end is exactly one, whatever the sizes`(_ sizes: [Int64]) {
        var progress = FetchProgress(byteCounts: sizes)
        var last: Double?
        for index in sizes.indices { last = progress.note(index, 1) ?? last }
        #expect(last == 1)
    }
}
