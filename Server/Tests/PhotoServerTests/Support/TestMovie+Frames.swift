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
        let type = box("ftyp", text("qt  ") + number(0) + text("qt  "))
        // Offsets have a fixed width, so the first attempt gives the length of the description.
        let length = description(frame, size, count, offset: 0).count
        let description = description(frame, size, count, offset: type.count + length + 8)
        let data = (0..<count).reduce(into: Data()) { data, _ in data += frame }
        return type + description + box("mdat", data)
    }

    private static let frameTicks = 60

    private static func description(
        _ frame: Data,
        _ size: (width: Int, height: Int),
        _ count: Int,
        offset: Int
    ) -> Data {
        let duration = number(UInt32(frameTicks * count))
        let clock = Data(count: 12) + number(600) + duration
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].map { number($0) }
            .reduce(Data(), +)
        let header = box(
            "mvhd",
            clock + number(0x10000) + Data([1, 0]) + Data(count: 10) + matrix + Data(count: 24)
                + number(2)
        )
        let sides = number(UInt32(size.width << 16)) + number(UInt32(size.height << 16))
        let track = box(
            "tkhd",
            number(7) + Data(count: 8) + number(1) + number(0) + duration + Data(count: 16)
                + matrix + sides
        )
        let references = box("dref", number(0) + number(1) + box("url ", number(1)))
        let information = box(
            "minf",
            box("vmhd", number(1) + Data(count: 8)) + box("dinf", references)
                + box("stbl", table(frame, size, count, offset: offset))
        )
        let media = box(
            "mdia",
            box("mdhd", clock + number(0x55C4_0000))
                + box("hdlr", number(0) + text("mhlrvide") + Data(count: 13)) + information
        )
        return box("moov", header + box("trak", track + media))
    }

    private static func table(
        _ frame: Data,
        _ size: (width: Int, height: Int),
        _ count: Int,
        offset: Int
    ) -> Data {
        let sides = number(UInt32(size.width << 16 | size.height))
        let entry = box(
            "jpeg",
            Data(count: 6) + Data([0, 1]) + Data(count: 16) + sides + number(0x48_0000)
                + number(0x48_0000) + number(0) + Data([0, 1]) + Data(count: 32)
                + number(24 << 16 | 0xFFFF)
        )
        let frames = number(UInt32(count))
        let length = number(UInt32(frame.count))
        return box("stsd", number(0) + number(1) + entry)
            + box("stts", number(0) + number(1) + frames + number(UInt32(frameTicks)))
            + box("stsc", number(0) + number(1) + number(1) + frames + number(1))
            + box("stsz", number(0) + length + frames)
            + box("stco", number(0) + number(1) + number(UInt32(offset)))
    }
}
