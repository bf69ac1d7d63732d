/// The number of tiles of a picture, and the size of the whole.
struct HEIFGrid: Hashable {
    let rows: Int
    let columns: Int
    /// The last tiles of a row or column may stand out beyond it.
    let size: PixelSize

    /// - Throws: `MediaFileError` where the item is cut off.
    init(_ item: HEIFContainer.Item, from reader: inout BoundedReader) throws(MediaFileError) {
        // Its bytes may stand in pieces.
        var bytes: [UInt8] = []
        for extent in item.extents where bytes.count < 12 {
            let count = min(12 - bytes.count, Int(clamping: extent.count))
            bytes += try reader.bytes(at: extent.lowerBound, count: count)
        }
        let isLong = bytes.count > 1 && bytes[1] & 1 == 1
        let side = isLong ? 4 : 2
        guard bytes.count >= 4 + 2 * side else {
            throw MediaFileError(.damaged, "the list of its tiles is cut off")
        }
        func number(_ start: Int) -> Int {
            bytes[start..<start + side].reduce(0) { $0 << 8 | Int($1) }
        }
        rows = Int(bytes[2]) + 1
        columns = Int(bytes[3]) + 1
        size = PixelSize(width: number(4), height: number(4 + side))
    }

    /// Whether tiles of a size fill the whole.
    func isCovered(by tile: PixelSize) -> Bool {
        let (width, isTooWide) = tile.width.multipliedReportingOverflow(by: columns)
        let (height, isTooHigh) = tile.height.multipliedReportingOverflow(by: rows)
        return !isTooWide && !isTooHigh && width >= size.width && height >= size.height
    }
}
