import Photos
import TestPermits
import Testing

@Suite(.permit) struct FetchProgressTests {
    @Test func `files count by their bytes`() {
        var progress = FetchProgress(byteCounts: [300, 100])
        #expect(progress.recordProgress(of: 0, fraction: 0.5) == 0.375)
        #expect(progress.recordProgress(of: 1, fraction: 1) == 0.625)
        #expect(progress.recordProgress(of: 0, fraction: 1) == 1)
    }

    @Test func `progress never goes back, and never beyond the end`() {
        var progress = FetchProgress(byteCounts: [10, 10])
        #expect(progress.recordProgress(of: 0, fraction: 0.5) == 0.25)
        #expect(progress.recordProgress(of: 0, fraction: 0.25) == nil)
        #expect(progress.recordProgress(of: 0, fraction: .nan) == nil)
        #expect(progress.recordProgress(of: 0, fraction: -1) == nil)
        #expect(progress.recordProgress(of: 0, fraction: 7) == 0.5)
        #expect(progress.recordProgress(of: 1, fraction: .infinity) == 1)
        #expect(progress.recordProgress(of: 1, fraction: 1) == nil)
    }

    @Test(arguments: [[0], [0, 0, 5], [Int64.max, Int64.max, 1], [-3]] as [[Int64]])
    func `the end is exactly one, whatever the sizes`(_ sizes: [Int64]) {
        var progress = FetchProgress(byteCounts: sizes)
        var last: Double?
        for index in sizes.indices {
            last = progress.recordProgress(of: index, fraction: 1) ?? last
        }
        #expect(last == 1)
    }
}
