/// One directory of tags in a TIFF structure, with the numbers that its entries hold.
struct TIFFDirectory {
    struct Entry {
        let type: Int
        let count: Int
        /// Where the value stands: in the entry itself, or where the entry points.
        let valueOffset: Int64
    }

    /// Directories of real files have at most some hundred tags.
    static let maximumEntries = 1000

    /// The part of the file that offsets are relative to and may not leave.
    let block: Range<Int64>
    let endian: BoundedReader.Endian
    let entries: [Int: Entry]
    /// Where the next directory stands, relative to the block; 0 for none.
    let next: Int

    /// The first directory of a block that begins with a TIFF header.
    static func first(
        in block: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> TIFFDirectory {
        guard block.count >= 8 else { throw MediaFileError(.damaged, "its Exif block is cut off") }
        let order = try reader.uint16(at: block.lowerBound)
        let endian: BoundedReader.Endian
        switch order {
        case 0x4949: endian = .little
        case 0x4D4D: endian = .big
        default: throw MediaFileError(.damaged, "a TIFF header without a byte order")
        }
        let offset = try reader.uint32(at: block.lowerBound + 4, endian)
        return try TIFFDirectory(at: offset, in: block, endian, &reader)
    }

    /// The directory at an offset into the block.
    init(
        at offset: Int,
        in block: Range<Int64>,
        _ endian: BoundedReader.Endian,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        let start = block.lowerBound + Int64(offset)
        guard offset >= 8, start + 2 <= block.upperBound else {
            throw MediaFileError(.damaged, "a TIFF directory outside the file")
        }
        let count = try reader.uint16(at: start, endian)
        guard count <= Self.maximumEntries else {
            throw MediaFileError(.tooLarge, "a TIFF directory of \(count) tags")
        }
        var entries: [Int: Entry] = [:]
        for index in 0..<count {
            try reader.step()
            let entryStart = start + 2 + Int64(index) * 12
            guard entryStart + 12 <= block.upperBound else { break }
            let tag = try reader.uint16(at: entryStart, endian)
            let type = try reader.uint16(at: entryStart + 2, endian)
            let valueCount = try reader.uint32(at: entryStart + 4, endian)
            let (size, isTooLarge) = Self.size(of: type).multipliedReportingOverflow(by: valueCount)
            guard !isTooLarge, size > 0, entries[tag] == nil else { continue }
            var valueOffset = entryStart + 8
            if size > 4 {
                valueOffset =
                    block.lowerBound + Int64(try reader.uint32(at: entryStart + 8, endian))
            }
            guard valueOffset <= block.upperBound, Int64(size) <= block.upperBound - valueOffset
            else { continue }
            entries[tag] = Entry(type: type, count: valueCount, valueOffset: valueOffset)
        }
        self.block = block
        self.endian = endian
        self.entries = entries
        let afterEntries = start + 2 + Int64(count) * 12
        let hasNext = afterEntries + 4 <= block.upperBound
        self.next = hasNext ? try reader.uint32(at: afterEntries, endian) : 0
    }

    /// The bytes of one value of a TIFF type; 0 for an unknown type.
    private static func size(of type: Int) -> Int {
        switch type {
        case 1, 2, 6, 7, 129: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12: 8
        default: 0
        }
    }

    /// Where the value of a tag stands in the file.
    func place(of tag: Int) -> Range<Int64>? {
        guard let entry = entries[tag] else { return nil }
        let size = Int64(entry.count * Self.size(of: entry.type))
        return entry.valueOffset..<entry.valueOffset + size
    }

    /// The first value of a tag of a whole-number type.
    func integer(_ tag: Int, _ reader: inout BoundedReader) throws(MediaFileError) -> Int? {
        try integers(tag, limit: 1, &reader).first
    }

    /// The first values of a tag of a whole-number type.
    func integers(
        _ tag: Int,
        limit: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        guard let entry = entries[tag], [1, 3, 4, 13].contains(entry.type) else { return [] }
        let size = Self.size(of: entry.type)
        var values: [Int] = []
        for index in 0..<min(limit, entry.count) {
            let offset = entry.valueOffset + Int64(index * size)
            values.append(Int(try reader.unsigned(at: offset, bytes: size, endian)))
        }
        return values
    }

    /// The first values of a tag of a fraction type, as "1/250".
    func fractions(
        _ tag: Int,
        limit: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [String] {
        guard let entry = entries[tag], entry.type == 5 || entry.type == 10 else { return [] }
        var values: [String] = []
        for index in 0..<min(limit, entry.count) {
            let offset = entry.valueOffset + Int64(index * 8)
            let parts = [
                try reader.uint32(at: offset, endian), try reader.uint32(at: offset + 4, endian),
            ].map { entry.type == 10 ? Int(Int32(truncatingIfNeeded: $0)) : $0 }
            values.append("\(parts[0])/\(parts[1])")
        }
        return values
    }

    /// The text of a tag without its closing zeros, cut at `limit` bytes.
    func text(
        _ tag: Int,
        limit: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> String? {
        guard let entry = entries[tag], entry.type == 2 else { return nil }
        let bytes = try reader.bytes(at: entry.valueOffset, count: min(limit, entry.count))
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
