/// Finds the movie inside a motion photo's file.
///
/// Google's cameras state its position in one of three ways. A HEIC file has a box for it. Version 2 of their motion
/// photos lists the items behind the picture, and version 1 states the distance from the end of the file. Samsung's
/// cameras have a directory at the end of the file. Sources: Android's description of motion photos, and ExifTool for
/// Samsung's directory.
package enum EmbeddedMovie {
    /// Returns the range of the movie and the tag that states it.
    ///
    /// The result is nil unless the range begins like a movie and lies in the file.
    package static func findMovie(
        in header: MediaHeader,
        trailer: SamsungTrailer,
        tags: MediaTags,
        from reader: inout BoundedReader
    ) -> (range: Range<Int64>, tag: String)? {
        guard header.type.kind == .image else { return nil }
        let size = reader.byteCount
        for row in FactsTable.rows(of: .embeddedMovie) {
            var candidate: Range<Int64>?
            switch row.form {
            case .movieRange where row.tag.hasPrefix("HEIF."):
                candidate = header.movie
            case .movieRange:
                candidate = trailer.movie
            case .movieInDirectory:
                candidate = rangeInDirectory(of: tags, fileSize: size)
            case .movieFromEnd:
                let distance = tags[row.tag].flatMap { Int64($0) } ?? 0
                if (1..<size).contains(distance) { candidate = size - distance..<size }
            default:
                break
            }
            if let candidate, isMovie(candidate, from: &reader) { return (candidate, row.tag) }
        }
        return nil
    }

    private static func isMovie(_ range: Range<Int64>, from reader: inout BoundedReader) -> Bool {
        guard range.lowerBound > 0, range.count > 16, range.upperBound <= reader.byteCount,
            let start = try? reader.bytes(at: range.lowerBound + 4, count: 4)
        else { return false }
        return start.elementsEqual("ftyp".utf8)
    }

    /// Computes the movie's range from the list of items, which follow each other behind the picture.
    ///
    /// The distance of an item from the end is the sum of its length and those of the items behind it.
    private static func rangeInDirectory(of tags: MediaTags, fileSize size: Int64) -> Range<Int64>?
    {
        var found: Range<Int64>?
        var items: [(semantic: String, length: Int64)] = []
        for number in 1...32 {
            let name = FactsTable.directoryTag.replacing("/", with: "[\(number)]/")
            guard let semantic = tags[name + "/Item:Semantic"] else { break }
            let length = tags[name + "/Item:Length"].flatMap { Int64($0) } ?? 0
            guard (0..<size).contains(length) else { return nil }
            items.append((semantic, length))
        }
        var end = size
        for item in items.reversed() {
            guard item.length <= end else { return nil }
            if item.semantic == "MotionPhoto", item.length > 0 {
                found = end - item.length..<end
            }
            end -= item.length
        }
        return found
    }
}

/// The directory that Samsung's cameras write at the end of a file: the names of blocks, and offsets back from its
/// start.
package struct SamsungTrailer {
    var movie: Range<Int64>?
    /// The names of the blocks, as tags.
    package var tags = MediaTags()

    /// Reads the directory of a picture; empty if there is none.
    package static func read(
        for header: MediaHeader,
        from reader: inout BoundedReader
    ) -> SamsungTrailer {
        guard [.jpeg, .heic].contains(header.type), let trailer = try? readDirectory(from: &reader)
        else {
            return SamsungTrailer()
        }
        return trailer
    }

    private static func readDirectory(
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> SamsungTrailer? {
        let end = reader.byteCount - 8
        guard end > 20, try reader.code(at: end + 4) == "SEFT" else { return nil }
        let length = Int64(try reader.uint32(at: end, .little))
        let start = end - length
        guard length >= 12, start > 0, try reader.code(at: start) == "SEFH" else { return nil }
        let count = try reader.uint32(at: start + 8, .little)
        var trailer = SamsungTrailer()
        for index in 0..<Int64(min(count, 64)) {
            let entry = start + 12 + index * 12
            guard entry + 12 <= end else { break }
            let block = start - Int64(try reader.uint32(at: entry + 4, .little))
            let size = Int64(try reader.uint32(at: entry + 8, .little))
            guard block > 0, size > 8, block + size <= start else { continue }
            let nameLength = try reader.uint32(at: block + 4, .little)
            guard nameLength < 64, Int64(nameLength) + 8 <= size else { continue }
            let text = try reader.bytes(at: block + 8, count: nameLength)
            let name = String(decoding: text, as: UTF8.self)
            trailer.tags.values["Samsung." + name] = ["present"]
            if name == "MotionPhoto_Data" {
                trailer.movie = block + 8 + Int64(nameLength)..<block + size
            }
        }
        return trailer
    }
}
