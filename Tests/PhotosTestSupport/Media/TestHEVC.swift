package import PhotosMedia

/// The settings of an HEVC decoder (`hvcC`), for those who look for the size in them.
package struct TestHEVC {
    package var size: PixelSize
    /// 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
    package var chroma = 1
    package var bits = 8
    /// What fills up blocks at the right and below, in pixels.
    package var margin = PixelSize(width: 0, height: 0)
    /// Layers in time beside the first, each with a profile and a level.
    package var layers = 0

    package init(_ size: PixelSize) {
        self.size = size
    }

    /// The box with a set of parameters of another kind in front.
    package func box() -> [UInt8] {
        ByteWriter {
            $0.box("hvcC") {
                $0.uint8(1)
                $0.zeros(20)
                $0.uint8(0xF3)
                $0.uint8(2)
                for (type, unit) in [(32, [0x40, 1, 2, 3] as [UInt8]), (33, parameters())] {
                    $0.uint8(0x80 | type)
                    $0.uint16(1)
                    $0.uint16(unit.count)
                    $0.append(unit)
                }
            }
        }.bytes
    }

    private func parameters() -> [UInt8] {
        var bits = Bits()
        bits.append(0, 4)
        bits.append(layers, 3)
        bits.append(1, 1)
        for _ in 0..<12 { bits.append(0, 8) }
        if layers > 0 {
            for layer in 0..<8 { bits.append(layer < layers ? 3 : 0, 2) }
            for _ in 0..<layers * 12 { bits.append(0, 8) }
        }
        bits.number(0)
        bits.number(chroma)
        if chroma == 3 { bits.append(0, 1) }
        bits.number(size.width + margin.width)
        bits.number(size.height + margin.height)
        bits.append(margin.width + margin.height > 0 ? 1 : 0, 1)
        if margin.width + margin.height > 0 {
            bits.number(0)
            bits.number(margin.width / ([1, 2].contains(chroma) ? 2 : 1))
            bits.number(0)
            bits.number(margin.height / (chroma == 1 ? 2 : 1))
        }
        bits.number(self.bits - 8)
        bits.number(self.bits - 8)
        bits.append(1, 1)
        return [0x42, 1] + bits.protected()
    }

    /// Bits from the highest of each byte on.
    private struct Bits {
        private var bits: [UInt8] = []

        mutating func append(_ value: Int, _ count: Int) {
            for index in (0..<count).reversed() { bits.append(UInt8(value >> index & 1)) }
        }

        mutating func number(_ value: Int) {
            let length = Int.bitWidth - (value + 1).leadingZeroBitCount
            append(0, length - 1)
            append(value + 1, length)
        }

        /// As bytes, with a three behind two zeros where that would look like the start of a unit.
        func protected() -> [UInt8] {
            var (result, zeros): ([UInt8], Int) = ([], 0)
            for start in stride(from: 0, to: bits.count, by: 8) {
                let rest = bits[start..<min(start + 8, bits.count)]
                let byte = rest.reduce(UInt8(0)) { $0 << 1 | $1 } << UInt8(8 - rest.count)
                if zeros >= 2, byte <= 3 {
                    result.append(3)
                    zeros = 0
                }
                result.append(byte)
                zeros = byte == 0 ? zeros + 1 : 0
            }
            return result
        }
    }
}
