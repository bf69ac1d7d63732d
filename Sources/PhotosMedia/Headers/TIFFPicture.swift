/// The picture that one directory of a TIFF describes.
struct TIFFPicture {
    /// The width in pixels; 0 if none is stated.
    var width = 0
    var height = 0
    var isReduced = false
    var compression: Int?
    var photometric: Int?
    /// The part that is shown, counted from the first pixel of the sensor that gets light.
    var crop: (left: Int, top: Int, width: Int, height: Int)?
    /// The range of a JPEG of the picture in the file.
    var preview: Range<Int64>?
    /// The offset that identifies the page which the picture is, or belongs to.
    var page: Int64?

    /// The area as a floating-point number, which is exact enough for ranking.
    ///
    /// Sides come from 32-bit fields.
    var area: Double { Double(width) * Double(height) }

    /// Whether the picture has sensor values: one colour for each pixel, or the camera's own colours.
    var isSensor: Bool { photometric == 32_803 || photometric == 34_892 }

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(
        _ directory: TIFFDirectory,
        page: Int64?,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        if let width = try directory.integer(0x0100, &reader),
            let height = try directory.integer(0x0101, &reader)
        {
            (self.width, self.height) = (width, height)
        }
        self.page = page
        isReduced = (try directory.integer(0x00FE, &reader) ?? 0) & 1 != 0
        compression = try directory.integer(0x0103, &reader)
        photometric = try directory.integer(0x0106, &reader)
        if isSensor { crop = try Self.crop(directory, width, height, &reader) }
        for range in try previewRanges(directory, &reader) where range.count > preview?.count ?? 0 {
            let start = try? reader.bytes(at: range.lowerBound, count: 3)
            if start?.elementsEqual([0xFF, 0xD8, 0xFF]) == true { preview = range }
        }
    }

    /// Returns the ranges of the JPEGs in a directory, within its block.
    private func previewRanges(
        _ directory: TIFFDirectory,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Range<Int64>] {
        // Panasonic has tags for complete JPEG files.
        var ranges = [0x002E, 0x0127].compactMap { directory.range(of: $0) }
        var pairs = [(0x0201, 0x0202)]
        // The directory of Canon's compressed sensor data states no size.
        if !isSensor, width > 0, let compression, [6, 7].contains(compression) {
            pairs.append((0x0111, 0x0117))
        }
        for (start, length) in pairs {
            guard directory.entries[start]?.count == 1,
                let offset = try directory.integer(start, &reader),
                let count = try directory.integer(length, &reader), count > 0,
                offset < directory.block.count, count <= directory.block.count - offset
            else { continue }
            let lower = directory.block.lowerBound + Int64(offset)
            ranges.append(lower..<lower + Int64(count))
        }
        return ranges
    }

    /// Returns the part that is shown by default, from Adobe's tags.
    private static func crop(
        _ directory: TIFFDirectory,
        _ width: Int,
        _ height: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> (left: Int, top: Int, width: Int, height: Int)? {
        let size = try wholes(directory, 0xC620, &reader)
        let origin = try wholes(directory, 0xC61F, &reader)
        guard size.count == 2, origin.count == 2, origin.allSatisfy({ $0 >= 0 }),
            (1...max(1, width)).contains(size[0]), (1...max(1, height)).contains(size[1]),
            origin[0] <= width - size[0], origin[1] <= height - size[1]
        else { return nil }
        return (origin[0], origin[1], size[0], size[1])
    }

    /// Returns two numbers that may be whole numbers or fractions.
    private static func wholes(
        _ directory: TIFFDirectory,
        _ tag: Int,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        let integers = try directory.integers(tag, limit: 2, &reader)
        guard integers.isEmpty else { return integers }
        return try directory.fractions(tag, limit: 2, &reader).compactMap { text in
            Rational.first(text).flatMap { (0..<1e9).contains($0) ? Int($0) : nil }
        }
    }
}
