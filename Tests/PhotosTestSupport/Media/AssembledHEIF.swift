import Foundation
package import MediaSynthesis
package import PhotosMedia

/// A HEIC whose picture is a grid of tiles, with as much beside it as the newest phones write.
package struct AssembledHEIF {
    /// The bytes of one tile's picture, and the settings of its decoder.
    package struct Tile {
        package var configuration: [UInt8]
        package var picture: [UInt8]
    }

    package var tiles: [Tile]
    package var columns: Int
    /// The size that tiles state.
    package var tileSize = PixelSize(width: 64, height: 64)
    /// How many tiles state a size; nil for all.
    package var tilesOfStatedSize: Int?
    /// Whether the picture states its size beside its tiles.
    package var statesSize = true
    /// Whether the tiles are laid over a black picture instead of beside each other.
    package var isOverlay = false
    /// More properties of the picture.
    package var properties: [[UInt8]] = []
    /// The picture's size: the last tiles of a row or column may stand out beyond it.
    package var size: PixelSize
    /// Gain maps and mattes, each an auxiliary picture of two others.
    package var auxiliaries = 0
    /// Whether metadata say that they describe an item of a type that nobody knows.
    package var describesUnknownItem = false
    /// The version of the list of places: 1 and 2 have the grid's own bytes in the list of items.
    package var locationVersion = 0
    /// Whether the tiles' bytes and numbers are in another order than their places.
    package var isShuffled = false
    /// Quarter turns against the clock.
    package var turns: Int?
    /// A block of Exif that describes the picture.
    package var exif: [UInt8]?
    /// The brands that the file names beside its own.
    package var brands = "mif1heic"

    /// An item with its bytes.
    private struct Item {
        var identifier: Int
        var type: String
        var bytes: [UInt8]
        var properties: [Int] = []
        var isInList = false
    }

    private var order: [Int] {
        isShuffled ? tiles.indices.map { ($0 * 5 + 3) % tiles.count } : Array(tiles.indices)
    }

    /// The identifiers of tiles by their places.
    private var tileIdentifiers: [Int] { order.map { 10 + $0 } }
    private let gridIdentifier = 500
    private let unknownIdentifier = 501
    private let exifIdentifier = 502
    private func auxiliary(_ number: Int) -> Int { 600 + number }

    private var items: [Item] {
        var items = zip(tileIdentifiers, tiles).enumerated().map { index, tile in
            Item(
                identifier: tile.0,
                type: "hvc1",
                bytes: tile.1.picture,
                properties: index < tilesOfStatedSize ?? .max ? [1, 2] : [1]
            )
        }
        if isShuffled { items.reverse() }
        items.append(
            Item(
                identifier: gridIdentifier,
                type: isOverlay ? "iovl" : "grid",
                bytes: isOverlay ? overlay : grid,
                properties: (statesSize ? [3] : []) + own.indices.map { 5 + $0 },
                isInList: locationVersion > 0
            )
        )
        for number in 0..<auxiliaries {
            items.append(
                Item(
                    identifier: auxiliary(number),
                    type: "hvc1",
                    bytes: tiles[0].picture,
                    properties: [1, 2, 4]
                )
            )
        }
        if describesUnknownItem {
            items.append(Item(identifier: unknownIdentifier, type: "tmap", bytes: [0, 1, 2, 3]))
        }
        if describesUnknownItem || exif != nil {
            let bytes = [0, 0, 0, 0] + (exif ?? [])
            items.append(Item(identifier: exifIdentifier, type: "Exif", bytes: bytes))
        }
        return items
    }

    /// What the picture has beside its size.
    private var own: [[UInt8]] {
        let turn = turns.map { turns in ByteWriter { $0.box("irot") { $0.uint8(turns) } }.bytes }
        return properties + [turn].compactMap { $0 }
    }

    private var overlay: [UInt8] {
        ByteWriter {
            $0.uint16(0)
            for level in [0, 0, 0, 0xFFFF] { $0.uint16(level) }
            $0.uint16(size.width)
            $0.uint16(size.height)
            for number in tiles.indices {
                $0.uint16(number % columns * 64)
                $0.uint16(number / columns * 64)
            }
        }.bytes
    }

    private var grid: [UInt8] {
        ByteWriter {
            $0.uint8(0)
            $0.uint8(0)
            $0.uint8(tiles.count / columns - 1)
            $0.uint8(columns - 1)
            $0.uint16(size.width)
            $0.uint16(size.height)
        }.bytes
    }

    package func data() -> [UInt8] {
        let start = ByteWriter {
            $0.box("ftyp") {
                $0.text("heic")
                $0.uint32(0)
                $0.text(brands)
            }
        }.bytes
        let items = items
        let length = ByteWriter { meta(items, firstByte: 0, &$0) }.bytes.count
        return ByteWriter {
            $0.append(start)
            meta(items, firstByte: start.count + length + 8, &$0)
            $0.box("mdat") { for item in items where !item.isInList { $0.append(item.bytes) } }
        }.bytes
    }

    private func meta(_ items: [Item], firstByte: Int, _ writer: inout ByteWriter) {
        writer.box("meta") {
            $0.uint32(0)
            $0.box("hdlr") {
                $0.zeros(8)
                $0.text("pict")
                $0.zeros(13)
            }
            $0.box("pitm") {
                $0.uint32(0)
                $0.uint16(gridIdentifier)
            }
            $0.box("iinf") {
                $0.uint32(0)
                $0.uint16(items.count)
                for item in items { entry(item, &$0) }
            }
            references(&$0)
            $0.box("iprp") {
                $0.box("ipco") { properties(&$0) }
                $0.box("ipma") {
                    $0.uint32(0)
                    let users = items.filter { !$0.properties.isEmpty }
                        .sorted { $0.identifier < $1.identifier }
                    $0.uint32(users.count)
                    for item in users {
                        $0.uint16(item.identifier)
                        $0.uint8(item.properties.count)
                        for property in item.properties { $0.uint8(property) }
                    }
                }
            }
            $0.box("idat") { for item in items where item.isInList { $0.append(item.bytes) } }
            locations(items, firstByte, &$0)
        }
    }

    private func entry(_ item: Item, _ writer: inout ByteWriter) {
        writer.box("infe") {
            let isLong = locationVersion == 2
            $0.uint32(isLong ? 0x0300_0000 : 0x0200_0000)
            if isLong { $0.uint32(item.identifier) } else { $0.uint16(item.identifier) }
            $0.uint16(0)
            $0.text(item.type)
            $0.uint8(0)
        }
    }

    private func references(_ writer: inout ByteWriter) {
        func reference(_ type: String, _ from: Int, _ to: [Int], _ writer: inout ByteWriter) {
            writer.box(type) {
                $0.uint16(from)
                $0.uint16(to.count)
                for item in to { $0.uint16(item) }
            }
        }
        writer.box("iref") {
            $0.uint32(0)
            reference("dimg", gridIdentifier, tileIdentifiers, &$0)
            for number in 0..<auxiliaries {
                reference("auxl", auxiliary(number), [gridIdentifier, tileIdentifiers[0]], &$0)
            }
            if describesUnknownItem {
                reference("dimg", unknownIdentifier, [gridIdentifier], &$0)
                reference("cdsc", exifIdentifier, [gridIdentifier, unknownIdentifier], &$0)
            } else if exif != nil {
                reference("cdsc", exifIdentifier, [gridIdentifier], &$0)
            }
        }
    }

    private func properties(_ writer: inout ByteWriter) {
        writer.append(tiles[0].configuration)
        for size in [tileSize, size] {
            writer.box("ispe") {
                $0.uint32(0)
                $0.uint32(size.width)
                $0.uint32(size.height)
            }
        }
        writer.box("auxC") {
            $0.uint32(0)
            $0.text("urn:com:apple:photo:2020:aux:hdrgainmap")
            $0.uint8(0)
        }
        for property in own { writer.append(property) }
    }

    private func locations(_ items: [Item], _ firstByte: Int, _ writer: inout ByteWriter) {
        writer.box("iloc") {
            $0.uint8(locationVersion)
            $0.zeros(3)
            $0.uint16(0x4440)
            if locationVersion == 2 { $0.uint32(items.count) } else { $0.uint16(items.count) }
            var (inFile, inList) = (0, 0)
            for item in items {
                let offset = item.isInList ? inList : inFile
                if item.isInList { inList += item.bytes.count } else { inFile += item.bytes.count }
                if locationVersion == 2 {
                    $0.uint32(item.identifier)
                } else {
                    $0.uint16(item.identifier)
                }
                if locationVersion > 0 { $0.uint16(item.isInList ? 1 : 0) }
                $0.uint16(0)
                $0.uint32(item.isInList ? 0 : firstByte)
                // In two pieces, as a file may have them.
                let first = locationVersion == 1 ? item.bytes.count / 2 : item.bytes.count
                let pieces = first < item.bytes.count ? [first, item.bytes.count - first] : [first]
                $0.uint16(pieces.count)
                var start = offset
                for piece in pieces {
                    $0.uint32(start)
                    $0.uint32(piece)
                    start += piece
                }
            }
        }
    }
}

extension AssembledHEIF {
    /// A grid of tiles of 64 pixels that libheif's program encodes of a drawing, row by row.
    package init(
        _ drawn: RasterImage,
        columns: Int,
        rows: Int,
        size: PixelSize,
        bits: Int = 8
    ) throws {
        var tiles: [Tile] = []
        for number in 0..<columns * rows {
            let (left, top) = (number % columns * 64, number / columns * 64)
            let part = RasterImage(width: 64, height: 64) { column, row in
                let first = ((top + row) * drawn.width + left + column) * 3
                return RasterImage.Color(
                    red: drawn.samples[first],
                    green: drawn.samples[first + 1],
                    blue: drawn.samples[first + 2]
                )
            }
            let wide = bits > 8 ? [["colourspace", "rgb16"]] : []
            let png = try OtherProgram.vips(part, "tile.png", after: wide)
            let file = try OtherProgram.heif(png, "tile.heic", bits > 8 ? ["-b", "\(bits)"] : [])
            tiles.append(try Tile(file))
        }
        self.init(tiles: tiles, columns: columns, size: size)
    }
}

extension AssembledHEIF.Tile {
    /// Takes the only picture out of a file that libheif's program wrote.
    package init(_ file: [UInt8]) throws {
        guard let settings = Self.box("hvcC", in: file), let data = Self.box("mdat", in: file)
        else { throw MediaFileError(.damaged, "libheif's program wrote no HEIC") }
        configuration = Array(file[settings])
        picture = Array(file[data].dropFirst(8))
    }

    private static func box(_ type: String, in file: [UInt8]) -> Range<Int>? {
        let code = Array(type.utf8)
        guard let offset = file.firstRange(of: code)?.lowerBound, offset >= 4 else { return nil }
        let size = file[offset - 4..<offset].reduce(0) { $0 << 8 | Int($1) }
        guard size >= 8, offset - 4 + size <= file.count else { return nil }
        return offset - 4..<offset - 4 + size
    }
}
