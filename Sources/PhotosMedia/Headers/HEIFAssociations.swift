/// Reads the properties of the items of a HEIF file (`ipma`).
enum HEIFAssociations {
    struct Use: Hashable {
        /// The number of the property, counted from 1.
        var property: Int
        /// Whether a reader that does not know the property must not show the item.
        var isEssential: Bool
    }

    /// Calls `body` for each item with its properties, in the order in which they apply, until `body` returns false.
    static func forEachItem(
        in properties: Range<Int64>,
        from reader: inout BoundedReader,
        _ body: (_ item: Int, _ uses: [Use]) -> Bool
    ) throws(MediaFileError) {
        var boxes = BoxList(in: properties)
        while let box = try boxes.next(from: &reader) {
            guard box.type == "ipma" else { continue }
            let start = box.content.lowerBound
            let isLong = try reader.uint8(at: start) != 0
            let isWide = try reader.uint8(at: start + 3) & 1 == 1
            let count = try reader.uint32(at: start + 4)
            var offset = start + 8
            for _ in 0..<count {
                try reader.step()
                let item = try isLong ? reader.uint32(at: offset) : reader.uint16(at: offset)
                offset += isLong ? 4 : 2
                let useCount = try reader.uint8(at: offset)
                offset += 1
                var uses: [Use] = []
                for _ in 0..<useCount {
                    let number = try isWide ? reader.uint16(at: offset) : reader.uint8(at: offset)
                    let flag = isWide ? 0x8000 : 0x80
                    uses.append(Use(property: number & ~flag, isEssential: number & flag != 0))
                    offset += isWide ? 2 : 1
                }
                guard body(item, uses) else { return }
                guard offset <= box.content.upperBound else { return }
            }
        }
    }
}
