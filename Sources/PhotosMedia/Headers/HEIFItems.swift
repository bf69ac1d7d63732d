/// Finds the Exif block and the XMP packet among the items of a HEIF file.
struct HEIFItems {
    private var exifItem: Int?
    private var xmpItem: Int?
    private let locations: Range<Int64>?

    init(in items: Range<Int64>, from reader: inout BoundedReader) throws(MediaFileError) {
        locations = try BoxList.firstContent(of: "iloc", in: items, from: &reader)
        guard let box = try BoxList.firstContent(of: "iinf", in: items, from: &reader) else {
            return
        }
        let version = try reader.uint8(at: box.lowerBound)
        let entries = box.lowerBound + (version == 0 ? 6 : 8)
        guard entries <= box.upperBound else { return }
        var list = BoxList(in: entries..<box.upperBound)
        while let entry = try list.next(from: &reader) {
            guard entry.type == "infe", entry.content.count >= 12 else { continue }
            try readEntry(in: entry.content, from: &reader)
        }
    }

    private mutating func readEntry(
        in entry: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let start = entry.lowerBound
        let isLong = try reader.uint8(at: start) == 3
        let type = start + (isLong ? 10 : 8)
        switch try reader.code(at: type) {
        case "Exif":
            guard exifItem == nil else { return }
            exifItem = try identifier(at: start + 4, isLong: isLong, from: &reader)
        case "mime":
            guard xmpItem == nil else { return }
            let rest = max(0, min(96, entry.upperBound - type - 4))
            let texts = try reader.prefix(at: type + 4, count: Int(rest))
                .split(separator: 0, omittingEmptySubsequences: false)
            // The texts are the name, the content type and the encoding. Only XMP without an encoding can be read here.
            guard texts.count >= 2, texts[1].elementsEqual("application/rdf+xml".utf8),
                texts.count < 3 || texts[2].isEmpty
            else { return }
            xmpItem = try identifier(at: start + 4, isLong: isLong, from: &reader)
        default:
            break
        }
    }

    private func identifier(
        at offset: Int64,
        isLong: Bool,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int {
        isLong ? try reader.uint32(at: offset) : try reader.uint16(at: offset)
    }

    func xmpRange(from reader: inout BoundedReader) throws(MediaFileError) -> Range<Int64>? {
        guard let xmpItem else { return nil }
        return try itemRange(of: xmpItem, from: &reader)
    }

    func exifRange(from reader: inout BoundedReader) throws(MediaFileError) -> Range<Int64>? {
        guard let exifItem, let range = try itemRange(of: exifItem, from: &reader), range.count > 10
        else {
            return nil
        }
        // The item begins with the distance from there to the TIFF header.
        let distance = Int64(try reader.uint32(at: range.lowerBound))
        let start = range.lowerBound + 4 + distance
        guard start + 8 <= range.upperBound else { return nil }
        return try ExifBlock.skippingSignature(of: start..<range.upperBound, from: &reader)
    }

    /// Returns the range of an item's bytes, if they are in the file in one piece.
    private func itemRange(
        of identifier: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64>? {
        guard let box = locations else { return nil }
        var range: Range<Int64>?
        try HEIFLocations.forEachEntry(in: box, from: &reader) { entry in
            guard entry.item == identifier else { return true }
            if entry.method == 0, entry.extents.count == 1 { range = entry.extents[0] }
            return false
        }
        guard let range, range.upperBound <= reader.byteCount else { return nil }
        return range
    }
}
