package import MediaSynthesis
import PhotosMedia

/// A HEIC or AVIF file whose header is right and whose picture is not there: for header readers, not decoders.
package struct TestHEIF {
    package var brand: String
    package var width: Int
    package var height: Int
    /// Quarter turns against the clock.
    package var turns: Int?
    /// 0: top and bottom change places; 1: left and right do.
    package var mirror: Int?
    package var exif: ExifFields?
    /// Whether the picture has a property that says how large it is.
    package var statesSize = true
    /// The settings of the decoder, a box of its own.
    package var settings: [UInt8]?

    package init(
        brand: String = "heic",
        width: Int = 32,
        height: Int = 24,
        turns: Int? = nil,
        mirror: Int? = nil,
        exif: ExifFields? = nil
    ) {
        self.brand = brand
        self.width = width
        self.height = height
        self.turns = turns
        self.mirror = mirror
        self.exif = exif
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let start = Self.box("ftyp") {
            $0.text(brand)
            $0.uint32(0)
            $0.text("mif1")
            $0.text(brand)
        }
        let payload = [0, 0, 0, 0] + (exif?.block() ?? [])
        let length = meta(pictureAt: 0, payload.count).count
        let meta = meta(pictureAt: start.count + length + 8, payload.count)
        return start + meta
            + Self.box("mdat") {
                $0.zeros(Self.pictureLength)
                $0.append(payload)
            }
    }

    /// The bytes in the picture's place.
    private static let pictureLength = 16

    private func meta(pictureAt offset: Int, _ length: Int) -> [UInt8] {
        Self.box("meta") {
            $0.uint32(0)
            $0.append(
                Self.box("hdlr") {
                    $0.zeros(8)
                    $0.text("pict")
                    $0.zeros(13)
                }
            )
            $0.append(
                Self.box("pitm") {
                    $0.uint32(0)
                    $0.uint16(1)
                }
            )
            $0.append(
                Self.box("iinf") {
                    $0.uint32(0)
                    $0.uint16(2)
                    $0.append(Self.item(1, brand == "avif" ? "av01" : "hvc1"))
                    $0.append(Self.item(2, "Exif"))
                }
            )
            $0.append(
                Self.box("iref") {
                    $0.uint32(0)
                    $0.append(
                        Self.box("cdsc") {
                            $0.uint16(2)
                            $0.uint16(1)
                            $0.uint16(1)
                        }
                    )
                }
            )
            $0.append(
                Self.box("iloc") {
                    $0.uint32(0)
                    $0.uint16(0x4400)
                    $0.uint16(2)
                    let extents = [
                        (1, offset, Self.pictureLength),
                        (2, offset + Self.pictureLength, length),
                    ]
                    for (item, start, count) in extents {
                        $0.uint16(item)
                        $0.uint16(0)
                        $0.uint16(1)
                        $0.uint32(start)
                        $0.uint32(count)
                    }
                }
            )
            $0.append(properties())
        }
    }

    private func properties() -> [UInt8] {
        // A thumbnail's size stands first and belongs to another item.
        var boxes = [Self.size(8, 6)]
        if statesSize { boxes.append(Self.size(width, height)) }
        if let settings { boxes.append(settings) }
        if let turns { boxes.append(Self.box("irot") { $0.uint8(turns) }) }
        if let mirror { boxes.append(Self.box("imir") { $0.uint8(mirror) }) }
        return Self.box("iprp") {
            $0.append(Self.box("ipco") { for box in boxes { $0.append(box) } })
            $0.append(
                Self.box("ipma") {
                    $0.uint32(0)
                    $0.uint32(2)
                    $0.uint16(3)
                    $0.append([1, 1])
                    $0.uint16(1)
                    $0.uint8(boxes.count - 1)
                    for index in 1..<boxes.count { $0.uint8(0x80 | (index + 1)) }
                }
            )
        }
    }

    private static func size(_ width: Int, _ height: Int) -> [UInt8] {
        box("ispe") {
            $0.uint32(0)
            $0.uint32(width)
            $0.uint32(height)
        }
    }

    private static func item(_ identifier: Int, _ type: String) -> [UInt8] {
        box("infe") {
            $0.uint32(0x0200_0000)
            $0.uint16(identifier)
            $0.uint16(0)
            $0.text(type)
            $0.uint8(0)
        }
    }

    private static func box(_ type: String, _ build: (inout ByteWriter) -> Void) -> [UInt8] {
        ByteWriter { $0.box(type, build: build) }.bytes
    }
}
