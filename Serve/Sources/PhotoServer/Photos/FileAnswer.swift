import Crypto
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules

/// Answers with a file, or the part of it that the request asks for.
struct FileAnswer: Sendable {
    private static let part = 256 << 10
    /// Numbers of files and times of writing tell how busy the library is, so tags hide them behind a key of this process.
    private static let key = SymmetricKey(size: .bits256)

    let path: String
    let size: Int64
    let tag: EntityTag
    var headers: HTTPFields

    /// Looks at a file.
    ///
    /// - Throws: ``Problem`` where it is missing, as on a disk that is away.
    init(_ url: URL, contentType: String) throws {
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(.notFound, "no-file", "The file is not there. Is its disk connected?")
        }
        path = url.path
        size = Int64(status.st_size)
        let time = status.st_mtim
        let state = "\(status.st_ino)-\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(state.utf8), using: Self.key)
        tag = EntityTag(Data(code.prefix(16)).base64EncodedString())
        headers = [
            .contentType: contentType, .acceptRanges: "bytes", .eTag: tag.header,
            .cacheControl: "private, no-cache",
        ]
    }

    func response(to request: Request) -> Response {
        var headers = headers
        if tag.matches(ifNoneMatch: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let ifRange = request.headers[Self.ifRange]
        let range =
            tag.allowsRange(ifRange: ifRange)
            ? ByteRange(request.headers[.range], size: size) : .whole
        switch range {
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        case .whole:
            headers[.contentLength] = String(size)
            return Response(status: .ok, headers: headers, body: body(0..<size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            headers[.contentLength] = String(range.count)
            return Response(status: .partialContent, headers: headers, body: body(range))
        }
    }

    private func body(_ range: Range<Int64>) -> ResponseBody {
        let path = path
        return ResponseBody(contentLength: range.count) { writer in
            let file = try await Blocking.run { try OpenFile(path) }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = min(Int(range.upperBound - offset), Self.part)
                let start = offset
                let bytes = try await Blocking.run { try file.read(count, at: start) }
                // The length was announced: a shorter body must not look whole.
                guard bytes.readableBytes > 0 else { throw CocoaError(.fileReadCorruptFile) }
                try await writer.write(bytes)
                offset += Int64(bytes.readableBytes)
            }
            try await writer.finish(nil)
        }
    }

    private static let ifRange = HTTPField.Name("if-range") ?? .range
}

/// An open file, closed with its last reference.
final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
    }

    deinit { Glibc.close(descriptor) }

    /// The number of bytes; 0 where the system does not tell it.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Reads up to a number of bytes at an offset; an empty buffer is the end.
    func read(_ count: Int, at offset: Int64) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            let size = unsafe pread(descriptor, bytes.baseAddress, count, off_t(offset))
            guard size >= 0 else { throw CocoaError(.fileReadUnknown) }
            return size
        }
        return buffer
    }
}
