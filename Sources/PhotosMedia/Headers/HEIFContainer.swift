/// The items of a HEIF file: the ranges of their bytes, their parts, and their properties.
///
/// Only items for pictures are read. References are followed from an item to its parts, but not to metadata or
/// auxiliary pictures.
struct HEIFContainer {
    struct Item {
        var type: FourCharacterCode
        /// The ranges of the item's bytes in the file; empty if they are not in the file.
        var extents: [Range<Int64>] = []
        /// The items that this one consists of.
        ///
        /// The tiles of a grid begin at the top left.
        var parts: [Int] = []
        var properties: [HEIFAssociations.Use] = []
    }

    private(set) var primary: Int
    private(set) var items: [Int: Item] = [:]
    /// All properties of the file.
    ///
    /// The first has the number 1.
    private(set) var properties: [BoxList.Box] = []

    /// Reads the items of a file.
    ///
    /// - Throws: `MediaFileError` if the file is damaged, or has more parts than the limits allow.
    init(from reader: inout BoundedReader) throws(MediaFileError) {
        let whole = 0..<reader.byteCount
        guard let meta = try BoxList.firstContent(of: "meta", in: whole, from: &reader) else {
            throw MediaFileError(.damaged, "a HEIF without items")
        }
        let boxes = try HEIFHeader.skippingVersion(meta)
        guard let primary = try HEIFHeader.primaryItem(in: boxes, from: &reader),
            let list = try BoxList.firstContent(of: "iinf", in: boxes, from: &reader),
            let locations = try BoxList.firstContent(of: "iloc", in: boxes, from: &reader),
            let all = try BoxList.firstContent(of: "iprp", in: boxes, from: &reader),
            let container = try BoxList.firstContent(of: "ipco", in: all, from: &reader)
        else { throw MediaFileError(.damaged, "a HEIF without a primary picture") }
        self.primary = primary
        try readEntries(in: list, from: &reader)
        try readExtents(
            in: locations,
            data: try BoxList.firstContent(of: "idat", in: boxes, from: &reader),
            from: &reader
        )
        if let references = try BoxList.firstContent(of: "iref", in: boxes, from: &reader) {
            try readParts(in: references, from: &reader)
        }
        var properties = BoxList(in: container)
        while let property = try properties.next(from: &reader) { self.properties.append(property) }
        try HEIFAssociations.forEachItem(in: all, from: &reader) { item, uses in
            items[item]?.properties += uses
            return true
        }
    }

    /// A property by its number, which counts from 1.
    func property(_ number: Int) -> BoxList.Box? {
        properties.indices.contains(number - 1) ? properties[number - 1] : nil
    }

    /// The item that is shown, and all that it is made of, itself first.
    func parts() throws(MediaFileError) -> [HEIFReduction.Part] {
        var shown = primary
        // The first part of a picture with a gain map for other displays is the picture itself.
        if let item = items[shown], item.type == "tmap", let part = item.parts.first {
            shown = part
        }
        var parts: [HEIFReduction.Part] = []
        var known: Set<Int> = [shown]
        var waiting = [shown]
        while let identifier = waiting.popLast() {
            guard let item = items[identifier], !item.extents.isEmpty else {
                throw MediaFileError(.damaged, "a part of the picture is missing")
            }
            parts.append(HEIFReduction.Part(identifier: identifier, item: item))
            waiting += item.parts.filter { known.insert($0).inserted }.reversed()
        }
        return parts
    }

    private mutating func readEntries(
        in list: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let version = try reader.uint8(at: list.lowerBound)
        let entries = list.lowerBound + (version == 0 ? 6 : 8)
        guard entries <= list.upperBound else { return }
        var boxes = BoxList(in: entries..<list.upperBound)
        while let entry = try boxes.next(from: &reader) {
            guard entry.type == "infe", entry.content.count >= 12 else { continue }
            let start = entry.content.lowerBound
            let isLong = try reader.uint8(at: start) == 3
            let identifier =
                try isLong ? reader.uint32(at: start + 4) : reader.uint16(at: start + 4)
            items[identifier] = Item(type: try reader.code(at: start + (isLong ? 10 : 8)))
        }
    }

    private mutating func readExtents(
        in locations: Range<Int64>,
        data: Range<Int64>?,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let end = reader.byteCount
        try HEIFLocations.forEachEntry(in: locations, from: &reader) { entry in
            let origin: Int64
            let limit: Int64
            switch (entry.method, data) {
            case (0, _): (origin, limit) = (0, end)
            case (1, let data?): (origin, limit) = (data.lowerBound, data.upperBound)
            default: return true
            }
            var extents: [Range<Int64>] = []
            for extent in entry.extents {
                // A length of 0 means all bytes up to the end.
                let isRest = extent.isEmpty
                guard extent.upperBound <= limit - origin else { return true }
                let start = origin + extent.lowerBound
                extents.append(start..<(isRest ? limit : origin + extent.upperBound))
            }
            items[entry.item]?.extents = extents
            return true
        }
    }

    private mutating func readParts(
        in references: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let width: Int64 = try reader.uint8(at: references.lowerBound) == 0 ? 2 : 4
        var boxes = BoxList(in: try HEIFHeader.skippingVersion(references))
        while let box = try boxes.next(from: &reader) {
            guard box.type == "dimg" else { continue }
            var cursor = box.content.lowerBound
            let item = Int(try reader.unsigned(at: cursor, bytes: Int(width)))
            let count = try reader.uint16(at: cursor + width)
            cursor += width + 2
            guard Int64(count) * width <= box.content.upperBound - cursor else {
                throw MediaFileError(.damaged, "a list of tiles is cut off")
            }
            var parts: [Int] = []
            for _ in 0..<count {
                try reader.step()
                parts.append(Int(try reader.unsigned(at: cursor, bytes: Int(width))))
                cursor += width
            }
            items[item]?.parts = parts
        }
    }
}
