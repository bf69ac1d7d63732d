extension MovieCodecs {
    private typealias Box = (type: String, content: Range<Int64>)

    /// Reads the sample descriptions of a movie in MP4 or QuickTime.
    mutating func readBoxes(_ file: inout MovieBytes) throws {
        guard let movie = try Self.first("moov", in: 0..<file.size, &file) else {
            throw MovieBytes.Unreadable()
        }
        for track in try Self.boxes(in: movie, &file) where track.type == "trak" {
            guard let media = try Self.first("mdia", in: track.content, &file),
                let handler = try Self.first("hdlr", in: media, &file),
                let information = try Self.first("minf", in: media, &file),
                let table = try Self.first("stbl", in: information, &file),
                let list = try Self.first("stsd", in: table, &file)
            else { continue }
            let kind = try file.text(at: handler.lowerBound + 8, count: 4)
            guard list.count >= 8 else { throw MovieBytes.Unreadable() }
            for sample in try Self.boxes(in: list.lowerBound + 8..<list.upperBound, &file) {
                switch kind {
                case "vide": video.insert(sample.type)
                case "soun": audio.insert(sample.type)
                default: break
                }
            }
        }
    }

    private static func first(
        _ type: String,
        in range: Range<Int64>,
        _ file: inout MovieBytes
    ) throws -> Range<Int64>? {
        var offset = range.lowerBound
        while let box = try box(at: offset, in: range, &file) {
            if box.type == type { return box.content }
            offset = box.content.upperBound
        }
        return nil
    }

    private static func boxes(in range: Range<Int64>, _ file: inout MovieBytes) throws -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while let box = try box(at: offset, in: range, &file) {
            boxes.append(box)
            offset = box.content.upperBound
        }
        return boxes
    }

    /// Returns the box at an offset; nil at the end of the range.
    private static func box(
        at offset: Int64,
        in range: Range<Int64>,
        _ file: inout MovieBytes
    ) throws -> Box? {
        // QuickTime ends some lists with four bytes of zero.
        guard offset <= range.upperBound - 8 else { return nil }
        var size = try file.number(at: offset, count: 4)
        let type = try file.text(at: offset + 4, count: 4)
        var start = offset + 8
        if size == 1 {
            size = try file.number(at: offset + 8, count: 8)
            start += 8
        } else if size == 0 {
            size = UInt64(range.upperBound - offset)
        }
        guard size >= UInt64(start - offset), size <= UInt64(range.upperBound - offset) else {
            throw MovieBytes.Unreadable()
        }
        return (type, start..<offset + Int64(size))
    }
}
