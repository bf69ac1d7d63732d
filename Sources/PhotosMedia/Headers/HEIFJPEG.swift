/// The primary picture of a HEIF file that is coded as JPEG.
package struct HEIFJPEG {
    /// The JPEG, including the tables that the container stores separately.
    package let bytes: [UInt8]

    /// Returns whether the primary picture of a file is coded as JPEG; false if the container is damaged.
    package static func isPrimary(in source: some ByteSource) -> Bool {
        var reader = BoundedReader(source)
        guard let container = try? HEIFContainer(from: &reader) else { return false }
        return container.items[container.primary]?.type == "jpeg"
    }

    /// Reads the picture of a file.
    ///
    /// - Throws: `MediaFileError` if the picture is incomplete, or not coded as JPEG.
    package init(_ source: some ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let container = try HEIFContainer(from: &reader)
        guard let item = container.items[container.primary], item.type == "jpeg",
            !item.extents.isEmpty
        else { throw MediaFileError(.damaged, "the picture is missing in its container") }
        var bytes: [UInt8] = []
        for use in item.properties where container.properties.indices.contains(use.property - 1) {
            let property = container.properties[use.property - 1]
            guard property.type == "jpgC" else { continue }
            bytes += try reader.bytes(
                at: property.content.lowerBound,
                count: property.content.count
            )
        }
        // Several extents may state the same bytes, so their sum is limited to the file's size.
        let total = item.extents.reduce(Int64(0)) { $0 + Int64($1.count) }
        guard total <= source.byteCount else {
            throw MediaFileError(.damaged, "its parts share bytes")
        }
        for extent in item.extents {
            bytes += try source.bytes(at: extent.lowerBound, count: extent.count)
        }
        self.bytes = bytes
    }
}
