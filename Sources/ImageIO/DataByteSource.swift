import Foundation
import PhotosMedia

/// A file in memory, read without copying.
struct DataByteSource: ByteSource {
    private let data: Data

    init(_ data: Data) { self.data = data }

    var byteCount: Int64 { Int64(data.count) }

    func bytes(at offset: Int64, count: Int) throws(MediaFileError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        let start = data.startIndex + Int(offset)
        return [UInt8](data[start..<start + min(count, data.endIndex - start)])
    }
}
