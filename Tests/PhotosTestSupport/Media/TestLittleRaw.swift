import PhotosMedia

/// A raw file of one little-endian directory with an embedded JPEG, as Canon and Panasonic write it, without a sensor's data.
package struct TestLittleRaw {
    /// Makers' files of this kind.
    package enum Maker: Sendable {
        case canonCR2, canonTIF, panasonicRW2, leicaRWL, panasonicRAW
    }

    package var maker: Maker
    package var preview: (bytes: [UInt8], width: Int, height: Int)

    package init(_ maker: Maker, preview: (bytes: [UInt8], width: Int, height: Int)) {
        self.maker = maker
        self.preview = preview
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let head = head
        let text = Array((isCanon ? "Canon" : maker == .leicaRWL ? "LEICA" : "Panasonic").utf8)
        let behind = head.count + 2 + 6 * 12 + 4
        let size = [preview.width, preview.height]
        let jpeg = behind + text.count + 1
        let fields: [(tag: Int, type: Int, count: Int, value: Int)] =
            isCanon
            ? [
                (0x0100, 3, 1, size[0]), (0x0101, 3, 1, size[1]), (0x0103, 3, 1, 6),
                (0x010F, 2, text.count + 1, behind), (0x0111, 4, 1, jpeg),
                (0x0117, 4, 1, preview.bytes.count),
            ]
            : [
                (4, 3, 1, 0), (5, 3, 1, 0), (6, 3, 1, size[1]), (7, 3, 1, size[0]),
                (0x002E, 7, preview.bytes.count, jpeg), (0x010F, 2, text.count + 1, behind),
            ]
        return ByteWriter {
            $0.append(head)
            $0.little(fields.count, bytes: 2)
            for field in fields {
                $0.little(field.tag, bytes: 2)
                $0.little(field.type, bytes: 2)
                $0.little(field.count)
                $0.little(field.value)
            }
            $0.little(0)
            $0.append(text + [0])
            $0.append(preview.bytes)
        }.bytes
    }

    private var isCanon: Bool { maker == .canonCR2 || maker == .canonTIF }

    private var head: [UInt8] {
        switch maker {
        case .canonCR2: [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0]
        case .canonTIF: [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0xBA, 0xB0, 0xAC, 0xBB, 0, 0, 0, 0]
        case .panasonicRW2, .leicaRWL: [0x49, 0x49, 0x55, 0, 24, 0, 0, 0] + Self.mark
        case .panasonicRAW: [0x49, 0x49, 0x55, 0, 8, 0, 0, 0]
        }
    }

    private static let mark: [UInt8] = [
        0x88, 0xE7, 0x74, 0xD8, 0xF8, 0x25, 0x1D, 0x4D, 0x94, 0x7A, 0x6E, 0x77, 0x82, 0x2B, 0x5D,
        0x6A,
    ]
}
