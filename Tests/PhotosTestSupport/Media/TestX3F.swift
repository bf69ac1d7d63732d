import PhotosMedia

/// A raw file of Sigma's: its size, properties, and a JPEG with or without Exif.
package struct TestX3F {
    package var width = 2640
    package var height = 1760
    package var degrees = 0
    package var isVersion4 = false
    package var properties = [
        ("CAMMANUF", "SIGMA"), ("CAMMODEL", "SIGMA SD14"), ("TIME", "1200000000"),
    ]
    package var preview: [UInt8]

    package init(preview: [UInt8] = TestJPEG(width: 96, height: 64).data()) {
        self.preview = preview
    }

    /// The whole file.
    package func data() -> [UInt8] {
        var out = ByteWriter()
        out.text("FOVb")
        out.little(isVersion4 ? 0x0004_0000 : 0x0002_0001)
        out.zeros(isVersion4 ? 32 : 20)
        for number in [width, height, degrees] { out.little(number) }
        out.zeros(232 - out.bytes.count)
        let sections = [("PROP", texts()), ("IMA2", picture())]
        var offsets: [Int] = []
        for (_, bytes) in sections {
            offsets.append(out.bytes.count)
            out.append(bytes)
            out.zeros((4 - bytes.count % 4) % 4)
        }
        let directory = out.bytes.count
        out.text("SECd")
        out.little(0x0002_0000)
        out.little(sections.count)
        for ((name, bytes), offset) in zip(sections, offsets) {
            out.little(offset)
            out.little(bytes.count)
            out.text(name)
        }
        out.little(directory)
        return out.bytes
    }

    private func picture() -> [UInt8] {
        ByteWriter {
            $0.text("SECi")
            for number in [0x0002_0000, 2, 18, 96, 64, 0] { $0.little(number) }
            $0.append(preview)
        }.bytes
    }

    private func texts() -> [UInt8] {
        var offsets: [Int] = []
        var units: [UInt16] = []
        for text in properties.flatMap({ [$0.0, $0.1] }) {
            offsets.append(units.count)
            units += Array(text.utf16) + [0]
        }
        return ByteWriter {
            $0.text("SECp")
            for number in [0x0002_0000, properties.count, 0, 0, units.count] { $0.little(number) }
            for offset in offsets { $0.little(offset) }
            for unit in units { $0.little(Int(unit), bytes: 2) }
        }.bytes
    }
}
