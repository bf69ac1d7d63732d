/// Reads PNG: the header chunk, then the chunks before the pixels and, for Exif, after them.
enum PNGHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        guard try reader.code(at: 12) == "IHDR" else {
            throw MediaFileError(.damaged, "a PNG without its header chunk")
        }
        let width = try reader.uint32(at: 16)
        let height = try reader.uint32(at: 20)
        var header = MediaHeader(type: .png, storedWidth: width, storedHeight: height)
        // The following chunks may be cut off or invalid. The size is known, so the file counts as a picture.
        try? scanChunks(into: &header, from: &reader)
        if let (block, ownReader) = header.unpacked(.exif, from: &reader) {
            var ownReader = ownReader
            header.orientation = ExifBlock.orientation(in: block.exif, from: &ownReader)
        } else {
            header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
        }
        return header
    }

    /// The largest number of chunks that are searched.
    ///
    /// Pixels are often in chunks of 8 KiB, and Exif may follow them all.
    private static let maximumChunks = 4096

    private static func scanChunks(
        into header: inout MediaHeader,
        from reader: inout BoundedReader
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
                header.exif = try ExifBlock.skippingSignature(
                    of: content..<content + length,
                    from: &reader
                )
            case "tEXt", "zTXt", "iTXt":
                guard content + length <= reader.byteCount else { return }
                try recordChunk(code, at: content..<content + length, into: &header, from: &reader)
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

    /// The largest number of texts that are noted.
    ///
    /// Files have one of each kind.
    private static let maximumTexts = 8

    /// The largest length of the fields before a text.
    ///
    /// A keyword has at most 79 bytes. A language and a translated keyword are not longer in real files.
    private static let maximumStart = 512

    /// Notes the range of a text that holds metadata.
    private static func recordChunk(
        _ code: FourCharacterCode,
        at chunk: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let count = min(maximumStart, Int(chunk.count))
        let start = try reader.prefix(at: chunk.lowerBound, count: count)
        guard let end = start.firstIndex(of: 0), end + 1 < start.endIndex else { return }
        let keyword = String(decoding: start[..<end], as: UTF8.self)
        let isPacket = keyword == "XML:com.adobe.xmp"
        // Windows and programs for screenshots write the date that PNG defines.
        let isDate = keyword.lowercased() == "creation time"
        guard isPacket || isDate || keyword.hasPrefix("Raw profile type ") else { return }
        var isPacked = code == "zTXt"
        var text = end + 1
        switch code {
        case "zTXt":
            // PNG defines only compression method 0.
            guard start[text] == 0 else { return }
            text += 1
        case "iTXt":
            // The fields are: compression flag, method, language and translated keyword.
            isPacked = start[text] == 1
            guard let language = start[min(text + 2, start.endIndex)...].firstIndex(of: 0),
                let translation = start[(language + 1)...].firstIndex(of: 0)
            else { return }
            text = translation + 1
        default: break
        }
        let range = chunk.lowerBound + Int64(text - start.startIndex)..<chunk.upperBound
        if isDate {
            let date = PNGText(range: range, isPacked: isPacked, isDigits: false)
            header.tags[PNGText.creationTimeTag] =
                header.tags[PNGText.creationTimeTag] ?? date.line(from: &reader)
        } else if isPacket, !isPacked {
            header.xmp = range
        } else if header.texts.count < maximumTexts {
            header.texts.append(PNGText(range: range, isPacked: isPacked, isDigits: !isPacket))
        }
    }
}
