import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Slow, endless and many connections.
@Suite(.permit) struct ConnectionTests {
    private static let quick: @Sendable (inout ServerOptions) -> Void = { options in
        options.limits.headSeconds = 1
        options.limits.bodySeconds = 1
        options.limits.bodyBytes = 100_000
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/1.1\r\nHost: localhost\r\nX: y",
        "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{",
    ])
    func slowRequestsEnd(_ start: String) async throws {
        try await ServeFixture.run(photos: 0, prepare: Self.quick) { serve in
            let seconds = try await offThread {
                let connection = try RawConnection(port: serve.port)
                connection.timeout(seconds: 0.1)
                connection.write(start)
                let begin = ContinuousClock.now
                while ContinuousClock.now - begin < .seconds(10) {
                    // A byte now and then keeps no connection open.
                    if connection.read()?.isEmpty == true || !connection.write(" ") { break }
                }
                return ContinuousClock.now - begin
            }
            #expect(seconds < .seconds(5))
        }
    }

    @Test func endlessBodiesEnd() async throws {
        try await ServeFixture.run(photos: 0, prepare: Self.quick) { serve in
            let sent = try await offThread {
                let connection = try RawConnection(port: serve.port)
                connection.write(
                    "POST /api/session HTTP/1.1\r\nHost: \(serve.host)\r\nOrigin: \(serve.origin)\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
                )
                let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
                var sent = 0
                while sent < 1000, connection.write(chunk) { sent += 1 }
                return sent
            }
            // Bytes in the buffers of the system are sent without anybody reading.
            #expect(sent < 500)
            #expect(try await serve.send("GET", "/api/openapi.yaml").status == 200)
        }
    }

    @Test func largeHeadersAreRefused() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let long = ["X-Long": String(repeating: "a", count: 100_000)]
            let answer = try await serve.send("GET", "/api/openapi.yaml", headers: long)
            #expect(answer.status != 200)
            let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("X-\($0)", "y") })
            #expect(try await serve.send("GET", "/api/openapi.yaml", headers: many).status != 200)
            #expect(try await serve.send("GET", "/api/openapi.yaml").status == 200)
        }
    }

    @Test func largeJSONIsRefused() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            var headers = owner.headers
            headers["Content-Type"] = "application/json"
            let body = Data(repeating: UInt8(ascii: " "), count: 2 << 20)
            let answer = try await serve.send("POST", "/api/devices", headers: headers, body: body)
            #expect([0, 413].contains(answer.status))
            let nested = Data((String(repeating: "[", count: 100_000)).utf8)
            #expect(
                try await serve.send("POST", "/api/devices", headers: headers, body: nested).status
                    == 400
            )
        }
    }

    /// Returns the answer to a request, the version in it, and whether the connection takes the request once more.
    private static func ask(
        _ request: String,
        port: Int
    ) async throws -> (answer: Answer, version: String, isKept: Bool) {
        try await offThread {
            let connection = try RawConnection(port: port)
            connection.write(request)
            var bytes = Data()
            func isWhole() -> Bool {
                let answer = Answer(bytes)
                let length = answer["content-length"].flatMap(Int.init)
                return length.map { answer.body.count >= $0 } ?? false
            }
            while !isWhole(), let part = connection.read(), !part.isEmpty { bytes += part }
            let version = String(decoding: bytes.prefix(8), as: UTF8.self)
            connection.write(request)
            let next = connection.read()
            return (Answer(bytes), version, next?.isEmpty == false)
        }
    }

    @Test(arguments: ["/api/openapi.yaml", "/", "/nothing"])
    func connectionsOfOldClientsEndWithTheAnswer(_ path: String) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let head = "GET \(path) HTTP/1.0\r\nHost: \(serve.host)\r\n"
            let (answer, version, isKept) = try await Self.ask(head + "\r\n", port: serve.port)
            #expect(!isKept && version == "HTTP/1.0" && answer["connection"] == "close")
            #expect(answer["transfer-encoding"] == nil && answer.status != 0)
            // A client that asks for it keeps the connection, if it can know where the answer ends.
            let asked = head + "Connection: Keep-Alive\r\n\r\n"
            let kept = try await Self.ask(asked, port: serve.port)
            let statesLength = kept.answer["content-length"] != nil
            #expect(kept.isKept == statesLength)
            #expect(kept.answer["connection"] == (statesLength ? "keep-alive" : "close"))
            #expect(kept.answer.body == answer.body && kept.answer.status == answer.status)
        }
    }

    @Test func connectionsStayOpenUnlessTheClientEndsThem() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let head = "GET /api/openapi.yaml HTTP/1.1\r\nHost: \(serve.host)\r\n"
            let kept = try await Self.ask(head + "\r\n", port: serve.port)
            #expect(kept.isKept && kept.version == "HTTP/1.1")
            for field in ["close", "Close", "TE, close"] {
                let text = head + "Connection: \(field)\r\n\r\n"
                #expect(try await !Self.ask(text, port: serve.port).isKept, "\(field)")
            }
        }
    }

    @Test func previewsOfOldClientsEndTheConnection() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let fields = owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let head = "GET /preview/1.1/\(id)/grid.jpg HTTP/1.0\r\nHost: \(serve.host)\r\n"
            let text = head + fields + "\r\n"
            // The second one comes from memory.
            for _ in 0..<2 {
                let (answer, _, isKept) = try await Self.ask(text, port: serve.port)
                #expect(!isKept && answer.status == 200, "status \(answer.status)")
            }
        }
    }

    @Test func manyConnectionsWaitTheirTurn() async throws {
        try await ServeFixture.run(photos: 0) { options in
            Self.quick(&options)
            options.mostConnections = 50
        } _: { serve in
            try await offThread {
                let connections = try (0..<200).map { _ in try RawConnection(port: serve.port) }
                for connection in connections { connection.write("GET /") }
                // All are slow, so each ends after a second, and the next ones get their turn.
                let last = try RawConnection(port: serve.port)
                last.write(
                    "GET /api/openapi.yaml HTTP/1.1\r\nHost: \(serve.host)\r\nConnection: close\r\n\r\n"
                )
                let answer = Answer(last.readToEnd())
                #expect(answer.status == 200)
                #expect(connections.count == 200)
            }
        }
    }

    @Test func manyRequestsAreLimited() async throws {
        var rate = RequestRate(burst: 10, perSecond: 1)
        for _ in 0..<10 { _ = rate.takeToken(of: "session", at: 0) }
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            var statuses: Set<Int> = []
            let head = owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            statuses = try await offThread {
                let connection = try RawConnection(port: serve.port)
                var found: Set<Int> = []
                // The test's clock stands still, so no token comes back.
                for _ in 0..<4100 {
                    connection.write(
                        "GET /api/session HTTP/1.1\r\nHost: \(serve.host)\r\n\(head)\r\n"
                    )
                    guard let text = connection.read(until: "}") else { break }
                    found.insert(Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0)
                }
                return found
            }
            #expect(statuses == [200, 429])
        }
    }

    @Test func logLinesHaveNoNames() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            for path in [
                "/api/views/search%3Aprivate%20words", "/photos/\(id)/original",
                "/preview/1.1/\(id)/grid.jpg",
                "/api/photos/\(id)", "/private%20path", "/api/find?view=all&id=\(id)",
                "/photos/\(id)/movie",
            ] { _ = try await serve.get(path, as: owner) }
            let lines = serve.log.all.joined(separator: "\n")
            #expect(lines.contains("/photos/{id}/original 200"))
            for word in ["Secret", "private", id, "photokit-", "Bearer"] {
                #expect(!lines.contains(word), "\(word)")
            }
        }
    }
}
