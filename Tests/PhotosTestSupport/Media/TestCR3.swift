import PhotosMedia

/// A raw file of Canon's newer cameras without its pixels: boxes with a directory of tags each, and a movie's track.
package struct TestCR3 {
    package init() {}

    /// The whole file.
    package func data() -> [UInt8] {
        let image = directory([
            (0x0100, 3, [0, 36]), (0x0101, 3, [0, 24]), (0x010F, 2, Array("Canon\0".utf8)),
            (0x0110, 2, Array("Model 5\0".utf8)), (0x0112, 3, [0, 6]),
        ])
        let photo = directory([(0x9003, 2, Array("2024:05:01 12:30:00\0".utf8))])
        let position = directory([(0x00, 1, [2, 3, 0, 0]), (0x01, 2, Array("N\0".utf8))])
        // The track comes from an ordinary movie.
        let movie = TestMovie(.mpeg4, width: 40, height: 30, frameCount: 1).data()
        let start = (movie.firstRange(of: Array("moov".utf8))?.lowerBound ?? 4) - 4
        let length = movie[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        return ByteWriter {
            $0.box("ftyp") { $0.append(Array("crx \0\0\0\u{1}crx isom".utf8)) }
            $0.box("moov") {
                $0.box("uuid") {
                    $0.append(Self.name)
                    $0.box("CMT1") { $0.append(image) }
                    $0.box("CMT2") { $0.append(photo) }
                    $0.box("CMT4") { $0.append(position) }
                }
                $0.append(movie[start + 8..<start + length])
            }
        }.bytes
    }

    private static let name: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]

    private func directory(_ fields: [(tag: Int, type: Int, value: [UInt8])]) -> [UInt8] {
        var out = ByteWriter()
        out.append([0x4D, 0x4D, 0x00, 0x2A])
        out.uint32(8)
        out.uint16(fields.count)
        var behind = 8 + 2 + fields.count * 12 + 4
        for field in fields {
            out.uint16(field.tag)
            out.uint16(field.type)
            out.uint32(field.type == 2 ? field.value.count : 1)
            if field.value.count > 4 {
                out.uint32(behind)
                behind += field.value.count
            } else {
                out.append(field.value + [UInt8](repeating: 0, count: 4 - field.value.count))
            }
        }
        out.uint32(0)
        for field in fields where field.value.count > 4 { out.append(field.value) }
        return out.bytes
    }
}
