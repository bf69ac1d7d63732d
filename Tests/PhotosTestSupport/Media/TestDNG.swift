/// A small camera's RAW file: an Adobe DNG with one uncompressed picture of sensor values.
package struct TestDNG {
    package var width: Int
    package var height: Int
    /// Files with different seeds differ in their bytes.
    package var seed: UInt8

    package init(width: Int = 32, height: Int = 24, seed: UInt8 = 0) {
        self.width = width
        self.height = height
        self.seed = seed
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let picture = (0..<width * height * 2).map { UInt8(truncatingIfNeeded: $0) &+ seed }
        let tags: [(tag: Int, type: Int, value: Int)] = [
            (0x00FE, 4, 0), (0x0100, 3, width), (0x0101, 3, height), (0x0102, 3, 16),
            (0x0103, 3, 1), (0x0106, 3, 32_803), (0x0111, 4, 0), (0x0115, 3, 1),
            (0x0116, 3, height), (0x0117, 4, picture.count), (0xC612, 1, 0x0000_0401),
        ]
        let start = 8 + 2 + tags.count * 12 + 4
        var bytes = Array("II".utf8) + number(42, 2) + number(8, 4) + number(tags.count, 2)
        for (tag, type, value) in tags {
            let count = type == 1 ? 4 : 1
            bytes += number(tag, 2) + number(type, 2) + number(count, 4)
            bytes += number(tag == 0x0111 ? start : value, 4)
        }
        return bytes + number(0, 4) + picture
    }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
