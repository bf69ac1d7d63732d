/// A HEIF file with a single picture of another HEIF file: its tiles and the properties needed to show them.
///
/// The reduction is for decoders that refuse a whole file because of its metadata, gain maps, depth or other auxiliary
/// pictures.
package struct HEIFReduction {
    /// The bytes before the pictures' bytes.
    private let head: [UInt8]
    /// The ranges of the pictures' bytes in the original file.
    private let extents: [Range<Int64>]

    /// Whether the reduced file states sizes that the file leaves out, or states other than its streams.
    package let mendsSizes: Bool

    /// Whether nothing says how large one of its tiles is.
    package let hasTilesOfNoSize: Bool

    /// Whether the picture is laid together of pictures with more than 8 bits, which libheif 1.15 lays together wrongly.
    package let isDeepOverlay: Bool

    /// The number of bytes of the reduced file.
    package var byteCount: Int { head.count + Int(extents.reduce(0) { $0 + Int64($1.count) }) }

    /// Reduces a file to its primary picture.
    ///
    /// - Throws: `MediaFileError` if the picture is incomplete, or the file is no HEIF.
    package init(_ source: any ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let container = try HEIFContainer(from: &reader)
        let sizes = try HEIFSizes(try container.parts(), in: container, from: &reader)
        let parts = sizes.parts
        mendsSizes = !sizes.added.isEmpty
        hasTilesOfNoSize = sizes.hasTilesOfNoSize
        isDeepOverlay = parts.first?.item.type == "iovl" && sizes.bits > 8
        extents = parts.flatMap(\.item.extents)
        guard extents.reduce(0, { $0 + Int64($1.count) }) <= source.byteCount else {
            throw MediaFileError(.damaged, "its tiles share bytes")
        }
        let properties =
            try Self.properties(of: parts, in: container, from: &reader) + sizes.added
        let writer = HEIFHeadWriter(parts: parts, properties: properties)
        head = writer.head()
    }

    /// Writes the reduced file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the original file.
    ///   - buffer: Memory of `byteCount` bytes.
    package func write(
        from file: UnsafeRawBufferPointer,
        into buffer: UnsafeMutableRawBufferPointer
    ) {
        unsafe buffer.copyBytes(from: head)
        var offset = head.count
        for extent in extents {
            let part = unsafe file[Int(extent.lowerBound)..<Int(extent.upperBound)]
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyBytes(from: part)
            offset += extent.count
        }
    }

    struct Part {
        var identifier: Int
        var item: HEIFContainer.Item
    }

    /// The properties needed to decode and show a picture.
    ///
    /// Other properties are left out.
    private static let kept: Set<FourCharacterCode> = [
        "hvcC", "av1C", "jpgC", "ispe", "colr", "irot", "imir", "clap", "pixi", "pasp",
    ]

    /// A property that is kept, with its box.
    struct Property {
        var number: Int
        var box: [UInt8]
    }

    private static func properties(
        of parts: [Part],
        in container: HEIFContainer,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [Property] {
        let used = Set(parts.flatMap { $0.item.properties.map(\.property) })
        var properties: [Property] = []
        for number in used.sorted() {
            guard let box = container.property(number), kept.contains(box.type) else { continue }
            let content = try reader.bytes(at: box.content.lowerBound, count: box.content.count)
            guard makesSense(box.type, content: content) else { continue }
            var writer = ByteWriter()
            writer.uint32(content.count + 8)
            writer.append(box.type.bytes)
            writer.append(content)
            properties.append(Property(number: number, box: writer.bytes))
        }
        return properties
    }

    /// Whether a property can be read: libheif refuses whole files for some that cannot.
    private static func makesSense(_ type: FourCharacterCode, content: ArraySlice<UInt8>) -> Bool {
        switch type {
        case "clap":
            // Four fractions.
            content.count >= 32
                && stride(from: 4, to: 32, by: 8).allSatisfy { start in
                    content.dropFirst(start).prefix(4).contains { $0 != 0 }
                }
        case "colr":
            // A profile has a header of 128 bytes and a list behind it.
            content.count >= 132 || content.starts(with: "nclx".utf8)
        default: true
        }
    }
}
