/// Reads Sigma's raw files (X3F): the size at the beginning, and a directory of sections at the end.
enum X3FHeader {
    private static let maximumSections = 100
    private static let maximumProperties = 200

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let version = try reader.uint32(at: 4, .little) >> 16
        // Version 4 has a longer header.
        let offset: Int64 = version >= 4 ? 40 : 28
        var header = MediaHeader(
            type: .sigmaX3F,
            storedWidth: try reader.uint32(at: offset, .little),
            storedHeight: try reader.uint32(at: offset + 4, .little)
        )
        let degrees = try reader.uint32(at: offset + 8, .little)
        header.orientation = ImageOrientation(degrees: degrees) ?? .up
        // A file that is cut off has no directory, but still has a size.
        do throws(MediaFileError) {
            try readSections(into: &header, from: &reader)
        } catch {
            header.suspicion = "its directory is missing"
        }
        return header
    }

    private static func readSections(
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let directory = Int64(try reader.uint32(at: reader.byteCount - 4, .little))
        guard try reader.code(at: directory) == "SECd" else {
            throw MediaFileError(.damaged, "an X3F file without its directory")
        }
        let count = try reader.uint32(at: directory + 8, .little)
        for index in 0..<min(count, maximumSections) {
            try reader.step()
            let entry = directory + 12 + Int64(index) * 12
            let start = Int64(try reader.uint32(at: entry, .little))
            let length = Int64(try reader.uint32(at: entry + 4, .little))
            guard length >= 28, length <= reader.byteCount - start else { continue }
            switch try reader.code(at: entry + 8) {
            case "PROP":
                try readProperties(in: start..<start + length, into: &header, from: &reader)
            case "IMAG", "IMA2":
                try recordPreview(in: start..<start + length, into: &header, from: &reader)
            default: break
            }
        }
    }

    /// Notes the largest JPEG preview, and the metadata in it.
    private static func recordPreview(
        in section: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let content = section.lowerBound + 28..<section.upperBound
        guard try reader.uint32(at: section.lowerBound + 12, .little) == 18, content.count > 4,
            try reader.bytes(at: content.lowerBound, count: 3).elementsEqual([0xFF, 0xD8, 0xFF])
        else { return }
        if content.count > header.raw.preview?.count ?? 0 { header.raw.preview = content }
        guard let picture = try? JPEGHeader.read(from: &reader, at: content.lowerBound),
            picture.exif != nil
        else { return }
        header.exif = picture.exif
        header.xmp = picture.xmp
    }

    /// Reads names and values in UTF-16, which follow a list of their offsets.
    private static func readProperties(
        in section: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let count = try reader.uint32(at: section.lowerBound + 8, .little)
        let texts = section.lowerBound + 24 + Int64(count) * 8
        for index in 0..<min(count, maximumProperties) {
            try reader.step()
            let entry = section.lowerBound + 24 + Int64(index) * 8
            let name = try propertyText(at: entry, texts: texts, in: section, from: &reader)
            guard ["CAMMANUF", "CAMMODEL", "TIME"].contains(name) else { continue }
            let value = try propertyText(at: entry + 4, texts: texts, in: section, from: &reader)
            switch name {
            case "CAMMANUF": header.tags["Exif.Image.Make"] = value
            case "CAMMODEL": header.tags["Exif.Image.Model"] = value
            default:
                let time = Int(value).flatMap { CameraClock.dateText(ofSeconds: $0) }
                header.tags["Exif.Photo.DateTimeOriginal"] = time
            }
        }
    }

    private static func propertyText(
        at pointer: Int64,
        texts: Int64,
        in section: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> String {
        let start = texts + 2 * Int64(try reader.uint32(at: pointer, .little))
        guard start < section.upperBound else { return "" }
        let count = Int(min(128, section.upperBound - start))
        return PlainBytes.wideText(of: try reader.bytes(at: start, count: count), endian: .little)
    }
}
