package import Foundation

/// The fields of one directory of a TIFF structure to write, by their tags.
///
/// The format is that of "TIFF Revision 6.0", section 2, with the least significant byte first.
struct TIFFFields: Sendable, Equatable {
    struct Field: Sendable, Equatable {
        /// TIFF's number of the type of the values.
        var type: Int
        var count: Int
        var bytes: [UInt8]
    }

    var fields: [Int: Field] = [:]

    mutating func set(_ tag: Int, shorts values: [Int]) {
        let writer = ByteWriter { writer in
            for value in values {
                writer.number(UInt16(truncatingIfNeeded: value), endian: .little)
            }
        }
        fields[tag] = Field(type: 3, count: values.count, bytes: writer.bytes)
    }

    mutating func set(_ tag: Int, longs values: [Int]) {
        let writer = ByteWriter { writer in
            for value in values {
                writer.number(UInt32(truncatingIfNeeded: value), endian: .little)
            }
        }
        fields[tag] = Field(type: 4, count: values.count, bytes: writer.bytes)
    }

    /// The number of bytes of the directory and of the values outside of its entries.
    var byteCount: Int {
        fields.values.reduce(6 + 12 * fields.count) { $0 + Self.outsideByteCount(of: $1) }
    }

    /// Returns the bytes of the directory, and of the values that are longer than an entry has room for.
    ///
    /// - Parameters:
    ///   - offset: The offset of the directory in the file.
    ///   - next: The offset of the next directory; 0 for none.
    /// - Returns: As many bytes as `byteCount`.
    func bytes(at offset: Int, next: Int) -> [UInt8] {
        var head = ByteWriter(capacity: byteCount)
        var values = ByteWriter()
        let start = offset + 6 + 12 * fields.count
        head.number(UInt16(fields.count), endian: .little)
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            head.number(UInt16(truncatingIfNeeded: tag), endian: .little)
            head.number(UInt16(truncatingIfNeeded: field.type), endian: .little)
            head.number(UInt32(truncatingIfNeeded: field.count), endian: .little)
            if field.bytes.count <= 4 {
                head.append(field.bytes)
                head.zeros(4 - field.bytes.count)
            } else {
                head.number(UInt32(truncatingIfNeeded: start + values.count), endian: .little)
                values.append(field.bytes)
                values.zeros(field.bytes.count % 2)
            }
        }
        head.number(UInt32(truncatingIfNeeded: next), endian: .little)
        return head.bytes + values.bytes
    }

    private static func outsideByteCount(of field: Field) -> Int {
        field.bytes.count > 4 ? field.bytes.count + field.bytes.count % 2 : 0
    }
}

/// A directory with those of Exif and of the position, as each picture of a TIFF and each Exif block has them.
struct TIFFTree: Sendable, Equatable {
    var main = TIFFFields()
    var exif = TIFFFields()
    var gps = TIFFFields()

    /// The bytes before the first directory: the order of bytes, and its offset.
    static let header: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]

    var isEmpty: Bool { main.fields.isEmpty && exif.fields.isEmpty && gps.fields.isEmpty }

    /// The number of bytes of all directories.
    var byteCount: Int {
        linkedFields(at: 0).byteCount + (exif.fields.isEmpty ? 0 : exif.byteCount)
            + (gps.fields.isEmpty ? 0 : gps.byteCount)
    }

    /// Returns the bytes of all directories, beginning with the main one.
    func bytes(at offset: Int, next: Int) -> [UInt8] {
        let main = linkedFields(at: offset)
        var end = offset + main.byteCount
        var bytes = main.bytes(at: offset, next: next)
        for directory in [exif, gps] where !directory.fields.isEmpty {
            bytes += directory.bytes(at: end, next: 0)
            end += directory.byteCount
        }
        return bytes
    }

    /// Returns the main directory with the offsets of the others.
    private func linkedFields(at offset: Int) -> TIFFFields {
        var linked = main
        let hasExif = !exif.fields.isEmpty
        if hasExif { linked.set(0x8769, longs: [0]) }
        if !gps.fields.isEmpty { linked.set(0x8825, longs: [0]) }
        let end = offset + linked.byteCount
        if hasExif { linked.set(0x8769, longs: [end]) }
        if !gps.fields.isEmpty {
            linked.set(0x8825, longs: [end + (hasExif ? exif.byteCount : 0)])
        }
        return linked
    }
}

/// Writes pictures as a TIFF without compression.
package enum TIFFWriting {
    /// The pixels of a picture and its metadata.
    package struct Page {
        /// Red, green, blue and alpha with 8 bits each, not premultiplied, without gaps between rows.
        package var pixels: Data
        package var size: PixelSize
        package var metadata: WrittenProperties

        package init(pixels: Data, size: PixelSize, metadata: WrittenProperties) {
            self.pixels = pixels
            self.size = size
            self.metadata = metadata
        }
    }

    /// The number of bytes that a strip should not exceed.
    private static let stripBytes = 1 << 20

    /// Returns a file with pictures in their order.
    ///
    /// Alpha is written only if a pixel is transparent.
    ///
    /// - Throws: `MediaFileError` with code `tooLarge` for more than 4 GiB, which offsets cannot express.
    package static func file(_ pages: [Page]) throws(MediaFileError) -> Data {
        var file = Data(TIFFTree.header)
        for (index, page) in pages.enumerated() {
            let samples = channels(of: page)
            let tree = tree(of: page, channelCount: samples.count, at: file.count)
            let end = file.count + tree.byteCount
            let next = (end + samples.bytes.count + 1) & ~1
            guard next < 1 << 32 else {
                throw MediaFileError(.tooLarge, "a TIFF has at most 4 GiB")
            }
            let isLast = index == pages.count - 1
            file.append(contentsOf: tree.bytes(at: file.count, next: isLast ? 0 : next))
            file.append(samples.bytes)
            if !isLast, file.count < next { file.append(0) }
        }
        return file
    }

    private static func tree(of page: Page, channelCount: Int, at offset: Int) -> TIFFTree {
        var tree = page.metadata.tree(of: page.size)
        let rowBytes = page.size.width * channelCount
        let rows = max(1, min(page.size.height, stripBytes / max(1, rowBytes)))
        let stripCount = (page.size.height + rows - 1) / rows
        let lastRows = page.size.height - (stripCount - 1) * rows
        var sizes = Array(repeating: rows * rowBytes, count: stripCount)
        sizes[stripCount - 1] = lastRows * rowBytes
        tree.main.set(0x0100, longs: [page.size.width])
        tree.main.set(0x0101, longs: [page.size.height])
        tree.main.set(0x0102, shorts: Array(repeating: 8, count: channelCount))
        tree.main.set(0x0103, shorts: [1])
        tree.main.set(0x0106, shorts: [2])
        tree.main.set(0x0111, longs: sizes)
        tree.main.set(0x0115, shorts: [channelCount])
        tree.main.set(0x0116, longs: [rows])
        tree.main.set(0x0117, longs: sizes)
        tree.main.set(0x011C, shorts: [1])
        if channelCount == 4 { tree.main.set(0x0152, shorts: [2]) }
        if let records = page.metadata.records {
            tree.main.fields[0x83BB] = .init(type: 7, count: records.count, bytes: records)
        }
        // The strips follow the directories, whose size the values do not change.
        let start = offset + tree.byteCount
        tree.main.set(0x0111, longs: (0..<stripCount).map { start + $0 * rows * rowBytes })
        return tree
    }

    private static func channels(of page: Page) -> (count: Int, bytes: Data) {
        let count = page.size.width * page.size.height
        return unsafe page.pixels.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
            let isOpaque = (0..<count).allSatisfy { unsafe source[$0 * 4 + 3] == 255 }
            guard isOpaque else { return (4, page.pixels) }
            var bytes = [UInt8](repeating: 0, count: count * 3)
            for index in 0..<count {
                for part in 0..<3 { bytes[index * 3 + part] = unsafe source[index * 4 + part] }
            }
            return (3, Data(bytes))
        }
    }
}
