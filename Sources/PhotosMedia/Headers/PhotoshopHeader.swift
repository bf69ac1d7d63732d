/// Photoshop's documents: the size, and what stands in their list of resources.
enum PhotoshopHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let document = try PhotoshopDocument(&reader)
        var header = MediaHeader(
            type: type,
            storedWidth: document.width,
            storedHeight: document.height
        )
        header.exif = document.resources[PhotoshopDocument.Resource.exif.rawValue]
        header.xmp = document.resources[PhotoshopDocument.Resource.xmp.rawValue]
        header.iptc = document.resources[PhotoshopDocument.Resource.iptc.rawValue]
        header.suspicion = document.suspicion
        return header
    }
}

/// The parts of a Photoshop document (PSD, or PSB with sizes of more bytes) that are needed to show its merged picture.
package struct PhotoshopDocument {
    package enum Resource: Int {
        case thumbnail = 1036
        case profile = 1039
        case iptc = 1028
        case version = 1057
        case exif = 1058
        case xmp = 1060
    }

    /// How colours are stored.
    package enum Mode: Int {
        case bitmap = 0
        case grey = 1
        case indexed = 2
        case color = 3
        case inks = 4
        case several = 7
        case duotone = 8
        case lab = 9
    }

    package let isLarge: Bool
    package let channels: Int
    package let width: Int
    package let height: Int
    /// Bits of a sample: 1, 8, 16 or 32.
    package let depth: Int
    /// Nil for a number that is not known.
    package let mode: Mode?
    /// The table of colours, of a picture that has one.
    package let colors: Range<Int64>
    /// Where the resources stand, by their numbers.
    package private(set) var resources: [Int: Range<Int64>] = [:]
    /// Where the merged picture begins: a number for its compression, and then its rows.
    package private(set) var picture: Int64 = 0
    /// Whether the program wrote a merged picture; without one there are white pixels.
    package private(set) var hasPicture = true
    /// Why the file seems to be cut off.
    package private(set) var suspicion: String?

    /// - Throws: `MediaFileError` where the document is damaged.
    package init(_ reader: inout BoundedReader) throws(MediaFileError) {
        isLarge = try reader.uint16(at: 4) == 2
        channels = try reader.uint16(at: 12)
        height = try reader.uint32(at: 14)
        width = try reader.uint32(at: 18)
        depth = try reader.uint16(at: 22)
        mode = Mode(rawValue: try reader.uint16(at: 24))
        let colorCount = Int64(try reader.uint32(at: 26))
        colors = 30..<30 + colorCount
        let list = colors.upperBound + 4
        let listEnd = list + Int64(try reader.uint32(at: colors.upperBound))
        try readResources(in: list..<min(listEnd, reader.byteCount), &reader)
        let layers = try reader.unsigned(at: listEnd, bytes: isLarge ? 8 : 4)
        guard layers <= UInt64(Int64.max / 2) else {
            throw MediaFileError(.damaged, "layers larger than any file")
        }
        picture = listEnd + (isLarge ? 8 : 4) + Int64(layers)
        if picture + 2 > reader.byteCount {
            suspicion = FileEnd.cutOff(at: reader.byteCount, of: picture + 2)
        }
        if let version = resources[Resource.version.rawValue], version.count > 4 {
            hasPicture = try reader.uint8(at: version.lowerBound + 4) != 0
        }
        if suspicion == nil { try checkEnd(&reader) }
    }

    private mutating func readResources(
        in range: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset = range.lowerBound
        let signatures: Set<FourCharacterCode> = ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"]
        while offset + 12 <= range.upperBound {
            try reader.step()
            guard signatures.contains(try reader.code(at: offset)) else { return }
            let number = try reader.uint16(at: offset + 4)
            // Its name is a length and a text, together of even size.
            let name = (Int64(try reader.uint8(at: offset + 6)) + 2) / 2 * 2
            let start = offset + 6 + name + 4
            guard start <= range.upperBound else { return }
            let size = Int64(try reader.uint32(at: start - 4))
            guard size <= range.upperBound - start else { return }
            if resources[number] == nil { resources[number] = start..<start + size }
            offset = start + size + size % 2
        }
    }

    /// Bytes that the rows of the merged picture take together where they are not compressed.
    package var plainCount: Int64 {
        let bits = (Int64(width) * Int64(depth) + 7) / 8
        let (rows, isTooMany) = (Int64(height) * Int64(channels)).multipliedReportingOverflow(
            by: bits
        )
        return isTooMany ? .max : rows
    }

    /// A picture whose rows are all of one known length ends where it must.
    private mutating func checkEnd(_ reader: inout BoundedReader) throws(MediaFileError) {
        let rest = reader.byteCount - picture - 2
        switch try reader.uint16(at: picture) {
        case 0 where plainCount > rest:
            let (end, isTooMuch) = (picture + 2).addingReportingOverflow(plainCount)
            suspicion = FileEnd.cutOff(at: reader.byteCount, of: isTooMuch ? nil : end)
        case 1 where Int64(height) * Int64(channels) * (isLarge ? 4 : 2) > rest:
            suspicion = FileEnd.cutOff(at: reader.byteCount, of: nil)
        default: break
        }
    }
}
