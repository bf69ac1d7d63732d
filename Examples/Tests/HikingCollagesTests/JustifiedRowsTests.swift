import ExampleTestSupport
import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct JustifiedRowsTests {
    private let rows = JustifiedRows(width: 1000)

    private func ratios(seed: UInt64, count: Int) -> [Double] {
        var generator = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            [0.2, 0.75, 1, 4.0 / 3, 16.0 / 9, 5].randomElement(using: &generator) ?? 1
        }
    }

    @Test(arguments: Array(0..<40))
    func `every row but the last fills the width, in order, without overlap`(seed: Int) {
        let ratios = ratios(seed: UInt64(seed), count: seed)
        let frames = rows.frames(for: ratios)
        #expect(frames.count == ratios.count)
        let tops = frames.map(\.minY)
        #expect(tops == tops.sorted())
        let last = tops.last
        for (top, row) in Dictionary(grouping: frames, by: \.minY) {
            #expect(zip(row, row.dropFirst()).allSatisfy { $1.minX - $0.maxX > rows.gap - 0.001 })
            #expect(Set(row.map { ($0.height * 1000).rounded() }).count == 1)
            #expect(row.allSatisfy { $0.maxX <= rows.width + 0.001 })
            if top != last { #expect(abs((row.last?.maxX ?? 0) - rows.width) < 0.001) }
        }
        for (ratio, frame) in zip(ratios, frames) {
            #expect(abs(frame.width / frame.height - rows.shape(of: ratio)) < 0.001)
        }
    }

    @Test func `a single picture is not blown up`() {
        let frames = rows.frames(for: [0.75])
        #expect(frames.first.map { $0.height <= rows.rowHeight * 1.4 } == true)
    }
}
