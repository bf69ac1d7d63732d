/// Reads HEIC, HEIF and AVIF, where size and orientation are properties of the primary item.
enum HEIFHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let file = try topLevel(from: &reader)
        guard let meta = file.meta else {
            // A sequence without a still picture is described like a movie.
            var header = try MovieHeader.read(type, from: &reader)
            header.isAnimated = true
            return header
        }
        let items = try skippingVersion(meta)
        guard let primary = try primaryItem(in: items, from: &reader),
            let properties = try BoxList.firstContent(of: "iprp", in: items, from: &reader),
            let container = try BoxList.firstContent(of: "ipco", in: properties, from: &reader)
        else { throw MediaFileError(.damaged, "a HEIF without a primary picture") }

        var all: [BoxList.Box] = []
        var list = BoxList(in: container)
        while let box = try list.next(from: &reader) { all.append(box) }

        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        let uses = try propertyNumbers(of: primary, in: properties, from: &reader)
            .filter { all.indices.contains($0 - 1) }
        for index in uses {
            try applyProperty(all[index - 1], to: &header, from: &reader)
        }
        mendSize(using: uses.map { all[$0 - 1] }, in: &header, from: &reader)
        header.isAnimated = file.hasSequence
        header.movie = file.movie
        header.suspicion = file.suspicion
        // Damaged items beside the picture do not make it unreadable.
        try? readItems(in: items, properties: all, into: &header, from: &reader)
        let turns: Set<FourCharacterCode> = ["irot", "imir"]
        if !uses.contains(where: { turns.contains(all[$0 - 1].type) }), type != .avif,
            !file.promisesTurns
        {
            header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
            header.isTurnedByExif = header.orientation != .up
        }
        return header
    }

    /// Takes the size from what decodes the picture, where none is stated or one that is larger.
    private static func mendSize(
        using properties: [BoxList.Box],
        in header: inout MediaHeader,
        from reader: inout BoundedReader
    ) {
        let size: PixelSize?
        if let settings = properties.first(where: { $0.type == "hvcC" }) {
            size = try? HEVCConfiguration(settings.content, from: &reader).size
        } else if header.storedWidth == 0 || header.storedHeight == 0 {
            size = try? shownSize(from: &reader)
        } else {
            size = nil
        }
        let stated = PixelSize(width: header.storedWidth, height: header.storedHeight)
        guard let size, !stated.fits(in: size) else { return }
        header.storedWidth = size.width
        header.storedHeight = size.height
    }

    private static func shownSize(
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> PixelSize? {
        let container = try HEIFContainer(from: &reader)
        return try HEIFSizes(try container.parts(), in: container, from: &reader).shown
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
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> TopLevel {
        var found = TopLevel()
        var list = BoxList(in: 0..<reader.byteCount)
        do throws(MediaFileError) {
            while let box = try list.next(from: &reader) {
                switch box.type {
                case "meta": found.meta = found.meta ?? box.content
                case "ftyp":
                    found.promisesTurns = try compatibleBrands(in: box.content, from: &reader)
                        .contains("miaf")
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
    private static func compatibleBrands(
        in content: Range<Int64>,
        from reader: inout BoundedReader
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
        in range: Range<Int64>,
        properties: [BoxList.Box],
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        if let groups = try BoxList.firstContent(of: "grpl", in: range, from: &reader),
            try BoxList.firstContent(of: "ster", in: groups, from: &reader) != nil
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
        let items = try HEIFItems(in: range, from: &reader)
        header.exif = try items.exifRange(from: &reader)
        header.xmp = try items.xmpRange(from: &reader)
    }

    private static func applyProperty(
        _ property: BoxList.Box,
        to header: inout MediaHeader,
        from reader: inout BoundedReader
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
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int? {
        guard let box = try BoxList.firstContent(of: "pitm", in: items, from: &reader) else {
            return nil
        }
        let version = try reader.uint8(at: box.lowerBound)
        return version == 0
            ? try reader.uint16(at: box.lowerBound + 4) : try reader.uint32(at: box.lowerBound + 4)
    }

    /// Returns the property numbers of an item, counted from 1, in the order in which they apply.
    private static func propertyNumbers(
        of item: Int,
        in properties: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        var found: [Int] = []
        try HEIFAssociations.forEachItem(in: properties, from: &reader) { other, uses in
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
