import Foundation
import Glibc
import Photos

/// An answer as it came over the connection.
struct Answer: Sendable {
    var status = 0
    var headers: [String: [String]] = [:]
    var body = Data()

    subscript(header: String) -> String? { headers[header.lowercased()]?.first }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns the body as a JSON object; an empty one for any other body.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }

    var list: [[String: Any]] {
        (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? []
    }

    init() {}

    /// Reads an answer of a closed connection.
    init(_ bytes: Data) {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased(), default: []]
                .append(parts[1].trimmingCharacters(in: .whitespaces))
        }
        body = Data(bytes[end.upperBound...])
        if self["transfer-encoding"] == "chunked" { body = Self.joined(body) }
    }

    private static func joined(_ chunks: Data) -> Data {
        var (rest, result) = (chunks, Data())
        while let line = rest.range(of: Data("\r\n".utf8)) {
            let text = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
            guard let size = Int(text, radix: 16), size > 0 else { break }
            let content = rest[line.upperBound...]
            guard content.count >= size + 2 else { break }
            result += content.prefix(size)
            rest = Data(content.dropFirst(size + 2))
        }
        return result
    }
}

/// A connection to a server on the loopback, for requests that no HTTP library would send.
final class RawConnection: @unchecked Sendable {
    // Unchecked because a test uses each connection from one task at a time.

    let descriptor: Int32
    private var buffer = Data()

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - receiveBuffer: The bytes that the system keeps for this client; nil for its default.
    /// - Throws: `POSIXError` where nobody listens.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_RCVBUF,
                &size,
                socklen_t(MemoryLayout<Int32>.size)
            )
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
        timeout(seconds: 30)
    }

    deinit { close(descriptor) }

    func timeout(seconds: Double) {
        var time = timeval(
            tv_sec: Int(seconds),
            tv_usec: Int((seconds - seconds.rounded(.down)) * 1e6)
        )
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &time,
            socklen_t(MemoryLayout<timeval>.size)
        )
    }

    /// Sends bytes; returns false when the server has closed the connection.
    @discardableResult
    func write(_ data: Data) -> Bool {
        var rest = data
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = Data(rest.dropFirst(count))
        }
        return true
    }

    @discardableResult
    func write(_ text: String) -> Bool { write(Data(text.utf8)) }

    /// Reads what has come; an empty result is the end, nil is no byte in time.
    func read() -> Data? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK ? nil : Data() }
        return Data(bytes[..<count])
    }

    /// Reads until the server closes the connection, or no byte comes in time.
    func readToEnd() -> Data {
        var data = Data()
        while let part = read(), !part.isEmpty { data += part }
        return data
    }

    /// Reads a number of bytes, and forgets them.
    func skip(_ count: Int) {
        while buffer.count < count {
            guard let part = read(), !part.isEmpty else { return }
            buffer += part
        }
        buffer = Data(buffer.dropFirst(count))
    }

    /// Reads until a text has come.
    func read(until text: String) -> String? {
        while buffer.range(of: Data(text.utf8)) == nil {
            guard let part = read(), !part.isEmpty else { return nil }
            buffer += part
        }
        guard let end = buffer.range(of: Data(text.utf8)) else { return nil }
        let found = String(decoding: buffer[..<end.upperBound], as: UTF8.self)
        buffer = Data(buffer[end.upperBound...])
        return found
    }
}

/// Runs blocking calls of a test beside the threads of Swift's tasks.
func offThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws
    -> Value
{
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
