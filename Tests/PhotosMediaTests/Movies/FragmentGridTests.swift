import PhotosMedia
import TestPermits
import Testing

/// The times of fragments and of their sound, and the sizes and types of made movies.
@Suite(.permit) struct FragmentGridTests {
    @Test(arguments: [(0.5, 1), (2.0, 1), (2.01, 2), (5.0, 3), (1e9, 43_200), (-1, 1)])
    func `a movie has a bounded number of fragments of two seconds`(
        seconds: Double,
        count: Int
    ) {
        #expect(FragmentGrid(seconds: seconds).count == count)
        #expect(FragmentGrid(seconds: .nan).count == 1)
        #expect(FragmentGrid(seconds: .infinity).count == 43_200)
    }

    @Test(arguments: [0.3, 4.0, 5.1])
    func `fragments follow each other without gaps and end with the movie`(seconds: Double) {
        let grid = FragmentGrid(seconds: seconds)
        var end = 0
        for number in 0..<grid.count {
            let ticks = grid.ticks(ofFragment: number)
            #expect(ticks.lowerBound == end)
            end = ticks.upperBound
        }
        #expect(end == grid.ticks)
    }

    @Test(arguments: [32_000, 44_100, 48_000])
    func `each packet of sound is in the fragment in which it begins`(rate: Int) {
        let grid = FragmentGrid(seconds: 9.7)
        var next = 0
        for number in 0..<grid.count {
            let packets = grid.packets(ofFragment: number, rate: rate)
            #expect(packets.lowerBound == next)
            let begin = Double(packets.lowerBound * 1_024) / Double(rate)
            #expect(begin >= Double(2 * number) && begin < Double(2 * number) + 0.04)
            next = packets.upperBound
        }
        #expect(Double((next - 1) * 1_024) / Double(rate) < 9.7)
        #expect(Double(next * 1_024) / Double(rate) >= 9.7)
    }

    @Test func `types name the profile, the level and the sound`() {
        var layout = MovieLayout(
            ticks: 1,
            width: 1_920,
            height: 1_080,
            level: 40,
            soundRate: 44_100
        )
        #expect(layout.mimeType == "video/mp4; codecs=\"avc1.640028, mp4a.40.2\"")
        layout.soundRate = 0
        layout.level = 52
        #expect(layout.mimeType == "video/mp4; codecs=\"avc1.640034\"")
    }

    @Test func `sizes are upright, even, and no longer than wanted`() {
        func size(
            _ width: Int,
            _ height: Int,
            aspect: Double = 1,
            turned: Bool = false,
            _ side: Int
        ) -> [Int] {
            let size = MovieMeasures.shownSize(
                of: PixelSize(width: width, height: height),
                aspect: aspect,
                swapsSides: turned,
                longestSide: side
            )
            return [size.width, size.height]
        }
        #expect(size(3_840, 2_160, 1_280) == [1_280, 720])
        #expect(size(3_840, 2_160, turned: true, 1_280) == [720, 1_280])
        #expect(size(321, 179, 1_280).allSatisfy { $0.isMultiple(of: 2) })
        #expect(size(720, 576, aspect: 16.0 / 15, 1_920) == [768, 576])
        #expect(size(720, 480, aspect: 8.0 / 9, 1_920) == [720, 540])
        #expect(size(100_000, 1, 640) == [640, 2])
    }

    @Test func `levels suffice for the size and the rate`() {
        func level(_ width: Int, _ height: Int, _ rate: Int) -> Int {
            MovieMeasures.level(of: PixelSize(width: width, height: height), frameRate: rate)
        }
        #expect(level(640, 360, 30) == 30)
        #expect(level(1_280, 720, 30) == 31)
        #expect(level(1_920, 1_080, 30) == 40)
        #expect(level(1_080, 1_920, 60) == 42)
        #expect(level(3_840, 2_160, 60) == 52)
    }

    @Test func `a worker's layout must be possible`() {
        let good = MovieLayout(ticks: 1, width: 640, height: 360, level: 30, soundRate: 0)
        #expect(good.isPossible(longestSide: 640))
        #expect(!good.isPossible(longestSide: 320))
        let changes: [(inout MovieLayout) -> Void] = [
            { $0.ticks = 0 }, { $0.ticks = .max }, { $0.width = 641 }, { $0.height = -2 },
            { $0.level = 7 }, { $0.soundRate = 3 },
        ]
        for change in changes {
            var bad = good
            change(&bad)
            #expect(!bad.isPossible(longestSide: 640))
        }
    }
}
