/// HEIC, HEIF and AVIF: size and turns are properties of the primary item.
enum HEIFHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let file = 0..<reader.byteCount
        guard let meta = try BoxList.first("meta", in: file, &reader) else {
            // A sequence without a still picture is described like a movie.
            return try MovieHeader.read(type, from: &reader)
        }
        let items = try skippingVersion(meta)
        guard let primary = try primaryItem(in: items, &reader),
            let properties = try BoxList.first("iprp", in: items, &reader),
            let container = try BoxList.first("ipco", in: properties, &reader)
        else { throw MediaFileError(.damaged, "a HEIF without a primary picture") }

        var all: [BoxList.Box] = []
        var list = BoxList(in: container)
        while let box = try list.next(&reader) { all.append(box) }

        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        for index in try associations(of: primary, in: properties, &reader) {
            guard index >= 1, index <= all.count else { continue }
            try apply(all[index - 1], to: &header, &reader)
        }
        header.exif = try? HEIFItems.exif(in: items, &reader)
        return header
    }

    private static func apply(
        _ property: BoxList.Box,
        to header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        let content = property.content.lowerBound
        switch property.type {
        case "ispe":
            header.storedWidth = try reader.uint32(at: content + 4)
            header.storedHeight = try reader.uint32(at: content + 8)
        case "irot":
            // Quarter turns against the clock.
            let turns: [ImageOrientation] = [.up, .left, .down, .right]
            let turn = turns[try reader.uint8(at: content) & 3]
            header.orientation = header.orientation.followed(by: turn)
        case "imir":
            let isSideways = try reader.uint8(at: content) & 1 == 1
            header.orientation = header.orientation.followed(
                by: isSideways ? .upMirrored : .downMirrored
            )
        default:
            break
        }
    }

    private static func primaryItem(
        in items: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Int? {
        guard let box = try BoxList.first("pitm", in: items, &reader) else { return nil }
        let version = try reader.uint8(at: box.lowerBound)
        return version == 0
            ? try reader.uint16(at: box.lowerBound + 4) : try reader.uint32(at: box.lowerBound + 4)
    }

    /// The property numbers of an item, counted from 1, in the order in which they apply.
    private static func associations(
        of item: Int,
        in properties: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        guard let box = try BoxList.first("ipma", in: properties, &reader) else { return [] }
        let version = try reader.uint8(at: box.lowerBound)
        let isWide = try reader.uint8(at: box.lowerBound + 3) & 1 == 1
        let count = try reader.uint32(at: box.lowerBound + 4)
        var offset = box.lowerBound + 8
        var found: [Int] = []
        for _ in 0..<count {
            try reader.step()
            let identifier =
                version == 0 ? try reader.uint16(at: offset) : try reader.uint32(at: offset)
            offset += version == 0 ? 2 : 4
            let uses = try reader.uint8(at: offset)
            offset += 1
            if identifier == item {
                for use in 0..<Int64(uses) {
                    found.append(
                        isWide
                            ? try reader.uint16(at: offset + use * 2) & 0x7FFF
                            : try reader.uint8(at: offset + use) & 0x7F
                    )
                }
                return found
            }
            offset += Int64(uses) * (isWide ? 2 : 1)
            guard offset <= box.upperBound else { break }
        }
        return found
    }

    private static func skippingVersion(
        _ range: Range<Int64>
    ) throws(MediaFileError) -> Range<Int64> {
        guard range.count >= 4 else { throw MediaFileError(.damaged, "a box is cut off") }
        return range.lowerBound + 4..<range.upperBound
    }
}
