package import MediaSynthesis
package import PhotosMedia

/// A RAW file that programs develop into the picture that was drawn: a sensor whose filters are sRGB's own primaries.
package struct TestCameraDNG {
    package var drawn: RasterImage
    package var orientation: ImageOrientation
    /// A JPEG that the file embeds, and its size.
    package var preview: (bytes: [UInt8], width: Int, height: Int)?
    package var make = "Maker"
    package var model = "Model"
    /// Whether Adobe's fields are there; without them it is a maker's own raw file.
    package var isDNG = true
    /// How the sensor's data claim to be compressed, and those data; without them they are what was drawn.
    package var compressed: (scheme: Int, bytes: [UInt8])?
    /// The part that is shown: left, top, width and height.
    package var crop: [Int]?
    /// The sides that the sensor's data claim to have, which then end with the file.
    package var claimed: (width: Int, height: Int)?
    /// The sides of the sensor's data in `compressed`, where those are not of what was drawn.
    package var sides: (width: Int, height: Int)?
    /// The bytes that stand for the order of bytes and the format.
    package var signature: [UInt8] = [0x4D, 0x4D, 0, 42]
    /// A maker's mark before the first directory.
    package var mark: [UInt8] = []
    /// How the embedded picture claims to be compressed: as JPEG, in one of two ways.
    package var previewCompression = 7
    /// The colours of the sensor's filter in squares of two pixels: 0 for red, 1 for green, 2 for blue.
    package var filter: [UInt8] = [0, 1, 1, 2]
    /// A tag of a maker's own in the first directory.
    package var ownTag: Int?

    package init(
        _ drawn: RasterImage,
        orientation: ImageOrientation = .up,
        preview: (bytes: [UInt8], width: Int, height: Int)? = nil
    ) {
        self.drawn = drawn
        self.orientation = orientation
        self.preview = preview
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let start = 8 + mark.count
        let sensorStart = start + first(sensor: 0, preview: 0).byteCount
        let samples = claimed != nil ? [] : compressed?.bytes ?? sensor()
        let previewStart = sensorStart + child(0).byteCount + samples.count
        let dataStart = sensorStart + child(0).byteCount
        return ByteWriter {
            $0.append(signature)
            $0.uint32(start)
            $0.append(mark)
            $0.append(first(sensor: sensorStart, preview: previewStart).bytes(at: start))
            $0.append(child(dataStart).bytes(at: sensorStart))
            $0.append(samples)
            $0.append(preview?.bytes ?? [])
        }.bytes
    }

    /// What describes the camera, and the preview if there is one.
    private func first(sensor: Int, preview start: Int) -> TIFFBlock {
        var block = TIFFBlock()
        block.long(0x00FE, 1)
        if let preview {
            block.long(0x0100, preview.width)
            block.long(0x0101, preview.height)
            block.shorts(0x0102, [8, 8, 8])
            block.short(0x0103, previewCompression)
            block.short(0x0106, 6)
            block.long(0x0111, start)
            block.short(0x0115, 3)
            block.long(0x0116, preview.height)
            block.long(0x0117, preview.bytes.count)
        }
        block.text(0x010F, make)
        block.text(0x0110, model)
        block.short(0x0112, orientation.rawValue)
        block.long(0x014A, sensor)
        if let ownTag { block.undefined(ownTag, [UInt8](repeating: 1, count: 16)) }
        guard isDNG else { return block }
        block.bytes(0xC612, [1, 4, 0, 0])
        block.text(0xC614, "\(make) \(model)")
        let fromXYZ = Matrix.inverse(ICCProfile.sRGB.lightToXYZ())
        let numbers = fromXYZ.joined().flatMap { [Int(($0 * 10_000).rounded()), 10_000] }
        block.signedRationals(0xC621, numbers)
        block.rationals(0xC628, [1, 1, 1, 1, 1, 1])
        block.short(0xC65A, 21)
        return block
    }

    private func child(_ start: Int) -> TIFFBlock {
        let (width, height) = claimed ?? sides ?? (drawn.width, drawn.height)
        var block = TIFFBlock()
        block.long(0x00FE, 0)
        block.long(0x0100, width)
        block.long(0x0101, height)
        block.short(0x0102, 16)
        block.short(0x0103, compressed?.scheme ?? 1)
        block.short(0x0106, 32_803)
        block.long(0x0111, start)
        block.short(0x0115, 1)
        block.long(0x0116, height)
        block.long(0x0117, compressed?.bytes.count ?? width * height * 2)
        block.shorts(0x828D, [2, 2])
        block.bytes(0x828E, filter)
        if let crop {
            block.rationals(0xC61F, [crop[0], 1, crop[1], 1])
            block.rationals(0xC620, [crop[2], 1, crop[3], 1])
        }
        block.long(0xC61D, 65_535)
        return block
    }

    /// One colour for each pixel: red and green in turn, then green and blue.
    private func sensor() -> [UInt8] {
        ByteWriter { writer in
            for row in 0..<drawn.height {
                for column in 0..<drawn.width {
                    let color = drawn[column, row]
                    let value =
                        switch (row % 2, column % 2) {
                        case (0, 0): color.red
                        case (1, 1): color.blue
                        default: color.green
                        }
                    let light = ColorProfile.light(of: Double(value) / 255)
                    writer.uint16(Int((light * 65_535).rounded()))
                }
            }
        }.bytes
    }
}
