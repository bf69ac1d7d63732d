/// Reads TIFF and the camera formats based on it: the largest full picture among the directories.
enum TIFFHeader {
    /// The largest number of directories.
    ///
    /// A raw file has few: thumbnails, previews, the sensor's data.
    private static let maximumDirectories = 64

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let block = 0..<reader.byteCount
        let first = try TIFFDirectory.first(in: block, from: &reader)
        let orientation =
            try first.integer(of: 0x0112, from: &reader).flatMap(ImageOrientation.init(rawValue:))
            ?? .up
        var evidence = try RawEvidence(of: type, in: first, from: &reader)
        var pictures: [TIFFPicture] = []
        var page = first
        var visited = 1
        while true {
            try collectPictures(of: page, visited: &visited, into: &pictures, from: &reader)
            visited += 1
            // The pages of an ordinary TIFF are different pictures; those of a raw file are parts of one picture.
            guard evidence.isMakers, page.next != 0, visited <= maximumDirectories,
                let following = try? first.directory(at: page.next, from: &reader)
            else { break }
            page = following
        }
        evidence.pictures = pictures
        let found = evidence.type
        if found == .tiff { pictures.removeAll { $0.page != first.entries[0x0100]?.valueOffset } }
        if [.panasonicRW2, .panasonicRAW, .leicaRWL].contains(found),
            let sensor = try sensorSize(in: first, from: &reader)
        {
            pictures.append(sensor)
        }
        var header = try mediaHeader(of: found, pictures: pictures)
        header.orientation = orientation
        header.exif = block
        header.xmp = first.range(of: 0x02BC)
        header.iptc = first.range(of: 0x83BB)
        if let size = try statedSize(for: found, in: first, from: &reader) {
            (header.storedWidth, header.storedHeight) = size
        }
        return header
    }

    /// Collects the pictures of a directory and of the directories that it points to.
    private static func collectPictures(
        of directory: TIFFDirectory,
        visited: inout Int,
        into pictures: inout [TIFFPicture],
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let page = directory.entries[0x0100]?.valueOffset
        pictures.append(try TIFFPicture(directory, page: page, from: &reader))
        for child in try directory.integers(of: 0x014A, limit: 16, from: &reader) {
            visited += 1
            guard visited <= maximumDirectories else { break }
            // A camera's pointer to a damaged preview does not hide the picture itself.
            guard let below = try? directory.directory(at: child, from: &reader) else { continue }
            pictures.append(try TIFFPicture(below, page: page, from: &reader))
        }
    }

    private static func mediaHeader(
        of type: MediaType,
        pictures: [TIFFPicture]
    ) throws(MediaFileError) -> MediaHeader {
        let sized = pictures.filter { $0.width > 0 && $0.height > 0 }
        let full = sized.filter { !$0.isReduced }
        let largest = (full.isEmpty ? sized : full).max { $0.area < $1.area }
        guard let largest else { throw MediaFileError(.damaged, "a TIFF without a picture") }
        var header = MediaHeader(
            type: type,
            storedWidth: largest.width,
            storedHeight: largest.height
        )
        guard type.isRaw else { return header }
        header.raw.preview = pictures.compactMap(\.preview).max { $0.count < $1.count }
        header.raw.compression = largest.compression
        if type == .dng, let crop = largest.crop {
            (header.storedWidth, header.storedHeight) = (crop.width, crop.height)
            (header.raw.cropLeft, header.raw.cropTop) = (crop.left, crop.top)
        }
        return header
    }

    /// Returns the size from the borders of the sensor's used part, which Panasonic states instead of a size.
    private static func sensorSize(
        in directory: TIFFDirectory,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> TIFFPicture? {
        guard let top = try directory.integer(of: 4, from: &reader),
            let left = try directory.integer(of: 5, from: &reader),
            let bottom = try directory.integer(of: 6, from: &reader),
            let right = try directory.integer(of: 7, from: &reader), bottom > top, right > left
        else { return nil }
        return TIFFPicture(width: right - left, height: bottom - top)
    }

    /// Returns the size in Exif for Canon and Phase One.
    ///
    /// Their directories state the size of previews, or of the sensor with its border.
    private static func statedSize(
        for type: MediaType,
        in first: TIFFDirectory,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> (Int, Int)? {
        guard [.canonCR2, .canonTIF, .phaseOneIIQ].contains(type),
            let offset = try first.integer(of: 0x8769, from: &reader),
            let exif = try? first.directory(at: offset, from: &reader),
            let width = try exif.integer(of: 0xA002, from: &reader), width > 0,
            let height = try exif.integer(of: 0xA003, from: &reader), height > 0
        else { return nil }
        return (width, height)
    }
}
