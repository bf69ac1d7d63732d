import PhotosMedia

/// Writes baseline JPEG files with full colour resolution and the standard's example Huffman tables.
package struct JPEGEncoder: Sendable {
    /// The quality from 1 (coarse) to 100 (fine), on the scale of common encoders.
    package var quality: Int

    package init(quality: Int = 85) {
        precondition((1...100).contains(quality), "The quality of a JPEG is from 1 to 100.")
        self.quality = quality
    }

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - image: The picture, at most 65,535 pixels wide and high.
    ///   - exif: A TIFF block as `ExifFields.block()` makes it, at most 65,000 bytes.
    ///   - xmp: An XMP packet, at most 65,000 bytes.
    /// - Returns: A whole file.
    package func encode(
        _ image: RasterImage,
        exif: [UInt8]? = nil,
        xmp: String? = nil
    ) -> [UInt8] {
        precondition(
            image.width <= 65_535 && image.height <= 65_535,
            "A JPEG has at most 65,535 pixels on a side."
        )
        let tables = [
            JPEGTables.quantization(JPEGTables.lumaQuantization, quality: quality),
            JPEGTables.quantization(JPEGTables.chromaQuantization, quality: quality),
        ]
        var out = ByteWriter()
        out.uint16(0xFFD8)
        if let exif { segment(0xE1, Array("Exif\0\0".utf8) + exif, &out) }
        if let xmp {
            segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8), &out)
        }
        for (index, table) in tables.enumerated() {
            segment(0xDB, [UInt8(index)] + JPEGTables.zigzag.map { UInt8(table[$0]) }, &out)
        }
        let frame = ByteWriter {
            $0.uint8(8)
            $0.uint16(image.height)
            $0.uint16(image.width)
            $0.uint8(3)
            for component in 0..<3 {
                $0.append([UInt8(component + 1), 0x11, component == 0 ? 0 : 1])
            }
        }
        segment(0xC0, frame.bytes, &out)
        for (identifier, table) in JPEGTables.huffman {
            segment(0xC4, [identifier] + table.counts + table.values, &out)
        }
        segment(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0], &out)
        out.append(scan(of: image, tables))
        out.uint16(0xFFD9)
        return out.bytes
    }

    private func segment(_ marker: Int, _ content: [UInt8], _ out: inout ByteWriter) {
        precondition(content.count <= 65_533, "A JPEG segment holds at most 65,533 bytes.")
        out.uint16(0xFF00 | marker)
        out.uint16(content.count + 2)
        out.append(content)
    }

    private func scan(of image: RasterImage, _ tables: [[Int]]) -> [UInt8] {
        var bits = JPEGBits()
        var lastDC = [0, 0, 0]
        var planes = [[Float]](repeating: [Float](repeating: 0, count: 64), count: 3)
        for top in stride(from: 0, to: image.height, by: 8) {
            for left in stride(from: 0, to: image.width, by: 8) {
                fill(&planes, from: image, left, top)
                for component in 0..<3 {
                    let isLuma = component == 0
                    let table = tables[isLuma ? 0 : 1]
                    let frequencies = CosineTransform.forward(planes[component])
                    let numbers = JPEGTables.zigzag.map { index in
                        Int((frequencies[index] / Float(table[index])).rounded())
                    }
                    bits.write(
                        numbers,
                        after: lastDC[component],
                        isLuma ? JPEGTables.lumaDC : JPEGTables.chromaDC,
                        isLuma ? JPEGTables.lumaAC : JPEGTables.chromaAC
                    )
                    lastDC[component] = numbers[0]
                }
            }
        }
        return bits.finished()
    }

    /// Fills a block with JPEG's colour components.
    ///
    /// Outside the picture, its border pixels repeat.
    private func fill(
        _ planes: inout [[Float]],
        from image: RasterImage,
        _ left: Int,
        _ top: Int
    ) {
        for row in 0..<8 {
            for column in 0..<8 {
                let color = image[
                    min(left + column, image.width - 1),
                    min(top + row, image.height - 1)
                ]
                let red = Float(color.red)
                let green = Float(color.green)
                let blue = Float(color.blue)
                let index = row * 8 + column
                planes[0][index] = 0.299 * red + 0.587 * green + 0.114 * blue - 128
                planes[1][index] = -0.168_736 * red - 0.331_264 * green + 0.5 * blue
                planes[2][index] = 0.5 * red - 0.418_688 * green - 0.081_312 * blue
            }
        }
    }
}
