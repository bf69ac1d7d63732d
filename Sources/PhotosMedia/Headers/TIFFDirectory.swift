/// A directory of tags in a TIFF structure, with the numbers in its entries.
struct TIFFDirectory {
    struct Entry {
        let type: Int
        let count: Int
        /// The offset of the value: in the entry itself, or where the entry points.
        let valueOffset: Int64
    }

    /// The largest number of tags.
    ///
    /// Directories of real files have at most some hundred.
    static let maximumEntries = 1000

    /// The part of the file that offsets are relative to and must not leave.
    let block: Range<Int64>
    let endian: BoundedReader.Endian
    /// Whether offsets and counts have eight bytes, as in BigTIFF.
    let isBig: Bool
    let entries: [Int: Entry]
    /// The offset of the next directory, relative to the block; 0 for none.
    let next: Int

    /// Reads the first directory of a block that begins with a TIFF header.
    static func first(
        in block: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> TIFFDirectory {
        guard block.count >= 8 else { throw MediaFileError(.damaged, "its Exif block is cut off") }
        let order = try reader.uint16(at: block.lowerBound)
        let endian: BoundedReader.Endian
        switch order {
        case 0x4949: endian = .little
        case 0x4D4D: endian = .big
        default: throw MediaFileError(.damaged, "a TIFF header without a byte order")
        }
        let isBig = try reader.uint16(at: block.lowerBound + 2, endian) == 43
        let pointer = block.lowerBound + (isBig ? 8 : 4)
        guard
            let offset = try number(
                at: pointer,
                width: isBig ? 8 : 4,
                endian: endian,
                from: &reader
            )
        else {
            throw MediaFileError(.damaged, "a TIFF directory outside the file")
        }
        return try TIFFDirectory(at: offset, in: block, endian: endian, isBig: isBig, from: &reader)
    }

    /// Reads another directory of the same block.
    func directory(
        at offset: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> TIFFDirectory {
        try TIFFDirectory(at: offset, in: block, endian: endian, isBig: isBig, from: &reader)
    }

    /// Reads the directory at an offset into the block.
    init(
        at offset: Int,
        in block: Range<Int64>,
        endian: BoundedReader.Endian,
        isBig: Bool = false,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        // Offsets, counts, pointers and the values inside entries have more bytes in BigTIFF.
        let (head, width) = isBig ? (8, 8) : (2, 4)
        let size = Int64(4 + 2 * width)
        guard offset >= 8, Int64(offset) <= Int64(block.count) - Int64(head) else {
            throw MediaFileError(.damaged, "a TIFF directory outside the file")
        }
        let start = block.lowerBound + Int64(offset)
        let count = try Self.number(at: start, width: head, endian: endian, from: &reader) ?? .max
        guard count <= Self.maximumEntries else {
            throw MediaFileError(.tooLarge, "a TIFF directory of \(count) tags")
        }
        var entries: [Int: Entry] = [:]
        for index in 0..<count {
            try reader.step()
            let entryStart = start + Int64(head) + Int64(index) * size
            guard entryStart + size <= block.upperBound else { break }
            let tag = try reader.uint16(at: entryStart, endian)
            guard entries[tag] == nil,
                let entry = try Self.entry(
                    at: entryStart,
                    in: block,
                    endian: endian,
                    width: width,
                    from: &reader
                )
            else { continue }
            entries[tag] = entry
        }
        self.block = block
        self.endian = endian
        self.isBig = isBig
        self.entries = entries
        let afterEntries = start + Int64(head) + Int64(count) * size
        let hasNext = afterEntries + Int64(width) <= block.upperBound
        self.next =
            hasNext
            ? try Self.number(at: afterEntries, width: width, endian: endian, from: &reader) ?? 0
            : 0
    }

    /// Returns an entry; nil if its value has an unknown type or lies outside the block.
    private static func entry(
        at start: Int64,
        in block: Range<Int64>,
        endian: BoundedReader.Endian,
        width: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Entry? {
        let type = try reader.uint16(at: start + 2, endian)
        guard let count = try number(at: start + 4, width: width, endian: endian, from: &reader)
        else { return nil }
        let (size, isTooLarge) = size(of: type).multipliedReportingOverflow(by: count)
        guard !isTooLarge, size > 0 else { return nil }
        var valueOffset = start + 4 + Int64(width)
        if size > width {
            guard
                let offset = try number(
                    at: valueOffset,
                    width: width,
                    endian: endian,
                    from: &reader
                ),
                offset <= block.count
            else { return nil }
            valueOffset = block.lowerBound + Int64(offset)
        }
        guard Int64(size) <= block.upperBound - valueOffset else { return nil }
        return Entry(type: type, count: count, valueOffset: valueOffset)
    }

    /// Reads a number; returns nil if it does not fit `Int`.
    private static func number(
        at offset: Int64,
        width: Int,
        endian: BoundedReader.Endian,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int? {
        Int(exactly: try reader.unsigned(at: offset, bytes: width, endian))
    }

    /// Returns the number of bytes of one value of a TIFF type; 0 for an unknown type.
    private static func size(of type: Int) -> Int {
        switch type {
        case 1, 2, 6, 7, 129: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 0
        }
    }

    /// Returns the range of a tag's value in the file.
    func range(of tag: Int) -> Range<Int64>? {
        guard let entry = entries[tag] else { return nil }
        let size = Int64(entry.count * Self.size(of: entry.type))
        return entry.valueOffset..<entry.valueOffset + size
    }

    /// Returns the first value of a tag with a whole-number type.
    func integer(of tag: Int, from reader: inout BoundedReader) throws(MediaFileError) -> Int? {
        try integers(of: tag, limit: 1, from: &reader).first
    }

    /// Returns the first values of a tag with a whole-number type.
    func integers(
        of tag: Int,
        limit: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        guard let entry = entries[tag], [1, 3, 4, 13, 16, 18].contains(entry.type) else {
            return []
        }
        let size = Self.size(of: entry.type)
        var values: [Int] = []
        for index in 0..<min(limit, entry.count) {
            let offset = entry.valueOffset + Int64(index * size)
            guard
                let value = try Self.number(at: offset, width: size, endian: endian, from: &reader)
            else { break }
            values.append(value)
        }
        return values
    }

    /// Returns the first values of a tag with a fraction type, as "1/250".
    func fractions(
        of tag: Int,
        limit: Int,
        from reader: inout BoundedReader
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

    /// Returns the first values of a tag with any number type except fractions, as texts.
    func numbers(
        of tag: Int,
        limit: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [String] {
        guard let entry = entries[tag] else { return [] }
        let size = Self.size(of: entry.type)
        var values: [String] = []
        for index in 0..<min(limit, entry.count) {
            let offset = entry.valueOffset + Int64(index * size)
            let bits = try reader.unsigned(at: offset, bytes: size, endian)
            switch entry.type {
            case 1, 3, 4, 13: values.append("\(bits)")
            case 6: values.append("\(Int8(truncatingIfNeeded: bits))")
            case 8: values.append("\(Int16(truncatingIfNeeded: bits))")
            case 9: values.append("\(Int32(truncatingIfNeeded: bits))")
            case 11: values.append("\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))")
            case 12: values.append("\(Double(bitPattern: bits))")
            default: return []
            }
        }
        return values
    }

    /// Returns the text of a tag without its closing zeros, cut at `limit` bytes.
    func text(
        of tag: Int,
        limit: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> String? {
        guard let entry = entries[tag], entry.type == 2 else { return nil }
        let bytes = try reader.bytes(at: entry.valueOffset, count: min(limit, entry.count))
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
