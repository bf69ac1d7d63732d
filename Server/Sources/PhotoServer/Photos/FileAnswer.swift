import Crypto
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Answers with a file, or the part of it that the request asks for.
struct FileAnswer: Sendable {
    /// Where the bytes are.
    private enum Source {
        case disk(path: String)
        /// In a remote, perhaps.
        case resource(ResourceFileReader)
    }

    private static let part = 256 << 10
    /// Numbers of files and times of writing tell how busy the library is, so tags hide them behind a key of this process.
    private static let key = SymmetricKey(size: .bits256)

    private let source: Source
    let size: Int64
    let tag: EntityTag
    var headers: HTTPFields

    /// Reads the size and date of a file.
    ///
    /// - Throws: ``Problem`` where it is missing, as on a disk that is away.
    init(_ url: URL, contentType: String) throws {
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem.fileAway
        }
        let time = status.st_mtim
        self.init(
            .disk(path: url.path),
            size: Int64(status.st_size),
            state: "\(status.st_ino)-\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)",
            contentType: contentType
        )
    }

    /// Prepares the answer with a file that is in a remote alone, which stays there.
    ///
    /// - Parameters:
    ///   - resource: The resource of the file.
    ///   - url: The path that the file would have here. No other file ever gets it.
    ///   - contentType: The type for the browser.
    /// - Throws: The error of a library that cannot be used.
    init(_ resource: PHAssetResource, at url: URL, contentType: String) throws {
        let reader = try ResourceFileReader(resource)
        self.init(
            .resource(reader),
            size: reader.byteCount,
            state: "elsewhere \(url.path)",
            contentType: contentType
        )
    }

    private init(_ source: Source, size: Int64, state: String, contentType: String) {
        self.source = source
        self.size = size
        let code = HMAC<SHA256>.authenticationCode(for: Data(state.utf8), using: Self.key)
        tag = EntityTag(Data(code.prefix(16)).base64EncodedString())
        headers = [
            .contentType: contentType, .acceptRanges: "bytes", .eTag: tag.header,
            .cacheControl: "private, no-cache",
        ]
    }

    /// Returns the response to a request.
    ///
    /// - Throws: The error of a remote that does not give the first bytes. Later ones end the connection.
    func response(to request: Request) async throws -> Response {
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
            return Response(
                status: .ok,
                headers: headers,
                body: try await responseBody(of: 0..<size)
            )
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            headers[.contentLength] = String(range.count)
            return Response(
                status: .partialContent,
                headers: headers,
                body: try await responseBody(of: range)
            )
        }
    }

    private func responseBody(of range: Range<Int64>) async throws -> ResponseBody {
        switch source {
        case .disk(let path): Self.responseBody(of: range, inFile: path)
        case .resource(let reader): try await Self.responseBody(of: range, from: reader)
        }
    }

    private static func responseBody(
        of range: Range<Int64>,
        from reader: ResourceFileReader
    ) async throws -> ResponseBody {
        // The status says what cannot be fetched, and comes before the body.
        let first = try await reader.bytes(in: nextPart(of: range, at: range.lowerBound))
        return ResponseBody(contentLength: range.count) { writer in
            var bytes = first
            var offset = range.lowerBound
            while true {
                offset += Int64(bytes.count)
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                guard offset < range.upperBound else { break }
                bytes = try await reader.bytes(in: nextPart(of: range, at: offset))
                guard !bytes.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
            }
            try await writer.finish(nil)
        }
    }

    private static func nextPart(of range: Range<Int64>, at offset: Int64) -> Range<Int64> {
        offset..<min(offset + Int64(part), range.upperBound)
    }

    private static func responseBody(of range: Range<Int64>, inFile path: String) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            let file = try await BlockingThreads.files.run { try ServedFile(path) }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = min(Int(range.upperBound - offset), Self.part)
                let start = offset
                let bytes = try await BlockingThreads.files.run {
                    try file.readBytes(upTo: count, at: start)
                }
                // The length was announced: a shorter body must not seem whole.
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
final class ServedFile: Sendable {
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
    func readBytes(upTo count: Int, at offset: Int64) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            let size = unsafe pread(descriptor, bytes.baseAddress, count, off_t(offset))
            guard size >= 0 else { throw CocoaError(.fileReadUnknown) }
            return size
        }
        return buffer
    }
}
