import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers and requests in JSON.
enum JSONAnswer {
    static let contentType = "application/json; charset=utf-8"

    /// Returns the JSON of a value; an empty buffer would be a fault of the model, so it is reported as JSON's null.
    static func bytes(_ value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let data = (try? encoder.encode(value)) ?? Data("null".utf8)
        return ByteBuffer(bytes: data)
    }

    /// Returns an answer that no cache stores.
    static func ok(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        ok(bytes: bytes(value), status: status)
    }

    /// Returns an answer of JSON that was encoded before.
    static func ok(bytes: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: bytes)
        )
    }

    /// Reads the body of a request.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        from request: Request,
        upTo limit: Int = 1 << 20
    ) async throws -> Value {
        // A form of another site can send text, but not this type without asking first.
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/json") else {
            throw Problem(.unsupportedMediaType, "no-json", "Send the request as application/json.")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: limit)
        } catch {
            throw Problem(.contentTooLarge, "too-large", "The request is too large.")
        }
        return try JSONDecoder().decode(Value.self, from: Data(buffer.readableBytesView))
    }

    /// An answer without content.
    static let done = Response(status: .noContent, headers: [.cacheControl: "no-store"])
}
