import PhotosMedia

/// A HEIF whose picture is one item of any coding: brand, code of the item, and its bytes.
package enum TestItemHEIF {
    /// The whole file.
    package static func file(
        _ brand: String,
        _ code: String,
        _ picture: [UInt8],
        tables: [UInt8] = [],
        turns: Int? = nil,
        width: Int = 160,
        height: Int = 120
    ) -> [UInt8] {
        func file(pictureAt offset: Int) -> [UInt8] {
            ByteWriter {
                $0.box("ftyp") {
                    $0.text(brand)
                    $0.uint32(0)
                    $0.text("mif1")
                }
                $0.box("meta") {
                    $0.uint32(0)
                    $0.box("hdlr") {
                        $0.zeros(8)
                        $0.text("pict")
                        $0.zeros(13)
                    }
                    $0.box("pitm") {
                        $0.uint32(0)
                        $0.uint16(1)
                    }
                    $0.box("iinf") {
                        $0.uint32(0)
                        $0.uint16(1)
                        $0.box("infe") {
                            $0.uint32(2 << 24)
                            $0.uint16(1)
                            $0.uint16(0)
                            $0.text(code)
                            $0.zeros(1)
                        }
                    }
                    $0.box("iloc") {
                        $0.uint32(0)
                        $0.uint16(0x4400)
                        $0.uint16(1)
                        $0.uint16(1)
                        $0.uint16(0)
                        $0.uint16(1)
                        $0.uint32(offset)
                        $0.uint32(picture.count)
                    }
                    $0.box("iprp") {
                        $0.box("ipco") {
                            $0.box("ispe") {
                                $0.uint32(0)
                                $0.uint32(width)
                                $0.uint32(height)
                            }
                            $0.box("jpgC") { $0.append(tables) }
                            $0.box("irot") { $0.uint8(turns ?? 0) }
                        }
                        $0.box("ipma") {
                            $0.uint32(0)
                            $0.uint32(1)
                            $0.uint16(1)
                            $0.append([3, 1, 2, 3])
                        }
                    }
                }
                $0.box("mdat") { $0.append(picture) }
            }.bytes
        }
        let length = file(pictureAt: 0).count
        return file(pictureAt: length - picture.count)
    }
}
