package import MediaSynthesis
import PhotosMedia

/// A raw file of Minolta's: blocks that describe it, one of them an Exif block, and the sensor's values.
package struct TestMRW {
    package var exif: ExifFields
    package var drawn: RasterImage

    package init(_ drawn: RasterImage, exif: ExifFields) {
        self.drawn = drawn
        self.exif = exif
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let size = ByteWriter {
            $0.text("27730001")
            // The sensor's sides stand before the picture's.
            for side in [drawn.height, drawn.width, drawn.height, drawn.width] { $0.uint16(side) }
            for byte in [16, 12, 0x52, 0, 0, 0, 0, 1] { $0.uint8(byte) }
        }
        let gains = ByteWriter {
            $0.zeros(4)
            for _ in 0..<4 { $0.uint16(256) }
        }
        let blocks = ByteWriter {
            for (code, bytes) in [
                ("\0PRD", size.bytes), ("\0TTW", exif.block()), ("\0WBG", gains.bytes),
            ] {
                $0.text(code)
                $0.uint32(bytes.count)
                $0.append(bytes)
            }
        }
        return ByteWriter { writer in
            writer.text("\0MRM")
            writer.uint32(blocks.bytes.count)
            writer.append(blocks.bytes)
            for row in 0..<drawn.height {
                for column in 0..<drawn.width {
                    let color = drawn[column, row]
                    let value = [color.red, color.green, color.blue][row % 2 + column % 2]
                    writer.uint16(Int(value) << 4)
                }
            }
        }.bytes
    }
}
