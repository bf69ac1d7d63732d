/// The sizes of a picture and its tiles, mended where the file states none or one that cannot be.
///
/// libheif 1.15 puts tiles where their stated sizes say and leaves the rest black, and libvips refuses pictures of another
/// size than the stated one. The streams themselves say how large they are.
struct HEIFSizes {
    /// The parts, with the properties that are added in place of wrong ones.
    private(set) var parts: [HEIFReduction.Part]
    /// Properties that the file does not have, with numbers behind its own.
    private(set) var added: [HEIFReduction.Property] = []
    /// The size of the first part before it is turned and cut, where it is known.
    private(set) var shown: PixelSize?
    /// Whether nothing says how large a tile is.
    private(set) var hasTilesOfNoSize = false
    /// How many bits the colours of the parts have at most.
    private(set) var bits = 8

    private let container: HEIFContainer
    private var stated: [Int: PixelSize] = [:]
    private var coded: [Int: HEVCConfiguration] = [:]

    init(
        _ parts: [HEIFReduction.Part],
        in container: HEIFContainer,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        self.parts = parts
        self.container = container
        for number in Set(parts.flatMap { $0.item.properties.map(\.property) }).sorted() {
            guard let property = container.property(number) else { continue }
            let start = property.content.lowerBound
            switch property.type {
            case "ispe":
                stated[number] = PixelSize(
                    width: try reader.uint32(at: start + 4),
                    height: try reader.uint32(at: start + 8)
                )
            case "hvcC":
                // Decoders may find in the stream what is not said here.
                coded[number] = try? HEVCConfiguration(property.content, from: &reader)
                bits = max(bits, coded[number]?.bits ?? 0)
            default: break
            }
        }
        guard let first = parts.first else { return }
        shown = size(of: first)
        if first.item.type == "grid" {
            try mendGrid(from: &reader)
        } else if first.item.type == "hvc1" {
            mendPicture()
        }
    }

    private func size(of part: HEIFReduction.Part) -> PixelSize? {
        part.item.properties.compactMap { stated[$0.property] }.last
    }

    private func codedSize(of part: HEIFReduction.Part) -> PixelSize? {
        part.item.properties.compactMap { coded[$0.property] }.first?.size
    }

    private mutating func mendGrid(from reader: inout BoundedReader) throws(MediaFileError) {
        let grid = try HEIFGrid(parts[0].item, from: &reader)
        if shown != grid.size { stateSize(grid.size, ofPart: 0) }
        shown = grid.size
        let tiles = Set(parts[0].item.parts)
        var smallest: PixelSize?
        for index in parts.indices.dropFirst() where tiles.contains(parts[index].identifier) {
            mendTile(index, of: grid)
            guard let size = size(of: parts[index]), size.width > 0, size.height > 0 else {
                hasTilesOfNoSize = true
                return
            }
            smallest = PixelSize(
                width: min(size.width, smallest?.width ?? .max),
                height: min(size.height, smallest?.height ?? .max)
            )
        }
        guard let smallest, !grid.isCovered(by: smallest) else { return }
        // Pixels that no tile covers are memory that nobody wrote to: it may have parts of another picture.
        let covered = PixelSize(
            width: min(grid.size.width, smallest.width * grid.columns),
            height: min(grid.size.height, smallest.height * grid.rows)
        )
        crop(grid.size, to: covered)
        shown = covered
    }

    private mutating func mendTile(_ index: Int, of grid: HEIFGrid) {
        guard let coded = codedSize(of: parts[index]) else { return }
        let size = size(of: parts[index])
        if let size, size.fits(in: coded), grid.isCovered(by: size) { return }
        if size != coded { stateSize(coded, ofPart: index) }
    }

    private mutating func mendPicture() {
        guard let coded = codedSize(of: parts[0]), shown != coded else { return }
        stateSize(coded, ofPart: 0)
        guard let size = shown, size.fits(in: coded) else {
            shown = coded
            return
        }
        // The margin at the right and below fills up blocks.
        crop(coded, to: size)
    }

    private mutating func stateSize(_ size: PixelSize, ofPart index: Int) {
        parts[index].item.properties.removeAll { stated[$0.property] != nil }
        let number = addProperty("ispe") {
            $0.uint32(0)
            $0.uint32(size.width)
            $0.uint32(size.height)
        }
        stated[number] = size
        let use = HEIFAssociations.Use(property: number, isEssential: false)
        parts[index].item.properties.insert(use, at: 0)
    }

    /// Cuts before the picture is turned or cut by its own properties.
    private mutating func crop(_ coded: PixelSize, to size: PixelSize) {
        let use = HEIFAssociations.Use(
            property: addProperty("clap") {
                for side in [size.width, size.height] {
                    $0.uint32(side)
                    $0.uint32(1)
                }
                // From the middle of one to the middle of the other, in halves.
                for distance in [size.width - coded.width, size.height - coded.height] {
                    $0.uint32(distance)
                    $0.uint32(2)
                }
            },
            isEssential: true
        )
        let steps: Set<FourCharacterCode> = ["irot", "imir", "clap"]
        let position = parts[0].item.properties.firstIndex {
            container.property($0.property).map { steps.contains($0.type) } ?? false
        }
        parts[0].item.properties.insert(use, at: position ?? parts[0].item.properties.count)
    }

    private mutating func addProperty(_ type: String, build: (inout ByteWriter) -> Void) -> Int {
        let box = ByteWriter { $0.box(type, build: build) }.bytes
        if let same = added.first(where: { $0.box == box }) { return same.number }
        let number = container.properties.count + added.count + 1
        added.append(HEIFReduction.Property(number: number, box: box))
        return number
    }
}

extension PixelSize {
    /// Whether it has pixels, and no more to a side than another.
    func fits(in other: PixelSize) -> Bool {
        width > 0 && height > 0 && width <= other.width && height <= other.height
    }
}
