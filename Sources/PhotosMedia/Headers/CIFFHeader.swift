/// Reads Canon's older raw files (CRW), which consist of nested heaps with a directory at the end of each.
enum CIFFHeader {
    /// The largest number of heaps.
    ///
    /// Real files have four or five.
    private static let maximumHeaps = 64
    private static let maximumEntries = 1000

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let start = Int64(try reader.uint32(at: 2, .little))
        guard start >= 14, start < reader.byteCount else {
            throw MediaFileError(.damaged, "a CIFF heap outside the file")
        }
        var header = MediaHeader(type: .canonCRW, storedWidth: 0, storedHeight: 0)
        var heaps = [start..<reader.byteCount]
        var visited = 0
        while visited < heaps.count, visited < maximumHeaps {
            let heap = heaps[visited]
            visited += 1
            do throws(MediaFileError) {
                try readHeap(heap, addingHeapsTo: &heaps, into: &header, from: &reader)
            } catch {
                // If a heap below the first one is damaged, only its own content is lost.
                if visited == 1 { throw error }
            }
        }
        return header
    }

    private static func readHeap(
        _ heap: Range<Int64>,
        addingHeapsTo heaps: inout [Range<Int64>],
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard heap.count >= 6 else { throw MediaFileError(.damaged, "a CIFF heap is cut off") }
        let directory = heap.lowerBound + Int64(try reader.uint32(at: heap.upperBound - 4, .little))
        guard directory <= heap.upperBound - 6 else {
            throw MediaFileError(.damaged, "a CIFF directory outside its heap")
        }
        let count = try reader.uint16(at: directory, .little)
        for index in 0..<min(count, maximumEntries) {
            try reader.step()
            let entry = directory + 2 + Int64(index) * 10
            guard entry + 10 <= heap.upperBound else { return }
            let tag = try reader.uint16(at: entry, .little)
            var range = entry + 2..<entry + 10
            if tag & 0xC000 == 0 {
                let size = Int64(try reader.uint32(at: entry + 2, .little))
                let start = heap.lowerBound + Int64(try reader.uint32(at: entry + 6, .little))
                guard start <= directory, size <= directory - start else { continue }
                range = start..<start + size
            }
            // Two of the forms of values are heaps.
            if [0x2800, 0x3000].contains(tag & 0x3800) {
                if heaps.count < maximumHeaps { heaps.append(range) }
            } else {
                try readEntry(tag: tag & 0x3FFF, in: range, into: &header, from: &reader)
            }
        }
    }

    private static func readEntry(
        tag: Int,
        in range: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        switch tag {
        case 0x080A:
            // The names of the maker and of the camera, each followed by a zero.
            let bytes = try reader.bytes(at: range.lowerBound, count: Int(min(128, range.count)))
            let names = bytes.split(separator: 0).map { PlainBytes.text(of: $0) }
            if names.count >= 2 {
                header.tags["Exif.Image.Make"] = names[0]
                header.tags["Exif.Image.Model"] = names[1]
            }
        case 0x180E where range.count >= 4:
            let seconds = try reader.uint32(at: range.lowerBound, .little)
            header.tags["Exif.Photo.DateTimeOriginal"] = CameraClock.dateText(ofSeconds: seconds)
        case 0x1810 where range.count >= 16:
            header.storedWidth = try reader.uint32(at: range.lowerBound, .little)
            header.storedHeight = try reader.uint32(at: range.lowerBound + 4, .little)
            let turn = try reader.uint32(at: range.lowerBound + 12, .little)
            let degrees = Int(Int32(truncatingIfNeeded: turn))
            header.orientation = ImageOrientation(degrees: degrees) ?? .up
        case 0x2007 where range.count > 4:
            let start = try reader.bytes(at: range.lowerBound, count: 3)
            if start.elementsEqual([0xFF, 0xD8, 0xFF]) { header.raw.preview = range }
        default: break
        }
    }
}
