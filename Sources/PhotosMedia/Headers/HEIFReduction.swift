/// A HEIF file with a single picture of another HEIF file: its tiles and the properties needed to show them.
///
/// The reduction is for decoders that refuse a whole file because of its metadata, gain maps, depth or other auxiliary
/// pictures.
package struct HEIFReduction {
    /// The bytes before the pictures' bytes.
    private let head: [UInt8]
    /// The ranges of the pictures' bytes in the original file.
    private let extents: [Range<Int64>]

    /// The number of bytes of the reduced file.
    package var byteCount: Int { head.count + Int(extents.reduce(0) { $0 + Int64($1.count) }) }

    /// Reduces a file to its primary picture.
    ///
    /// - Throws: `MediaFileError` if the picture is incomplete, or the file is no HEIF.
    package init(_ source: any ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let container = try HEIFContainer(&reader)
        var primary = container.primary
        // The first part of a picture with a gain map for other displays is the picture itself.
        if let item = container.items[primary], item.type == "tmap", let part = item.parts.first {
            primary = part
        }
        let parts = try Self.parts(of: primary, in: container)
        extents = parts.flatMap(\.item.extents)
        guard extents.reduce(0, { $0 + Int64($1.count) }) <= source.byteCount else {
            throw MediaFileError(.damaged, "its tiles share bytes")
        }
        let properties = try Self.properties(of: parts, in: container, &reader)
        let writer = HEIFHeadWriter(parts: parts, properties: properties)
        head = writer.head()
    }

    /// Writes the reduced file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the original file.
    ///   - place: Memory of `byteCount` bytes.
    package func write(
        from file: UnsafeRawBufferPointer,
        into place: UnsafeMutableRawBufferPointer
    ) {
        unsafe place.copyBytes(from: head)
        var offset = head.count
        for extent in extents {
            let part = unsafe file[Int(extent.lowerBound)..<Int(extent.upperBound)]
            unsafe UnsafeMutableRawBufferPointer(rebasing: place[offset...]).copyBytes(from: part)
            offset += extent.count
        }
    }

    struct Part {
        var identifier: Int
        var item: HEIFContainer.Item
    }

    /// Returns a picture and all its parts, the picture first.
    private static func parts(
        of primary: Int,
        in container: HEIFContainer
    ) throws(MediaFileError) -> [Part] {
        var parts: [Part] = []
        var known: Set<Int> = [primary]
        var waiting = [primary]
        while let identifier = waiting.popLast() {
            guard let item = container.items[identifier], !item.extents.isEmpty else {
                throw MediaFileError(.damaged, "a part of the picture is missing")
            }
            parts.append(Part(identifier: identifier, item: item))
            waiting += item.parts.filter { known.insert($0).inserted }.reversed()
        }
        return parts
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
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> [Property] {
        let used = Set(parts.flatMap { $0.item.properties.map(\.property) })
        var properties: [Property] = []
        for number in used.sorted() {
            guard number >= 1, number <= container.properties.count else { continue }
            let box = container.properties[number - 1]
            guard kept.contains(box.type) else { continue }
            let content = try reader.bytes(at: box.content.lowerBound, count: box.content.count)
            var writer = ByteWriter()
            writer.uint32(content.count + 8)
            writer.append(box.type.bytes)
            writer.append(content)
            properties.append(Property(number: number, box: writer.bytes))
        }
        return properties
    }
}
