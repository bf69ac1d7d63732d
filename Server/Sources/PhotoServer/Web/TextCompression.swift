import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServeRules
import Synchronization

/// Sends texts in the form of gzip to clients that take it.
///
/// Only answers to GET are compressed. None of them has both a secret and words of another site: requests of other sites
/// are refused before. The mutex guards the compressed files of the page, each of which is compressed once.
final class TextCompression: Sendable {
    private struct State {
        var files: [String: ByteBuffer] = [:]
        var byteCount = 0
    }

    /// The most bytes that are kept; the page has fewer.
    private static let mostKept = 4 << 20

    private let state = Mutex(State())

    /// Returns an answer as it is sent to a client.
    ///
    /// - Parameters:
    ///   - response: The whole answer.
    ///   - request: The request.
    /// - Returns: The compressed answer, or the same one.
    /// - Throws: The error of an answer that is made while it is written.
    func compressedAnswer(_ response: Response, to request: Request) async throws -> Response {
        guard request.method == .get, response.status == .ok,
            response.headers[.contentEncoding] == nil, response.headers[.acceptRanges] == nil,
            TextCoding.isText(response.headers[.contentType]),
            let count = response.body.contentLength,
            count >= TextCoding.least, count <= TextCoding.most,
            TextCoding.takesGzip(request.headers[.acceptEncoding])
        else { return response }
        let tag = response.headers[.eTag]
        let writer = GatheredBody()
        try await response.body.write(writer)
        let plain = writer.bytes
        var answer = response
        guard let bytes = compressedBytes(of: plain, tag: tag) else {
            answer.body = ResponseBody(byteBuffer: plain)
            return answer
        }
        answer.body = ResponseBody(byteBuffer: bytes)
        answer.headers[.contentEncoding] = "gzip"
        answer.headers[.contentLength] = String(bytes.readableBytes)
        let vary = answer.headers[.vary].map { $0 + ", " } ?? ""
        answer.headers[.vary] = vary + "Accept-Encoding"
        // A strong tag would promise the same bytes as without compression.
        if let tag, !tag.hasPrefix("W/") { answer.headers[.eTag] = "W/" + tag }
        return answer
    }

    private func compressedBytes(of plain: ByteBuffer, tag: String?) -> ByteBuffer? {
        // Only files have tags, and a tag changes when the bytes do.
        guard let tag else { return Gzip.compressed(plain, level: 4) }
        if let known = state.withLock({ $0.files[tag] }) { return known }
        let bytes = Gzip.compressed(plain, level: 9)
        guard let bytes else { return nil }
        state.withLock { state in
            if state.byteCount + bytes.readableBytes > Self.mostKept { state = State() }
            if state.files.updateValue(bytes, forKey: tag) == nil {
                state.byteCount += bytes.readableBytes
            }
        }
        return bytes
    }
}

/// Gathers the parts of an answer.
///
/// The mutex guards the parts.
private final class GatheredBody: ResponseBodyWriter, Sendable {
    private let gathered = Mutex(ByteBuffer())

    var bytes: ByteBuffer { gathered.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        gathered.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
