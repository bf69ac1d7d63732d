/// Reads HEIC, HEIF and AVIF, where size and orientation are properties of the primary item.
enum HEIFHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let file = try topLevel(&reader)
        guard let meta = file.meta else {
            // A sequence without a still picture is described like a movie.
            var header = try MovieHeader.read(type, from: &reader)
            header.isAnimated = true
            return header
        }
        let items = try skippingVersion(meta)
        guard let primary = try primaryItem(in: items, &reader),
            let properties = try BoxList.first("iprp", in: items, &reader),
            let container = try BoxList.first("ipco", in: properties, &reader)
        else { throw MediaFileError(.damaged, "a HEIF without a primary picture") }

        var all: [BoxList.Box] = []
        var list = BoxList(in: container)
        while let box = try list.next(&reader) { all.append(box) }

        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        let uses = try associations(of: primary, in: properties, &reader)
            .filter { all.indices.contains($0 - 1) }
        for index in uses {
            try apply(all[index - 1], to: &header, &reader)
        }
        mendSize(uses.map { all[$0 - 1] }, &header, &reader)
        header.isAnimated = file.hasSequence
        header.movie = file.movie
        header.suspicion = file.suspicion
        // Damaged items beside the picture do not make it unreadable.
        try? readItems(items, all, &header, &reader)
        let turns: Set<FourCharacterCode> = ["irot", "imir"]
        if !uses.contains(where: { turns.contains(all[$0 - 1].type) }), type != .avif,
            !file.promisesTurns
        {
            header.orientation = ExifBlock.orientation(in: header.exif, &reader)
            header.isTurnedByExif = header.orientation != .up
        }
        return header
    }

    /// Takes the size from what decodes the picture, where none is stated or one that is larger.
    private static func mendSize(
        _ properties: [BoxList.Box],
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) {
        let size: PixelSize?
        if let settings = properties.first(where: { $0.type == "hvcC" }) {
            size = try? HEVCConfiguration(settings.content, &reader).size
        } else if header.storedWidth == 0 || header.storedHeight == 0 {
            size = try? shownSize(&reader)
        } else {
            size = nil
        }
        let stated = PixelSize(width: header.storedWidth, height: header.storedHeight)
        guard let size, !stated.fits(in: size) else { return }
        header.storedWidth = size.width
        header.storedHeight = size.height
    }

    private static func shownSize(
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> PixelSize? {
        let container = try HEIFContainer(&reader)
        return try HEIFSizes(try container.parts(), in: container, &reader).shown
    }

    private struct TopLevel {
        var meta: Range<Int64>?
        var movie: Range<Int64>?
        var hasSequence = false
        /// Whether the file follows MIAF, in which only properties rotate a picture.
        var promisesTurns = false
        var suspicion: String?
    }

    private static func topLevel(
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> TopLevel {
        var found = TopLevel()
        var list = BoxList(in: 0..<reader.byteCount)
        do throws(MediaFileError) {
            while let box = try list.next(&reader) {
                switch box.type {
                case "meta": found.meta = found.meta ?? box.content
                case "ftyp": found.promisesTurns = try brands(box.content, &reader).contains("miaf")
                case "moov": found.hasSequence = true
                // Google's motion photos have their movie in this box.
                case "mpvd": found.movie = box.content
                default: break
                }
                if let claimed = list.claimedEnd {
                    found.suspicion = FileEnd.cutOff(at: reader.byteCount, of: claimed)
                }
            }
        } catch {
            // Samsung's phones append data that is no box.
            guard found.meta != nil else { throw error }
        }
        return found
    }

    /// The largest number of brands that are read.
    ///
    /// Real files have a dozen.
    private static let maximumBrands = 64

    /// Returns the compatible brands of a file.
    private static func brands(
        _ content: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Set<FourCharacterCode> {
        var brands: Set<FourCharacterCode> = []
        var offset = content.lowerBound + 8
        while offset + 4 <= content.upperBound, brands.count < maximumBrands {
            try reader.step()
            brands.insert(try reader.code(at: offset))
            offset += 4
        }
        return brands
    }

    private static func readItems(
        _ range: Range<Int64>,
        _ properties: [BoxList.Box],
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        if let groups = try BoxList.first("grpl", in: range, &reader),
            try BoxList.first("ster", in: groups, &reader) != nil
        {
            header.tags["HEIF.ster"] = "present"
        }
        for property in properties where property.type == "auxC" {
            let text = try reader.prefix(
                at: property.content.lowerBound + 4,
                count: min(80, max(0, property.content.count - 4))
            )
            let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            if name == "urn:com:apple:photo:2018:aux:portraiteffectsmatte" {
                header.tags["HEIF.portraiteffectsmatte"] = "present"
            }
        }
        let items = try HEIFItems(in: range, &reader)
        header.exif = try items.exif(&reader)
        header.xmp = try items.xmp(&reader)
    }

    private static func apply(
        _ property: BoxList.Box,
        to header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        let content = property.content.lowerBound
        switch property.type {
        case "ispe":
            header.storedWidth = try reader.uint32(at: content + 4)
            header.storedHeight = try reader.uint32(at: content + 8)
        case "colr" where try reader.code(at: content) == "nclx":
            header.colors = ColorCode(
                primaries: try reader.uint16(at: content + 4),
                transfer: try reader.uint16(at: content + 6)
            )
        case "irot":
            // Quarter turns counterclockwise.
            let turns: [ImageOrientation] = [.up, .left, .down, .right]
            let turn = turns[try reader.uint8(at: content) & 3]
            header.orientation = header.orientation.followed(by: turn)
        case "imir":
            let isSideways = try reader.uint8(at: content) & 1 == 1
            header.orientation = header.orientation.followed(
                by: isSideways ? .upMirrored : .downMirrored
            )
        default:
            break
        }
    }

    static func primaryItem(
        in items: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Int? {
        guard let box = try BoxList.first("pitm", in: items, &reader) else { return nil }
        let version = try reader.uint8(at: box.lowerBound)
        return version == 0
            ? try reader.uint16(at: box.lowerBound + 4) : try reader.uint32(at: box.lowerBound + 4)
    }

    /// Returns the property numbers of an item, counted from 1, in the order in which they apply.
    private static func associations(
        of item: Int,
        in properties: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        var found: [Int] = []
        try HEIFAssociations.forEach(in: properties, &reader) { other, uses in
            guard other == item else { return true }
            found = uses.map(\.property)
            return false
        }
        return found
    }

    static func skippingVersion(
        _ range: Range<Int64>
    ) throws(MediaFileError) -> Range<Int64> {
        guard range.count >= 4 else { throw MediaFileError(.damaged, "a box is cut off") }
        return range.lowerBound + 4..<range.upperBound
    }
}
