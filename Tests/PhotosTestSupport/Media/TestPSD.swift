package import MediaSynthesis
import PhotosMedia

/// A Photoshop document with a merged picture: PSD, or PSB.
package struct TestPSD {
    /// How its colours are stored, by Photoshop's numbers.
    package enum Mode: Int, Sendable {
        case bitmap = 0
        case grey = 1
        case indexed = 2
        case color = 3
        case inks = 4
        case lab = 9
    }

    package var width: Int
    package var height: Int
    package var mode = Mode.color
    package var depth = 8
    package var isLarge = false
    package var isPacked = true
    /// The samples of each channel, row by row, each as a number of `depth` bits.
    package var channels: [[Int]]
    /// The table of an indexed picture: all reds, all greens, all blues.
    package var table: [UInt8] = []
    /// Resources by their numbers, beside those that say what is there.
    package var resources: [(number: Int, bytes: [UInt8])] = []
    package var hasPicture = true
    /// What the layers take.
    package var layers: [UInt8] = []

    package init(width: Int, height: Int, channels: [[Int]]) {
        self.width = width
        self.height = height
        self.channels = channels
    }

    /// The colours of a drawn picture, in 8, 16 or 32 bits.
    package init(_ image: RasterImage, depth: Int = 8) {
        let count = image.width * image.height
        self.init(
            width: image.width,
            height: image.height,
            channels: (0..<3).map { channel in
                (0..<count).map { index in
                    let sample = Int(image.samples[index * 3 + channel])
                    switch depth {
                    case 16: return sample * 257
                    case 32: return Int((Float(sample) / 255).bitPattern)
                    default: return sample
                    }
                }
            }
        )
        self.depth = depth
    }

    /// The whole file.
    package func data() -> [UInt8] {
        ByteWriter {
            $0.text("8BPS")
            $0.uint16(isLarge ? 2 : 1)
            $0.zeros(6)
            $0.uint16(channels.count)
            $0.uint32(height)
            $0.uint32(width)
            $0.uint16(depth)
            $0.uint16(mode.rawValue)
            $0.uint32(table.count)
            $0.append(table)
            let list = resourceList()
            $0.uint32(list.count)
            $0.append(list)
            if isLarge { $0.uint32(0) }
            $0.uint32(layers.count)
            $0.append(layers)
            $0.append(picture())
        }.bytes
    }

    private func resourceList() -> [UInt8] {
        // The version of the list, whether there is a merged picture, and two empty names.
        let version = ByteWriter {
            $0.uint32(1)
            $0.uint8(hasPicture ? 1 : 0)
            $0.zeros(8)
            $0.uint32(1)
        }
        return ByteWriter {
            for (number, bytes) in resources + [(1057, version.bytes)] {
                $0.text("8BIM")
                $0.uint16(number)
                $0.uint16(0)
                $0.uint32(bytes.count)
                $0.append(bytes)
                if bytes.count % 2 == 1 { $0.zeros(1) }
            }
        }.bytes
    }

    private func picture() -> [UInt8] {
        let rows = channels.flatMap { samples in
            (0..<height).map { row(samples[$0 * width..<($0 + 1) * width]) }
        }
        return ByteWriter {
            $0.uint16(isPacked ? 1 : 0)
            guard isPacked else {
                for row in rows { $0.append(row) }
                return
            }
            let packed = rows.map(Self.packed)
            for row in packed { isLarge ? $0.uint32(row.count) : $0.uint16(row.count) }
            for row in packed { $0.append(row) }
        }.bytes
    }

    private func row(_ samples: ArraySlice<Int>) -> [UInt8] {
        if depth == 1 {
            var bytes = [UInt8](repeating: 0, count: (samples.count + 7) / 8)
            for (column, sample) in samples.enumerated() where sample == 1 {
                bytes[column / 8] |= 0x80 >> UInt8(column % 8)
            }
            return bytes
        }
        return ByteWriter {
            for sample in samples {
                switch depth {
                case 16: $0.uint16(sample)
                case 32: $0.uint32(sample)
                default: $0.uint8(sample)
                }
            }
        }.bytes
    }

    /// Runs of equal bytes, and what lies between them.
    private static func packed(_ row: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var start = 0
        while start < row.count {
            var end = start + 1
            while end < row.count, row[end] == row[start], end - start < 128 { end += 1 }
            if end - start > 1 {
                out += [UInt8(truncatingIfNeeded: 1 - (end - start)), row[start]]
                start = end
                continue
            }
            while end < row.count, end - start < 128,
                end + 1 >= row.count || row[end] != row[end + 1]
            {
                end += 1
            }
            out += [UInt8(end - start - 1)] + row[start..<end]
            start = end
        }
        return out
    }
}
