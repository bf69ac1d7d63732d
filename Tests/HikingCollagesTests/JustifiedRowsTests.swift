import Foundation
import HikingCollagesKit
import PhotosTestSupport
import Testing

@Suite struct JustifiedRowsTests {
    private let rows = JustifiedRows(width: 1000)

    private func pictures(seed: UInt64, count: Int) -> [JustifiedRows.Picture] {
        var generator = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            .init(
                aspectRatio: [0.2, 0.75, 1, 4.0 / 3, 16.0 / 9, 5].randomElement(using: &generator)
                    ?? 1,
                isFavorite: Int.random(in: 0..<6, using: &generator) == 0
            )
        }
    }

    @Test(arguments: Array(0..<40))
    func `every row but the last fills the width, in order, without overlap`(seed: Int) {
        let pictures = pictures(seed: UInt64(seed), count: seed)
        let frames = rows.frames(for: pictures)
        #expect(frames.count == pictures.count)
        let tops = frames.map(\.minY)
        #expect(tops == tops.sorted())
        let last = tops.last
        for (top, row) in Dictionary(grouping: frames, by: \.minY) {
            #expect(zip(row, row.dropFirst()).allSatisfy { $1.minX - $0.maxX > rows.gap - 0.001 })
            #expect(Set(row.map { ($0.height * 1000).rounded() }).count == 1)
            #expect(row.allSatisfy { $0.maxX <= rows.width + 0.001 })
            if top != last { #expect(abs((row.last?.maxX ?? 0) - rows.width) < 0.001) }
        }
        for (picture, frame) in zip(pictures, frames) {
            #expect(abs(frame.width / frame.height - rows.shape(of: picture)) < 0.001)
        }
    }

    @Test func `a favourite gets a higher row`() {
        var pictures = [JustifiedRows.Picture](repeating: .init(aspectRatio: 4.0 / 3), count: 20)
        pictures[9].isFavorite = true
        let frames = rows.frames(for: pictures)
        #expect(frames[9].height > 1.25 * frames[0].height)
    }

    @Test func `a single picture is not blown up`() {
        let frames = rows.frames(for: [.init(aspectRatio: 0.75)])
        #expect(frames.first.map { $0.height <= rows.rowHeight * 1.4 } == true)
    }
}
