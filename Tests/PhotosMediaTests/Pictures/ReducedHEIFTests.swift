import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files that libheif refuses for what stands beside the picture: newer phones write such.
@Suite(.permit) struct ReducedHEIFTests {
    /// What stands beside a picture, and how its file says where everything is.
    struct Surroundings: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout AssembledHEIF) -> Void
    }

    static let surroundings = [
        Surroundings(testDescription: "an auxiliary picture of two others") { $0.auxiliaries = 1 },
        Surroundings(testDescription: "twenty auxiliary pictures") { $0.auxiliaries = 20 },
        Surroundings(testDescription: "metadata of an unknown item") {
            $0.describesUnknownItem = true
        },
        Surroundings(testDescription: "places of version 1, in pieces, the grid in the item list") {
            $0.auxiliaries = 3
            $0.locationVersion = 1
        },
        Surroundings(testDescription: "places of version 2, long identifiers") {
            $0.describesUnknownItem = true
            $0.locationVersion = 2
        },
        Surroundings(testDescription: "tiles in another order") {
            $0.auxiliaries = 2
            $0.describesUnknownItem = true
            $0.isShuffled = true
        },
        Surroundings(testDescription: "a turned picture") {
            $0.auxiliaries = 2
            $0.turns = 1
        },
    ]

    private static let drawn = Golden.gradient(192, 128)

    /// The file with nothing beside its picture.
    private static let plain = [8, 10].reduce(into: [Int: Result<AssembledHEIF, any Error>]()) {
        files,
        bits in
        files[bits] = Result {
            try AssembledHEIF(
                drawn,
                columns: 3,
                rows: 2,
                size: PixelSize(width: 180, height: 120),
                bits: bits
            )
        }
    }

    @Test(arguments: [8, 10])
    func `a grid without anything beside it comes out as it was drawn`(bits: Int) throws {
        let file = try #require(Self.plain[bits]).get()
        let picture = try Golden.picture(file.data())
        #expect(picture.width == 180 && picture.height == 120)
        let corner = Golden.pixel(picture, 179, 119)
        #expect(corner[0] > 225 && corner[1] > 225)
    }

    @Test(arguments: surroundings, [8, 10])
    func `what stands beside a picture does not change it`(
        surroundings: Surroundings,
        bits: Int
    ) throws {
        var file = try #require(Self.plain[bits]).get()
        var same = file
        surroundings.change(&file)
        same.turns = file.turns
        let picture = try Golden.picture(file.data())
        #expect(picture == (try Golden.picture(same.data())))
        let small = try Golden.picture(file.data(), .about(longSide: 64))
        #expect(small == (try Golden.picture(same.data(), .about(longSide: 64))))
    }

    @Test func `damage anywhere ends in a smaller file or an error`() throws {
        var file = try #require(Self.plain[8]).get()
        file.auxiliaries = 3
        file.describesUnknownItem = true
        var random = SeededNumbers(seed: 17)
        for version in 0...2 {
            file.locationVersion = version
            (file.tilesOfStatedSize, file.statesSize) = version == 1 ? (2, false) : (nil, true)
            let sample = file.data()
            let end = try #require(sample.firstRange(of: Array("mdat".utf8))).lowerBound
            #expect(try HEIFReduction(sample).byteCount < sample.count)
            for _ in 0..<3_000 {
                var damaged = sample
                for _ in 0...random.number(below: 4) {
                    let value = UInt8(truncatingIfNeeded: random.next())
                    damaged[random.number(below: end)] =
                        [0, 1, 0x7F, 0xFF, value][random.number(below: 5)]
                }
                if random.chance(0.2) { damaged.removeLast(random.number(below: damaged.count)) }
                guard let reduction = try? HEIFReduction(damaged) else { continue }
                #expect(reduction.byteCount <= damaged.count + BoundedReader.byteBudget)
                var reduced = [UInt8](repeating: 0, count: reduction.byteCount)
                reduced.withUnsafeMutableBytes { buffer in
                    damaged.withUnsafeBytes { reduction.write(from: $0, into: buffer) }
                }
                _ = try? MediaHeader.read(from: reduced)
            }
        }
    }

    @Test func `a part that is missing is damage, and tiles cannot share bytes without end`() throws
    {
        var file = try #require(Self.plain[8]).get()
        file.auxiliaries = 1
        file.tiles[4].picture = []
        #expect(throws: MediaFileError.self) { try Golden.picture(file.data()) }
    }
}
