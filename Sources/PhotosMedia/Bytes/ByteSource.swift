import Glibc
import PhotosBase

/// A source of bytes, such as a file, from which a header is read.
package protocol ByteSource {
    /// The size of the whole file in bytes.
    var byteCount: Int64 { get }

    /// Reads up to `count` bytes at `offset`; fewer only where the file ends.
    func bytes(at offset: Int64, count: Int) throws(MediaFileError) -> [UInt8]
}

/// A file in memory.
extension [UInt8]: ByteSource {
    package var byteCount: Int64 { Int64(count) }

    package func bytes(at offset: Int64, count wanted: Int) throws(MediaFileError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, wanted > 0 else { return [] }
        let start = Int(offset)
        return [UInt8](self[start..<start + Swift.min(wanted, count - start)])
    }
}

/// An open file.
///
/// The file's position is neither used nor moved. The file is not closed.
package struct DescriptorByteSource: ByteSource {
    package let descriptor: Int32
    package let byteCount: Int64

    /// Reads the size of the file behind the descriptor, which must be a regular file.
    package init(descriptor: Int32) throws(MediaFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw MediaFileError(.unreadable, systemMessage(errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw MediaFileError(.unreadable, "it is not a regular file")
        }
        self.descriptor = descriptor
        self.byteCount = Int64(status.st_size)
    }

    package func bytes(at offset: Int64, count: Int) throws(MediaFileError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        var result = [UInt8](repeating: 0, count: Int(min(Int64(count), byteCount - offset)))
        let reading = unsafe result.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemError) in
                unsafe try DescriptorBytes.fill(buffer, from: descriptor, at: offset)
            }
        }
        let filled: Int
        do throws(SystemError) {
            filled = try reading.get()
        } catch {
            throw MediaFileError(.unreadable, systemMessage(error.code))
        }
        result.removeLast(result.count - filled)
        return result
    }
}

/// Returns the system's text for an error number.
package func systemMessage(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
