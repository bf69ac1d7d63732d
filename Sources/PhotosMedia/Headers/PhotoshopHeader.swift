/// Reads the size of Photoshop's documents, and the metadata in their list of resources.
enum PhotoshopHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let document = try PhotoshopDocument(from: &reader)
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

/// The parts of a Photoshop document that are needed to show its merged picture.
///
/// The document is a PSD, or a PSB, in which sizes have more bytes.
package struct PhotoshopDocument {
    package enum Resource: Int {
        case thumbnail = 1036
        case profile = 1039
        case iptc = 1028
        case version = 1057
        case exif = 1058
        case xmp = 1060
    }

    /// The colour mode, which defines the stored channels.
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
    /// The number of bits of a sample: 1, 8, 16 or 32.
    package let depth: Int
    /// The colour mode; nil for an unknown number.
    package let mode: Mode?
    /// The range of the colour table; empty for pictures without one.
    package let colors: Range<Int64>
    /// The ranges of the resources, by their numbers.
    package private(set) var resources: [Int: Range<Int64>] = [:]
    /// The offset of the merged picture: the number of its compression, followed by its rows.
    package private(set) var picture: Int64 = 0
    /// Whether the program wrote a merged picture.
    ///
    /// If not, the pixels are white.
    package private(set) var hasPicture = true
    /// The reason why the file seems to be cut off.
    package private(set) var suspicion: String?

    /// Reads the parts of a document.
    ///
    /// - Throws: `MediaFileError` if the document is damaged.
    package init(from reader: inout BoundedReader) throws(MediaFileError) {
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
        try readResources(in: list..<min(listEnd, reader.byteCount), from: &reader)
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
        if suspicion == nil { try checkEnd(from: &reader) }
    }

    private mutating func readResources(
        in range: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset = range.lowerBound
        let signatures: Set<FourCharacterCode> = ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"]
        while offset + 12 <= range.upperBound {
            try reader.step()
            guard signatures.contains(try reader.code(at: offset)) else { return }
            let number = try reader.uint16(at: offset + 4)
            // The name of the resource is a length and a text, padded to an even size.
            let name = (Int64(try reader.uint8(at: offset + 6)) + 2) / 2 * 2
            let start = offset + 6 + name + 4
            guard start <= range.upperBound else { return }
            let size = Int64(try reader.uint32(at: start - 4))
            guard size <= range.upperBound - start else { return }
            if resources[number] == nil { resources[number] = start..<start + size }
            offset = start + size + size % 2
        }
    }

    /// The number of bytes of all rows of the merged picture without compression.
    package var plainCount: Int64 {
        let bits = (Int64(width) * Int64(depth) + 7) / 8
        let (rows, isTooMany) = (Int64(height) * Int64(channels)).multipliedReportingOverflow(
            by: bits
        )
        return isTooMany ? .max : rows
    }

    /// Checks whether a picture with rows of known lengths ends too early.
    private mutating func checkEnd(from reader: inout BoundedReader) throws(MediaFileError) {
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
