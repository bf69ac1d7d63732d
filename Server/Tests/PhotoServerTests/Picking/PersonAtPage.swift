import Foundation
import Testing

/// A person who opened the page of a question, as the requests that the page would send.
struct PersonAtPage: Sendable {
    let port: Int
    let cookie: String
    let token: String

    /// Opens the page with the code of its address.
    static func enter(_ address: URL) async throws -> PersonAtPage {
        let port = try #require(address.port)
        let code = try #require(address.fragment).replacing("code=", with: "")
        let stranger = PersonAtPage(port: port, cookie: "", token: "")
        let answer = try await stranger.send("POST", "/api/session", ["code": code])
        try #require(answer.status == 200, "\(answer.text)")
        let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
        let token = try #require(answer.json["token"] as? String)
        return PersonAtPage(port: port, cookie: String(cookie), token: token)
    }

    func question() async throws -> [String: Any] { try await send("GET", "/api/pick").json }

    func pick(_ identifiers: [String]) async throws {
        let answer = try await send("POST", "/api/pick", ["ids": identifiers])
        #expect(answer.status == 204, "\(answer.text)")
    }

    func cancel() async throws {
        #expect(try await send("DELETE", "/api/pick").status == 204)
    }

    func send(
        _ method: String,
        _ path: String,
        _ json: [String: any Sendable]? = nil
    ) async throws -> Answer {
        let body = try json.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let head = [
            "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)",
            "Origin: http://127.0.0.1:\(port)", "Connection: close", "Cookie: \(cookie)",
            "Photokit-Token: \(token)",
            "Content-Type: application/json", "Content-Length: \(body.count)", "", "",
        ]
        return try await offThread {
            let connection = try RawConnection(port: port)
            connection.write(head.joined(separator: "\r\n"))
            connection.write(body)
            return Answer(connection.readToEnd())
        }
    }
}
