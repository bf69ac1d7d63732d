/// The words in the user data of a QuickTime or MPEG-4 movie that libavformat leaves out, or of which it keeps one alone.
///
/// All work stays within the bounds of ``BoundedReader``. Damaged boxes are left out.
package enum MovieWords {
    /// Returns the words of a movie, under the names of the table of facts; empty for other containers.
    package static func tags(of type: MediaType, from reader: inout BoundedReader) -> MediaTags {
        var tags = MediaTags()
        switch type {
        case .quickTimeMovie, .mpeg4, .m4v, .m4a, .threeGPP, .threeGPP2: break
        default: return tags
        }
        guard
            let movie = try? BoxList.firstContent(
                of: "moov",
                in: 0..<reader.byteCount,
                from: &reader
            )
        else {
            return tags
        }
        var list = BoxList(in: movie)
        while let box = try? list.next(from: &reader) {
            switch box.type {
            case "meta": try? readItems(in: box.content, into: &tags, from: &reader)
            case "udta": readUserData(in: box.content, into: &tags, from: &reader)
            default: break
            }
        }
        return tags
    }

    /// The largest number of bytes of a text, and of Windows' box.
    private static let maximumText = 16 << 10
    private static let maximumWindowsBox = 256 << 10

    private static func readUserData(
        in content: Range<Int64>,
        into tags: inout MediaTags,
        from reader: inout BoundedReader
    ) {
        var list = BoxList(in: content)
        while let box = try? list.next(from: &reader) {
            switch box.type {
            case "meta": try? readItems(in: box.content, into: &tags, from: &reader)
            case "Xtra": try? readWindowsBox(in: box.content, into: &tags, from: &reader)
            case "kywd": try? readKeywords(in: box.content, into: &tags, from: &reader)
            case "titl", "dscp", "auth":
                // Version, flags and language precede the text (3GPP TS 26.244, section 8).
                guard let bytes = try? contentBytes(of: box.content, startingAt: 6, from: &reader)
                else { continue }
                addText(
                    trimmedText(of: bytes),
                    to: "QuickTime." + String(decoding: box.type.bytes, as: UTF8.self),
                    in: &tags
                )
            default:
                // A length and a language precede the text (QuickTime File Format, "User Data Text Strings").
                guard let name = names[box.type],
                    let bytes = try? contentBytes(of: box.content, startingAt: 4, from: &reader)
                else { continue }
                addText(PlainBytes.text(of: bytes), to: name, in: &tags)
            }
        }
    }

    /// The names of the boxes "keyw", "©key", "©des", "©ART" and "©aut" in the table of facts.
    ///
    /// libavformat leaves out the description, and keeps one of the artist and the author.
    private static let names: [FourCharacterCode: String] = [
        "keyw": "QuickTime.keyw",
        FourCharacterCode([0xA9, 0x6B, 0x65, 0x79]): "QuickTime.keyw",
        FourCharacterCode([0xA9, 0x64, 0x65, 0x73]): "QuickTime.description",
        FourCharacterCode([0xA9, 0x41, 0x52, 0x54]): "QuickTime.artist",
        FourCharacterCode([0xA9, 0x61, 0x75, 0x74]): "QuickTime.artist",
    ]

    /// Reads the words in the list of music programs, whose items may have several values.
    private static func readItems(
        in content: Range<Int64>,
        into tags: inout MediaTags,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard content.count >= 12 else { return }
        // QuickTime's form has no version; MPEG-4's form has one.
        let isPlain = try reader.code(at: content.lowerBound + 4) == "hdlr"
        let inside = (content.lowerBound + (isPlain ? 0 : 4))..<content.upperBound
        guard let items = try BoxList.firstContent(of: "ilst", in: inside, from: &reader) else {
            return
        }
        var list = BoxList(in: items)
        while let item = try list.next(from: &reader) {
            guard let name = names[item.type] else { continue }
            var values = BoxList(in: item.content)
            while let value = try values.next(from: &reader) {
                guard value.type == "data", value.content.count > 8 else { continue }
                let isWide = try reader.uint32(at: value.content.lowerBound) & 0xFF_FFFF == 2
                let bytes = try contentBytes(of: value.content, startingAt: 8, from: &reader)
                addText(
                    isWide
                        ? PlainBytes.wideText(of: bytes, endian: .big) : PlainBytes.text(of: bytes),
                    to: name,
                    in: &tags
                )
            }
        }
    }

    /// Reads the keywords of 3GPP: a count, and for each its length and its text (3GPP TS 26.244, section 8.5).
    private static func readKeywords(
        in content: Range<Int64>,
        into tags: inout MediaTags,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var rest = try contentBytes(of: content, startingAt: 6, from: &reader).dropFirst()
        while let length = rest.popFirst() {
            let word = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            addText(trimmedText(of: word), to: "QuickTime.kywd", in: &tags)
        }
    }

    /// Reads the properties that Windows writes.
    ///
    /// Each property has its size, the length of its name, its name, a number of values, and for each value its size,
    /// its type and its bytes. The layout is that of exiftool's `Microsoft.pm` (`Xtra`):
    /// <https://exiftool.org/TagNames/Microsoft.html#Xtra>.
    private static func readWindowsBox(
        in content: Range<Int64>,
        into tags: inout MediaTags,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let count = min(Int(content.count), maximumWindowsBox)
        var rest = try reader.prefix(at: content.lowerBound, count: count)
        while let size = littleEndianNumber(in: rest.prefix(4)), size >= 12, size <= rest.count {
            let property = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard let length = littleEndianNumber(in: property.dropFirst(4).prefix(4)),
                length <= size - 12
            else {
                continue
            }
            let name = PlainBytes.text(of: property.dropFirst(8).prefix(length))
            var values = property.dropFirst(8 + length + 4)
            while let size = littleEndianNumber(in: values.prefix(4)), size > 6,
                size <= values.count
            {
                readWindowsValue(values.prefix(size), of: name, into: &tags)
                values = values.dropFirst(size)
            }
        }
    }

    private static func readWindowsValue(
        _ value: ArraySlice<UInt8>,
        of name: String,
        into tags: inout MediaTags
    ) {
        let kind = value.dropFirst(4).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let bytes = value.dropFirst(6)
        switch (name, kind) {
        case ("WM/Category", 8), ("WM/SubTitle", 8):
            let text = PlainBytes.wideText(of: bytes.prefix(maximumText), endian: .little)
            addText(text, to: "Microsoft." + name, in: &tags)
        case ("WM/SharedUserRating", 19):
            guard let stars = bytes.first.flatMap(starCount) else { return }
            addText(String(stars), to: "Microsoft." + name, in: &tags)
        default: break
        }
    }

    /// Returns the stars of Windows' rating from 1 to 99, which writes 1, 25, 50, 75 and 99; nil for 0.
    private static func starCount(ofPercent percent: UInt8) -> Int? {
        switch percent {
        case 1..<13: 1
        case 13..<38: 2
        case 38..<63: 3
        case 63..<88: 4
        case 88...100: 5
        default: nil
        }
    }

    private static func littleEndianNumber(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    /// Returns the bytes of a box behind its first fields, up to the longest text.
    private static func contentBytes(
        of content: Range<Int64>,
        startingAt start: Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> ArraySlice<UInt8> {
        guard content.count > start else { return [] }
        let count = min(Int(content.count) - Int(start), maximumText)
        return try reader.prefix(at: content.lowerBound + start, count: count)
    }

    /// Decodes a text of 3GPP: UTF-16 with a byte order mark, or UTF-8.
    private static func trimmedText(of bytes: ArraySlice<UInt8>) -> String {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        return isWide ? PlainBytes.wideText(of: bytes, endian: .big) : PlainBytes.text(of: bytes)
    }

    private static func addText(_ text: String, to name: String, in tags: inout MediaTags) {
        let text = text.trimmingBlanks()
        guard !text.isEmpty else { return }
        tags.values[name, default: []].append(text)
    }
}
