import PhotosMedia

/// A raw file of Canon's older cameras: a heap with another one in it, and a JPEG.
package struct TestCRW {
    package var width = 2160
    package var height = 1440
    package var degrees = 0
    package var make = "Canon"
    package var model = "Canon EOS D30"
    /// Seconds from the beginning of 1970 on the camera's clock.
    package var seconds = 1_100_000_000
    package var preview: [UInt8]

    package init(preview: [UInt8] = TestJPEG(width: 96, height: 64).data()) {
        self.preview = preview
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let picture = ByteWriter {
            $0.little(width)
            $0.little(height)
            $0.little(0x3F80_0000)
            $0.little(degrees)
            for number in [8, 24, 1] { $0.little(number) }
        }
        let clock = ByteWriter { for number in [seconds, 0, 0] { $0.little(number) } }
        let names = Array(make.utf8) + [0] + Array(model.utf8) + [0]
        let inner = heap([(0x080A, names), (0x1810, picture.bytes), (0x180E, clock.bytes)])
        let outer = heap([(0x300A, inner), (0x2007, preview)])
        return ByteWriter {
            $0.text("II")
            $0.little(0x1A)
            $0.text("HEAPCCDR")
            $0.little(0x0001_0002)
            $0.zeros(8)
            $0.append(outer)
        }.bytes
    }

    private func heap(_ values: [(tag: Int, bytes: [UInt8])]) -> [UInt8] {
        var out = ByteWriter()
        var offsets: [Int] = []
        for value in values {
            offsets.append(out.bytes.count)
            out.append(value.bytes)
            out.zeros(value.bytes.count % 2)
        }
        let directory = out.bytes.count
        out.little(values.count, bytes: 2)
        for (value, offset) in zip(values, offsets) {
            out.little(value.tag, bytes: 2)
            out.little(value.bytes.count)
            out.little(offset)
        }
        out.little(directory)
        return out.bytes
    }
}
