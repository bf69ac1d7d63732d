import Foundation

extension TestMovie {
    /// Returns a movie in QuickTime that shows one JPEG picture ten times a second.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - size: Its size in pixels.
    ///   - count: How many frames the movie has, each with its own bytes.
    /// - Returns: The file.
    static func frames(_ frame: Data, size: (width: Int, height: Int), count: Int) -> Data {
        let type = box("ftyp", joined([text("qt  "), number(0), text("qt  ")]))
        // Offsets have a fixed width, so the first attempt gives the length of the description.
        let length = description(frame, size, count, offset: 0).count
        let description = description(frame, size, count, offset: type.count + length + 8)
        let data = joined(Array(repeating: frame, count: count))
        return joined([type, description, box("mdat", data)])
    }

    private static let frameTicks = 60

    /// Joins parts: the compiler takes long over sums of many.
    private static func joined(_ parts: [Data]) -> Data { Data(parts.joined()) }

    private static func description(
        _ frame: Data,
        _ size: (width: Int, height: Int),
        _ count: Int,
        offset: Int
    ) -> Data {
        let duration = number(UInt32(frameTicks * count))
        let clock: Data = joined([Data(count: 12), number(600), duration])
        let numbers: [UInt32] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
        let matrix: Data = joined(numbers.map { number($0) })
        let movie: [Data] = [
            clock, number(0x10000), Data([1, 0]), Data(count: 10), matrix, Data(count: 24),
            number(2),
        ]
        let sides: [Data] = [number(UInt32(size.width << 16)), number(UInt32(size.height << 16))]
        let track: [Data] = [
            number(7), Data(count: 8), number(1), number(0), duration, Data(count: 16), matrix,
        ]
        let references: [Data] = [number(0), number(1), box("url ", number(1))]
        let information: [Data] = [
            box("vmhd", joined([number(1), Data(count: 8)])),
            box("dinf", box("dref", joined(references))),
            box("stbl", table(frame, size, count, offset: offset)),
        ]
        let handler: [Data] = [number(0), text("mhlrvide"), Data(count: 13)]
        let media: [Data] = [
            box("mdhd", joined([clock, number(0x55C4_0000)])), box("hdlr", joined(handler)),
            box("minf", joined(information)),
        ]
        let boxes: [Data] = [box("tkhd", joined(track + sides)), box("mdia", joined(media))]
        return box("moov", joined([box("mvhd", joined(movie)), box("trak", joined(boxes))]))
    }

    private static func table(
        _ frame: Data,
        _ size: (width: Int, height: Int),
        _ count: Int,
        offset: Int
    ) -> Data {
        let entry: [Data] = [
            Data(count: 6), Data([0, 1]), Data(count: 16),
            number(UInt32(size.width << 16 | size.height)), number(0x48_0000), number(0x48_0000),
            number(0), Data([0, 1]), Data(count: 32), number(24 << 16 | 0xFFFF),
        ]
        let frames = number(UInt32(count))
        let length = number(UInt32(frame.count))
        let ticks = number(UInt32(frameTicks))
        let none = number(0)
        let one = number(1)
        let boxes: [Data] = [
            box("stsd", joined([none, one, box("jpeg", joined(entry))])),
            box("stts", joined([none, one, frames, ticks])),
            box("stsc", joined([none, one, one, frames, one])),
            box("stsz", joined([none, length, frames])),
            box("stco", joined([none, one, number(UInt32(offset))])),
        ]
        return joined(boxes)
    }
}
