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
        if let (block, ownReader) = header.unpacked(.exif, &reader) {
            var ownReader = ownReader
            header.orientation = ExifBlock.orientation(in: block.exif, &ownReader)
        } else {
            header.orientation = ExifBlock.orientation(in: header.exif, &reader)
        }
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
            case "tEXt", "zTXt", "iTXt":
                guard content + length <= reader.byteCount else { return }
                try note(code, content..<content + length, &header, &reader)
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

    /// Files have one of each kind; more are not looked for.
    private static let maximumTexts = 8

    /// Keywords have 79 bytes at most, a language and a translated keyword are not longer where people write them.
    private static let maximumStart = 512

    /// Takes down where a text stands that holds metadata.
    private static func note(
        _ code: FourCharacterCode,
        _ chunk: Range<Int64>,
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        let count = min(maximumStart, Int(chunk.count))
        let start = try reader.prefix(at: chunk.lowerBound, count: count)
        guard let end = start.firstIndex(of: 0), end + 1 < start.endIndex else { return }
        let keyword = String(decoding: start[..<end], as: UTF8.self)
        let isPacket = keyword == "XML:com.adobe.xmp"
        guard isPacket || keyword.hasPrefix("Raw profile type ") else { return }
        var isPacked = code == "zTXt"
        var text = end + 1
        switch code {
        case "zTXt":
            // The only way of packing that there is.
            guard start[text] == 0 else { return }
            text += 1
        case "iTXt":
            // Whether it is packed and how, a language and a translated keyword.
            isPacked = start[text] == 1
            guard let language = start[min(text + 2, start.endIndex)...].firstIndex(of: 0),
                let translation = start[(language + 1)...].firstIndex(of: 0)
            else { return }
            text = translation + 1
        default: break
        }
        let place = chunk.lowerBound + Int64(text - start.startIndex)..<chunk.upperBound
        if isPacket, !isPacked {
            header.xmp = place
        } else if header.texts.count < maximumTexts {
            header.texts.append(PNGText(place: place, isPacked: isPacked, isDigits: !isPacket))
        }
    }
}
