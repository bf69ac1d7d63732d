/// PNG: the header chunk, then the chunks before the pixels (and after, for Exif) by their lengths.
enum PNGHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        guard try reader.code(at: 12) == "IHDR" else {
            throw MediaFileError(.damaged, "a PNG without its header chunk")
        }
        let width = try reader.uint32(at: 16)
        let height = try reader.uint32(at: 20)
        var header = MediaHeader(type: .png, storedWidth: width, storedHeight: height)
        // What follows may be cut off or odd: the size is known, so the picture counts as one.
        try? scanChunks(&header, &reader)
        header.orientation = ExifBlock.orientation(in: header.exif, &reader)
        return header
    }

    /// Pixels come in chunks of often 8 KiB, and Exif may stand behind them all; a file with more
    /// chunks than this is not searched to its end.
    private static let maximumChunks = 4096

    private static func scanChunks(
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset: Int64 = 8
        var budget = maximumChunks
        while budget > 0 {
            budget -= 1
            try reader.step()
            let length = Int64(try reader.uint32(at: offset))
            let code = try reader.code(at: offset + 4)
            let content = offset + 8
            switch code {
            case "eXIf":
                guard content + length <= reader.byteCount else { return }
                header.exif = try ExifBlock.skippingSignature(content..<content + length, &reader)
            case "iTXt":
                // Its keyword, no compression, and neither language nor translation.
                guard content + length <= reader.byteCount else { return }
                let signature = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
                let start = try reader.prefix(
                    at: content,
                    count: min(signature.count, Int(length))
                )
                if start.elementsEqual(signature) {
                    header.xmp = content + Int64(signature.count)..<content + length
                }
            case "acTL":
                header.isAnimated = try reader.uint32(at: content) > 1
            case "IEND":
                return
            default:
                break
            }
            offset = content + length + 4
        }
    }
}
