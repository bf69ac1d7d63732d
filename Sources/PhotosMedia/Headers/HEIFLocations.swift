/// Reads the positions of the items of a HEIF file (`iloc`).
enum HEIFLocations {
    struct Entry {
        let item: Int
        /// The origin of the offsets: 0 for the file, 1 for the `idat` box, 2 for another item.
        let method: Int
        let extents: [Range<Int64>]
    }

    /// Calls `body` for each entry until it returns false.
    static func forEachEntry(
        in box: Range<Int64>,
        from reader: inout BoundedReader,
        _ body: (Entry) -> Bool
    ) throws(MediaFileError) {
        let version = try reader.uint8(at: box.lowerBound)
        let sizes = try reader.uint16(at: box.lowerBound + 4)
        let layout = Layout(sizes: sizes, version: version)
        guard layout.isKnown else { throw MediaFileError(.damaged, "an item list of unknown form") }
        let identifierSize: Int64 = version == 2 ? 4 : 2
        var cursor = box.lowerBound + 6
        let count = try reader.unsigned(at: cursor, bytes: Int(identifierSize))
        cursor += identifierSize
        for _ in 0..<count {
            try reader.step()
            let item = Int(try reader.unsigned(at: cursor, bytes: Int(identifierSize)))
            cursor += identifierSize
            let method = version == 0 ? 0 : try reader.uint16(at: cursor) & 15
            cursor += version == 0 ? 2 : 4
            let base = try number(at: cursor, bytes: layout.base, from: &reader)
            cursor += Int64(layout.base)
            let extentCount = try reader.uint16(at: cursor)
            cursor += 2
            var extents: [Range<Int64>] = []
            for _ in 0..<extentCount {
                if !extents.isEmpty { try reader.step() }
                extents.append(try extent(at: cursor, base: base, layout: layout, from: &reader))
                cursor += layout.extent
            }
            guard cursor <= box.upperBound else {
                throw MediaFileError(.damaged, "an item list is cut off")
            }
            guard body(Entry(item: item, method: method, extents: extents)) else { return }
        }
    }

    /// The sizes of the numbers in the list, in bytes.
    private struct Layout {
        let offset: Int
        let length: Int
        let base: Int
        let index: Int

        init(sizes: Int, version: Int) {
            offset = sizes >> 12 & 15
            length = sizes >> 8 & 15
            base = sizes >> 4 & 15
            index = version == 0 ? 0 : sizes & 15
        }

        var isKnown: Bool { [offset, length, base, index].allSatisfy { [0, 4, 8].contains($0) } }
        var extent: Int64 { Int64(index + offset + length) }
    }

    private static func extent(
        at cursor: Int64,
        base: Int64,
        layout: Layout,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64> {
        let position = cursor + Int64(layout.index)
        let offset = try number(at: position, bytes: layout.offset, from: &reader)
        let length = try number(
            at: position + Int64(layout.offset),
            bytes: layout.length,
            from: &reader
        )
        let (start, isTooFar) = base.addingReportingOverflow(offset)
        let (end, isTooLong) = start.addingReportingOverflow(length)
        guard !isTooFar, !isTooLong else {
            throw MediaFileError(.damaged, "an item lies beyond any file")
        }
        return start..<end
    }

    private static func number(
        at offset: Int64,
        bytes count: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int64 {
        guard count > 0 else { return 0 }
        return Int64(clamping: try reader.unsigned(at: offset, bytes: count))
    }
}
