/// Reads Minolta's raw files (MRW): blocks before the sensor's data, of which one is an Exif block.
enum MRWHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let end = min(8 + Int64(try reader.uint32(at: 4)), reader.byteCount)
        var header = MediaHeader(type: .minoltaMRW, storedWidth: 0, storedHeight: 0)
        var offset: Int64 = 8
        while offset + 8 <= end {
            try reader.step()
            let code = try reader.code(at: offset)
            let start = offset + 8
            let length = Int64(try reader.uint32(at: offset + 4))
            guard length <= end - start else { break }
            switch code {
            case "\0PRD" where length >= 16:
                // The sensor's size precedes the picture's size.
                header.storedHeight = try reader.uint16(at: start + 12)
                header.storedWidth = try reader.uint16(at: start + 14)
            case "\0TTW" where length >= 8: header.exif = start..<start + length
            default: break
            }
            offset = start + length
        }
        header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
        return header
    }
}
