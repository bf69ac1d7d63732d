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
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        if let width = try directory.integer(of: 0x0100, from: &reader),
            let height = try directory.integer(of: 0x0101, from: &reader)
        {
            (self.width, self.height) = (width, height)
        }
        self.page = page
        isReduced = (try directory.integer(of: 0x00FE, from: &reader) ?? 0) & 1 != 0
        compression = try directory.integer(of: 0x0103, from: &reader)
        photometric = try directory.integer(of: 0x0106, from: &reader)
        if isSensor {
            crop = try Self.cropArea(in: directory, width: width, height: height, from: &reader)
        }
        for range in try previewRanges(in: directory, from: &reader)
        where range.count > preview?.count ?? 0 {
            let start = try? reader.bytes(at: range.lowerBound, count: 3)
            if start?.elementsEqual([0xFF, 0xD8, 0xFF]) == true { preview = range }
        }
    }

    /// Returns the ranges of the JPEGs in a directory, within its block.
    private func previewRanges(
        in directory: TIFFDirectory,
        from reader: inout BoundedReader
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
                let offset = try directory.integer(of: start, from: &reader),
                let count = try directory.integer(of: length, from: &reader), count > 0,
                offset < directory.block.count, count <= directory.block.count - offset
            else { continue }
            let lower = directory.block.lowerBound + Int64(offset)
            ranges.append(lower..<lower + Int64(count))
        }
        return ranges
    }

    /// Returns the part that is shown by default, from Adobe's tags.
    private static func cropArea(
        in directory: TIFFDirectory,
        width: Int,
        height: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> (left: Int, top: Int, width: Int, height: Int)? {
        let size = try wholeNumbers(in: directory, tag: 0xC620, from: &reader)
        let origin = try wholeNumbers(in: directory, tag: 0xC61F, from: &reader)
        guard size.count == 2, origin.count == 2, origin.allSatisfy({ $0 >= 0 }),
            (1...max(1, width)).contains(size[0]), (1...max(1, height)).contains(size[1]),
            origin[0] <= width - size[0], origin[1] <= height - size[1]
        else { return nil }
        return (origin[0], origin[1], size[0], size[1])
    }

    /// Returns two numbers that may be whole numbers or fractions.
    private static func wholeNumbers(
        in directory: TIFFDirectory,
        tag: Int,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        let integers = try directory.integers(of: tag, limit: 2, from: &reader)
        guard integers.isEmpty else { return integers }
        return try directory.fractions(of: tag, limit: 2, from: &reader).compactMap { text in
            Rational.firstNumber(in: text).flatMap { (0..<1e9).contains($0) ? Int($0) : nil }
        }
    }
}
