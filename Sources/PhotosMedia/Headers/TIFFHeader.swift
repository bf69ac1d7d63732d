/// TIFF and the camera formats built on it: the largest full picture among the directories.
enum TIFFHeader {
    private struct Picture {
        let width: Int
        let height: Int
        let isReduced: Bool

        /// Sides come from 32-bit fields: their product is exact enough to rank by.
        var area: Double { Double(width) * Double(height) }
    }

    /// A raw file has a handful: thumbnails, previews, the sensor's data.
    private static let maximumDirectories = 64

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let block = 0..<reader.byteCount
        let first = try TIFFDirectory.first(in: block, &reader)
        let orientation =
            try first.integer(0x0112, &reader).flatMap(ImageOrientation.init(rawValue:)) ?? .up
        let found = try refined(type, first, &reader)

        var pictures: [Picture] = []
        var directory = first
        var visited = 1
        while true {
            try collect(directory, &pictures, &reader)
            for child in try directory.integers(0x014A, limit: 16, &reader) {
                visited += 1
                guard visited <= maximumDirectories else { break }
                // A camera's pointer to a damaged preview does not hide the picture itself.
                guard
                    let subdirectory = try? TIFFDirectory(
                        at: child,
                        in: block,
                        first.endian,
                        &reader
                    )
                else { continue }
                try collect(subdirectory, &pictures, &reader)
            }
            visited += 1
            guard directory.next != 0, visited <= maximumDirectories,
                let following = try? TIFFDirectory(
                    at: directory.next,
                    in: block,
                    first.endian,
                    &reader
                )
            else { break }
            // Pages of an ordinary TIFF are other pictures; a raw file's are parts of the same one.
            guard found.isRaw else { break }
            directory = following
        }
        if found == .panasonicRW2, let sensor = try sensorSize(first, &reader) {
            pictures.append(sensor)
        }
        let full = pictures.filter { !$0.isReduced }
        let largest = (full.isEmpty ? pictures : full).max { $0.area < $1.area }
        guard let largest else { throw MediaFileError(.damaged, "a TIFF without a picture") }
        var header = MediaHeader(
            type: found,
            storedWidth: largest.width,
            storedHeight: largest.height,
            orientation: orientation,
            exif: block
        )
        header.xmp = first.place(of: 0x02BC)
        header.iptc = first.place(of: 0x83BB)
        return header
    }

    private static func collect(
        _ directory: TIFFDirectory,
        _ pictures: inout [Picture],
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard let width = try directory.integer(0x0100, &reader),
            let height = try directory.integer(0x0101, &reader), width > 0, height > 0
        else { return }
        let kind = try directory.integer(0x00FE, &reader) ?? 0
        pictures.append(Picture(width: width, height: height, isReduced: kind & 1 != 0))
    }

    /// Panasonic states the borders of the sensor's used part instead of a size.
    private static func sensorSize(
        _ directory: TIFFDirectory,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Picture? {
        guard let top = try directory.integer(4, &reader),
            let left = try directory.integer(5, &reader),
            let bottom = try directory.integer(6, &reader),
            let right = try directory.integer(7, &reader), bottom > top, right > left
        else { return nil }
        return Picture(width: right - left, height: bottom - top, isReduced: false)
    }

    /// Tells the formats apart that begin as any TIFF does.
    private static func refined(
        _ type: MediaType,
        _ first: TIFFDirectory,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaType {
        guard type == .tiff else { return type }
        if first.entries[0xC612] != nil { return .dng }
        // Cameras put a thumbnail into the first directory and the sensor's data below it; a TIFF that
        // an editor saved from such a picture keeps the maker's name but begins with the full picture.
        let isThumbnailFirst = try first.integer(0x00FE, &reader) == 1
        let make = try first.text(0x010F, limit: 32, &reader)?.uppercased() ?? ""
        guard isThumbnailFirst, first.entries[0x014A] != nil || make.hasPrefix("PENTAX") else {
            return .tiff
        }
        if make.hasPrefix("NIKON") { return .nikonNEF }
        if make.hasPrefix("SONY") { return .sonyARW }
        if make.hasPrefix("PENTAX") || make.hasPrefix("RICOH") { return .pentaxPEF }
        return .tiff
    }
}
