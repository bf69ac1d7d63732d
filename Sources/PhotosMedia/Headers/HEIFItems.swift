/// Finds the Exif block among the items of a HEIF file.
enum HEIFItems {
    static func exif(
        in items: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64>? {
        guard let identifier = try item(of: "Exif", in: items, &reader),
            let place = try place(of: identifier, in: items, &reader), place.count > 10
        else { return nil }
        // The item begins with the distance from there to the TIFF header.
        let distance = Int64(try reader.uint32(at: place.lowerBound))
        let start = place.lowerBound + 4 + distance
        guard start + 8 <= place.upperBound else { return nil }
        return try ExifBlock.skippingSignature(start..<place.upperBound, &reader)
    }

    private static func item(
        of type: FourCharacterCode,
        in items: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Int? {
        guard let box = try BoxList.first("iinf", in: items, &reader) else { return nil }
        let version = try reader.uint8(at: box.lowerBound)
        let entries = box.lowerBound + (version == 0 ? 6 : 8)
        guard entries <= box.upperBound else { return nil }
        var list = BoxList(in: entries..<box.upperBound)
        while let entry = try list.next(&reader) {
            guard entry.type == "infe", entry.content.count >= 12 else { continue }
            let start = entry.content.lowerBound
            switch try reader.uint8(at: start) {
            case 2:
                if try reader.code(at: start + 8) == type {
                    return try reader.uint16(at: start + 4)
                }
            case 3:
                if try reader.code(at: start + 10) == type {
                    return try reader.uint32(at: start + 4)
                }
            default:
                break
            }
        }
        return nil
    }

    /// Where an item's bytes stand, if they stand in the file in one piece.
    private static func place(
        of identifier: Int,
        in items: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64>? {
        guard let box = try BoxList.first("iloc", in: items, &reader) else { return nil }
        let version = try reader.uint8(at: box.lowerBound)
        let sizes = try reader.uint16(at: box.lowerBound + 4)
        let offsetSize = sizes >> 12 & 15
        let lengthSize = sizes >> 8 & 15
        let baseSize = sizes >> 4 & 15
        let indexSize = version == 0 ? 0 : sizes & 15
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
        else { return nil }
        let wide = version == 2
        var cursor = box.lowerBound + 6
        let count = wide ? try reader.uint32(at: cursor) : try reader.uint16(at: cursor)
        cursor += wide ? 4 : 2
        for _ in 0..<count {
            try reader.step()
            let found = wide ? try reader.uint32(at: cursor) : try reader.uint16(at: cursor)
            cursor += wide ? 4 : 2
            let method = version == 0 ? 0 : try reader.uint16(at: cursor) & 15
            cursor += version == 0 ? 2 : 4
            let base = try number(at: cursor, bytes: baseSize, &reader)
            cursor += Int64(baseSize)
            let extents = try reader.uint16(at: cursor)
            cursor += 2
            if found == identifier {
                guard method == 0, extents == 1 else { return nil }
                cursor += Int64(indexSize)
                let offset = try number(at: cursor, bytes: offsetSize, &reader)
                let length = try number(
                    at: cursor + Int64(offsetSize),
                    bytes: lengthSize,
                    &reader
                )
                let (start, overflow) = base.addingReportingOverflow(offset)
                guard !overflow, start <= reader.byteCount, length <= reader.byteCount - start
                else { return nil }
                return start..<start + length
            }
            cursor += Int64(extents) * Int64(indexSize + offsetSize + lengthSize)
            guard cursor <= box.upperBound else { return nil }
        }
        return nil
    }

    private static func number(
        at offset: Int64,
        bytes count: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Int64 {
        guard count > 0 else { return 0 }
        let value = try reader.unsigned(at: offset, bytes: count)
        return Int64(clamping: value)
    }
}
