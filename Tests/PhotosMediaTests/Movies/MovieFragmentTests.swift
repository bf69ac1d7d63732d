import PhotosMedia
import TestPermits
import Testing

/// The boxes of made movies, and the pictures in them.
@Suite(.permit) struct MovieFragmentTests {
    @Test func `units are found between start codes of both lengths`() {
        let bytes: [UInt8] = [0, 0, 0, 1, 9, 8, 0, 0, 1, 7, 0, 0, 0, 1, 5, 0, 0]
        #expect(H264Stream.units(bytes).map(Array.init) == [[9, 8], [7], [5]])
        #expect(H264Stream.units([1, 2, 3]).isEmpty)
        #expect(H264Stream.units([]).isEmpty)
        #expect(H264Stream.units([0, 0, 1]).isEmpty)
    }

    @Test func `a sample has lengths, and no messages of the encoder`() {
        let bytes: [UInt8] = [0, 0, 1, 6, 99, 99, 0, 0, 0, 1, 0x65, 1, 2]
        #expect(H264Stream.sample(bytes) == [0, 0, 0, 3, 0x65, 1, 2])
    }

    @Test func `parameter sets must be of the profile and level that types name`() {
        let sets: [UInt8] = [0, 0, 1, 0x67, 100, 0, 30, 5, 0, 0, 1, 0x68, 7]
        #expect(
            H264Stream.configuration(sets, level: 30) == [
                1, 100, 0, 30, 0xFF, 0xE1, 0, 5, 0x67, 100, 0, 30, 5, 1, 0, 2, 0x68, 7,
                0xFD, 0xF8, 0xF8, 0,
            ]
        )
        #expect(H264Stream.configuration(sets, level: 31) == nil)
        #expect(H264Stream.configuration([0, 0, 1, 0x68, 7], level: 30) == nil)
    }

    /// The boxes at the top of some bytes, by their names.
    private func boxes(_ bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        var offset = 0
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            guard size >= 8 else { break }
            found.append((name, offset..<offset + size))
            offset += size
        }
        return found
    }

    @Test func `a fragment is one box of times and one of data`() {
        let fragment = MovieFragment(
            number: 3,
            pictures: [.init(bytes: [1, 2], ticks: 5), .init(bytes: [3], ticks: 6)],
            firstPacket: 282,
            packets: [[7, 7, 7]]
        )
        let bytes = fragment.bytes()
        let found = boxes(bytes)
        #expect(found.map(\.name) == ["moof", "mdat"])
        #expect(found.last?.range.upperBound == bytes.count)
        #expect(Array(bytes.suffix(6)) == [1, 2, 3, 7, 7, 7])
        let inside = Array(bytes[8..<found[0].range.upperBound])
        #expect(boxes(inside).map(\.name) == ["mfhd", "traf", "traf"])
    }

    @Test func `an initialization describes the sound only where there is some`() {
        func names(soundRate: Int) -> [String] {
            let layout = MovieLayout(
                ticks: 1,
                width: 64,
                height: 64,
                level: 30,
                soundRate: soundRate
            )
            let bytes = MovieInitialization.bytes(
                layout,
                pictures: [1],
                sound: soundRate > 0 ? [0x11, 0x90] : [],
                channels: 2
            )
            let found = boxes(bytes)
            #expect(found.map(\.name) == ["ftyp", "moov"])
            return boxes(Array(bytes[found[1].range].dropFirst(8))).map(\.name)
        }
        #expect(names(soundRate: 0) == ["mvhd", "trak", "mvex"])
        #expect(names(soundRate: 48_000) == ["mvhd", "trak", "trak", "mvex"])
    }
}
