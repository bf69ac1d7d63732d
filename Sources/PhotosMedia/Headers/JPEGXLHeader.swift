/// Reads the first bits of a JPEG XL codestream, which may be in a container.
enum JPEGXLHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        var boxes = Boxes(codestream: 0)
        if try reader.uint8(at: 0) == 0 {
            boxes = try readBoxes(from: &reader)
        }
        let start = boxes.codestream
        guard try reader.uint16(at: start) == 0xFF0A else {
            throw MediaFileError(.damaged, "a JPEG XL without its codestream")
        }
        var bits = Bits(Array(try reader.prefix(at: start + 2, count: 16)))
        let isSmall = try bits.next(1) == 1
        let height =
            isSmall ? (try bits.next(5) + 1) * 8 : try bits.next(try lengthOfSide(in: &bits)) + 1
        let ratio = try bits.next(3)
        let width: Int
        switch ratio {
        case 0:
            width =
                isSmall
                ? (try bits.next(5) + 1) * 8 : try bits.next(try lengthOfSide(in: &bits)) + 1
        default:
            let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
            let (across, down) = ratios[ratio - 1]
            width = height * across / down
        }
        var orientation = ImageOrientation.up
        let isDefault = try bits.next(1) == 1
        var isAnimated = false
        if !isDefault, try bits.next(1) == 1 {
            orientation = ImageOrientation(rawValue: try bits.next(3) + 1) ?? .up
            // A screen size and a preview have headers of variable length before the next flag.
            let hasMore = try bits.next(1) == 1
            let hasPreview = try bits.next(1) == 1
            if !hasMore, !hasPreview { isAnimated = try bits.next(1) == 1 }
        }
        return MediaHeader(
            type: .jpegXL,
            storedWidth: width,
            storedHeight: height,
            orientation: orientation,
            isAnimated: isAnimated,
            exif: boxes.exif,
            xmp: boxes.xmp
        )
    }

    private struct Boxes {
        var codestream: Int64
        var exif: Range<Int64>?
        var xmp: Range<Int64>?
    }

    private static func lengthOfSide(in bits: inout Bits) throws(MediaFileError) -> Int {
        [9, 13, 18, 30][try bits.next(2)]
    }

    private static func readBoxes(from reader: inout BoundedReader) throws(MediaFileError) -> Boxes
    {
        var boxes = Boxes(codestream: -1)
        var list = BoxList(in: 0..<reader.byteCount)
        while let box = try? list.next(from: &reader) {
            let content = box.content
            switch box.type {
            case "jxlc":
                boxes.codestream = content.lowerBound
            case "jxlp":
                // Parts are numbered. The first has the header.
                if boxes.codestream < 0 { boxes.codestream = content.lowerBound + 4 }
            case "Exif":
                guard content.count > 12 else { continue }
                let start =
                    content.lowerBound + 4
                    + Int64(try reader.uint32(at: content.lowerBound))
                if start + 8 <= content.upperBound { boxes.exif = start..<content.upperBound }
            case "xml ":
                boxes.xmp = content
            default:
                break
            }
        }
        guard boxes.codestream >= 0 else {
            throw MediaFileError(.damaged, "a JPEG XL without its codestream")
        }
        return boxes
    }

    /// Reads bits, from the lowest of each byte on.
    private struct Bits {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func next(_ count: Int) throws(MediaFileError) -> Int {
            var value = 0
            for index in 0..<count {
                guard position / 8 < bytes.count else {
                    throw MediaFileError(.damaged, "it ends early")
                }
                value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << index
                position += 1
            }
            return value
        }
    }
}
