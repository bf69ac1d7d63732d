import Glibc

/// The parts of a picture's file from which its pixels are decoded.
package enum StoredImage {
    /// The number of bytes that are compared at once.
    private static let window = 1 << 18
    /// The largest number of directories, and of strips or tiles in one of them.
    private static let maximumDirectories = 64
    private static let maximumStrips = 100_000

    /// Returns whether a copy has exactly the pixels of the original, byte for byte as stored.
    ///
    /// Profiles of colours in chunks and the tables of JPEGs count as well.
    ///
    /// - Throws: `MediaFileError` if one of the files cannot be read, or is of another type.
    package static func isEqual(
        _ original: some ByteSource,
        to copy: some ByteSource,
        type: MediaType
    ) throws(MediaFileError) -> Bool {
        let (first, second) = (
            try imageRanges(of: original, type: type), try imageRanges(of: copy, type: type)
        )
        guard first.map(\.count) == second.map(\.count) else { return false }
        for (one, other) in zip(first, second) {
            var offset: Int64 = 0
            while offset < Int64(one.count) {
                let count = min(window, one.count - Int(offset))
                let left = try original.bytes(at: one.lowerBound + offset, count: count)
                let right = try copy.bytes(at: other.lowerBound + offset, count: count)
                // Comparing arrays would take ten times as long.
                guard left.count == right.count, unsafe memcmp(left, right, left.count) == 0 else {
                    return false
                }
                offset += Int64(count)
            }
        }
        return true
    }

    private static func imageRanges(
        of source: some ByteSource,
        type: MediaType
    ) throws(MediaFileError) -> [Range<Int64>] {
        switch type {
        case .jpeg:
            var reader = BoundedReader(source)
            let found = try JPEGSegments(from: &reader)
            let tables = found.segments.filter(\.isNeeded).map(\.whole)
            return tables + [(found.pixels ?? 0)..<source.byteCount]
        case .png:
            let texts = ["eXIf", "iTXt", "tEXt", "zTXt"]
            return try FileChunk.pngChunks(of: source).filter { !texts.contains($0.code) }.map(
                \.whole
            )
        case .webp:
            let metadata = ["VP8X", "EXIF", "XMP "]
            return try FileChunk.webPChunks(of: source).filter { !metadata.contains($0.code) }.map(
                \.whole
            )
        case .tiff, .dng: return try stripRanges(of: source)
        default: throw MediaFileError(.notEmbeddable, "a picture of this kind is not compared")
        }
    }

    /// Returns the strips and tiles of all directories of a TIFF, in the order of the directories.
    private static func stripRanges(
        of source: some ByteSource
    ) throws(MediaFileError) -> [Range<Int64>] {
        var reader = BoundedReader(source)
        let block = 0..<source.byteCount
        let first = try TIFFDirectory.first(in: block, from: &reader)
        guard !first.isBig else {
            throw MediaFileError(.notEmbeddable, "exiv2 knows no BigTIFF")
        }
        var waiting = [first]
        var ranges: [Range<Int64>] = []
        var count = 0
        while !waiting.isEmpty {
            let directory = waiting.removeFirst()
            count += 1
            guard count <= maximumDirectories else {
                throw MediaFileError(.notEmbeddable, "the TIFF has too many directories")
            }
            // Strips, tiles, and a small JPEG: the tags of their offsets and of their lengths.
            for (offsets, lengths) in [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)] {
                let starts = try directory.integers(
                    of: offsets,
                    limit: maximumStrips,
                    from: &reader
                )
                let sizes = try directory.integers(of: lengths, limit: maximumStrips, from: &reader)
                guard starts.count == sizes.count, starts.count < maximumStrips else {
                    throw MediaFileError(.notEmbeddable, "the strips of the TIFF are damaged")
                }
                for (start, size) in zip(starts, sizes) {
                    let end = Int64(start) + Int64(size)
                    guard end <= source.byteCount else {
                        throw MediaFileError(.notEmbeddable, "the strips of the TIFF are damaged")
                    }
                    ranges.append(Int64(start)..<end)
                }
            }
            for offset in try directory.integers(
                of: 0x014A,
                limit: maximumDirectories,
                from: &reader
            ) {
                waiting.append(try directory.directory(at: offset, from: &reader))
            }
            if directory.next != 0 {
                waiting.append(try directory.directory(at: directory.next, from: &reader))
            }
        }
        return ranges
    }
}
