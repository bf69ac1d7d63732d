/// Reads JPEG 2000: the size in the codestream, which may be in a container, and the container's metadata.
package enum JPEG2000Header {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: .jpeg2000, storedWidth: 0, storedHeight: 0)
        let codestream: Range<Int64>
        if try reader.uint16(at: 0) == Marker.start {
            codestream = 0..<reader.byteCount
        } else {
            codestream = try readBoxes(into: &header, from: &reader)
        }
        let main = try MainHeader(at: codestream, from: &reader)
        header.storedWidth = main.width
        header.storedHeight = main.height
        if header.suspicion == nil, codestream.upperBound - codestream.lowerBound > 2,
            try reader.uint16(at: codestream.upperBound - 2) != Marker.end
        {
            header.suspicion = "the mark of its end is missing"
        }
        header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
        return header
    }

    /// The properties of the coding that matter for decoding.
    package struct Coding: Sendable {
        /// The number of times that the picture can be halved without decoding it completely.
        package var halvings: Int
        /// Whether the samples are indexes of colours in a table.
        package var hasPalette: Bool
    }

    /// Reads the coding of a picture.
    ///
    /// - Throws: `MediaFileError` if there is no codestream.
    package static func coding(of source: some ByteSource) throws(MediaFileError) -> Coding {
        var reader = BoundedReader(source)
        var header = MediaHeader(type: .jpeg2000, storedWidth: 0, storedHeight: 0)
        let isBare = try reader.uint16(at: 0) == Marker.start
        let codestream = try isBare ? 0..<reader.byteCount : readBoxes(into: &header, from: &reader)
        var hasPalette = false
        if !isBare,
            let boxes = try BoxList.firstContent(
                of: "jp2h",
                in: 0..<reader.byteCount,
                from: &reader
            )
        {
            hasPalette = try BoxList.firstContent(of: "pclr", in: boxes, from: &reader) != nil
        }
        let halvings = try MainHeader.halvings(in: codestream, from: &reader)
        return Coding(halvings: halvings, hasPalette: hasPalette)
    }

    private enum Marker {
        static let start = 0xFF4F
        static let size = 0xFF51
        static let coding = 0xFF52
        static let tile = 0xFF90
        static let end = 0xFFD9
    }

    /// The beginning of the codestream.
    private struct MainHeader {
        var width: Int
        var height: Int

        init(at codestream: Range<Int64>, from reader: inout BoundedReader) throws(MediaFileError) {
            let start = codestream.lowerBound
            guard try reader.uint16(at: start) == Marker.start,
                try reader.uint16(at: start + 2) == Marker.size
            else { throw MediaFileError(.damaged, "a JPEG 2000 without its codestream") }
            width = try reader.uint32(at: start + 8) - reader.uint32(at: start + 16)
            height = try reader.uint32(at: start + 12) - reader.uint32(at: start + 20)
            guard width > 0, height > 0 else {
                throw MediaFileError(.damaged, "it states no size")
            }
        }

        /// Returns the number of reduced levels that the segment for all tiles states; 0 if there is none.
        static func halvings(
            in codestream: Range<Int64>,
            from reader: inout BoundedReader
        ) throws(MediaFileError) -> Int {
            var offset = codestream.lowerBound + 2
            while offset + 4 <= codestream.upperBound {
                try reader.step()
                let marker = try reader.uint16(at: offset)
                guard marker != Marker.tile, marker > 0xFF00 else { break }
                let length = Int64(try reader.uint16(at: offset + 2))
                // Style, order, layers and colour transform precede the number of levels.
                if marker == Marker.coding { return min(32, try reader.uint8(at: offset + 9)) }
                guard length >= 2 else { break }
                offset += 2 + length
            }
            return 0
        }
    }

    /// Finds the codestream, and notes the positions of metadata.
    private static func readBoxes(
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64> {
        var codestream: Range<Int64>?
        var list = BoxList(in: 0..<reader.byteCount)
        do throws(MediaFileError) {
            while let box = try list.next(from: &reader) {
                switch box.type {
                case "jp2c": codestream = codestream ?? box.content
                case "uuid": try recordUUIDBox(box.content, into: &header, from: &reader)
                default: break
                }
                if let claimed = list.claimedEnd {
                    header.suspicion = FileEnd.cutOff(at: reader.byteCount, of: claimed)
                }
            }
        } catch {
            // Invalid data behind the picture is ignored.
            guard codestream != nil else { throw error }
        }
        guard let codestream else {
            throw MediaFileError(.damaged, "a JPEG 2000 without its codestream")
        }
        return codestream
    }

    /// The names of the boxes with metadata, of 16 bytes each.
    ///
    /// Programs use several names for Exif.
    private static let exif: [[UInt8]] = [
        Array("JpgTiffExif->JP2".utf8),
        [
            0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A,
            0x11, 0x3E,
        ],
    ]
    private static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]
    private static let iptc: [[UInt8]] = [
        [
            0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97,
            0xAD, 0x38,
        ],
        // The name for Photoshop's list of resources.
        [
            0x2C, 0x4C, 0x01, 0x00, 0x85, 0x04, 0x40, 0xB9, 0xA0, 0x3E, 0x56, 0x21, 0x48, 0xD6,
            0xDF, 0xEB,
        ],
    ]

    private static func recordUUIDBox(
        _ box: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard box.count > 16 else { return }
        let name = Array(try reader.bytes(at: box.lowerBound, count: 16))
        let content = box.lowerBound + 16..<box.upperBound
        if exif.contains(name) {
            if header.exif == nil {
                header.exif = try ExifBlock.skippingSignature(of: content, from: &reader)
            }
        } else if name == xmp {
            header.xmp = header.xmp ?? content
        } else if iptc.contains(name) {
            header.iptc = header.iptc ?? content
        }
    }
}
