/// A chunk of a PNG or WebP.
struct FileChunk {
    var code: String
    /// The range of the whole chunk in the file.
    var whole: Range<Int64>
    var content: Range<Int64>

    /// The largest number of chunks that are read.
    private static let maximumChunks = 100_000

    /// Returns the chunks of a PNG, from its header to its end mark.
    static func pngChunks(of source: some ByteSource) throws(MediaFileError) -> [FileChunk] {
        var chunks: [FileChunk] = []
        var offset: Int64 = 8
        while chunks.count < maximumChunks {
            let head = try source.bytes(at: offset, count: 8)
            guard head.count == 8 else { break }
            let length = head.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let whole = offset..<offset + length + 12
            guard whole.upperBound <= source.byteCount else { break }
            let code = String(decoding: head.dropFirst(4), as: UTF8.self)
            let content = offset + 8..<whole.upperBound - 4
            chunks.append(FileChunk(code: code, whole: whole, content: content))
            if code == "IEND" { return chunks }
            offset = whole.upperBound
        }
        throw MediaFileError(.notEmbeddable, "the chunks of the PNG are damaged")
    }

    /// Returns the chunks of a WebP.
    static func webPChunks(of source: some ByteSource) throws(MediaFileError) -> [FileChunk] {
        let head = try source.bytes(at: 4, count: 4)
        let size = head.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        // Some programs forget the byte that pads the last chunk.
        let end = min(source.byteCount, 8 + size)
        var chunks: [FileChunk] = []
        var offset: Int64 = 12
        while offset + 8 <= end, chunks.count < maximumChunks {
            let head = try source.bytes(at: offset, count: 8)
            let length = head.suffix(4).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let content = offset + 8..<offset + 8 + length
            guard content.upperBound <= end else { break }
            let whole = offset..<min(end, content.upperBound + length % 2)
            let code = String(decoding: head.prefix(4), as: UTF8.self)
            chunks.append(FileChunk(code: code, whole: whole, content: content))
            offset = whole.upperBound
        }
        guard offset == end else {
            throw MediaFileError(.notEmbeddable, "the chunks of the WebP are damaged")
        }
        return chunks
    }
}
