/// JPEG XL: the first bits of the codestream, bare or in its container.
enum JPEGXLHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        var start: Int64 = 0
        if try reader.uint8(at: 0) == 0 {
            start = try codestream(&reader)
        }
        guard try reader.uint16(at: start) == 0xFF0A else {
            throw MediaFileError(.damaged, "a JPEG XL without its codestream")
        }
        var bits = Bits(Array(try reader.prefix(at: start + 2, count: 16)))
        let isSmall = try bits.next(1) == 1
        let height =
            isSmall ? (try bits.next(5) + 1) * 8 : try bits.next(try lengthOfSide(&bits)) + 1
        let ratio = try bits.next(3)
        let width: Int
        switch ratio {
        case 0:
            width =
                isSmall ? (try bits.next(5) + 1) * 8 : try bits.next(try lengthOfSide(&bits)) + 1
        default:
            let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
            let (across, down) = ratios[ratio - 1]
            width = height * across / down
        }
        var orientation = ImageOrientation.up
        let isDefault = try bits.next(1) == 1
        if !isDefault, try bits.next(1) == 1 {
            orientation = ImageOrientation(rawValue: try bits.next(3) + 1) ?? .up
        }
        return MediaHeader(
            type: .jpegXL,
            storedWidth: width,
            storedHeight: height,
            orientation: orientation
        )
    }

    private static func lengthOfSide(_ bits: inout Bits) throws(MediaFileError) -> Int {
        [9, 13, 18, 30][try bits.next(2)]
    }

    private static func codestream(_ reader: inout BoundedReader) throws(MediaFileError) -> Int64 {
        var list = BoxList(in: 0..<reader.byteCount)
        while let box = try list.next(&reader) {
            if box.type == "jxlc" { return box.content.lowerBound }
            // Parts are numbered; the first holds the header.
            if box.type == "jxlp" { return box.content.lowerBound + 4 }
        }
        throw MediaFileError(.damaged, "a JPEG XL without its codestream")
    }

    /// Bits from the lowest of each byte on.
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
