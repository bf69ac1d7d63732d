import Foundation
import OpenPhotoKit
import TestPermits
import Testing

@testable import PhotoServer

/// The one question that needs no session: whether the server can answer from its library.
@Suite(.permit) struct HealthTests {
    @Test func theLoopbackAsksUnderAnyName() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            for host in [serve.host, "photos", "photokit.internal:8086", "[fd00::1]:80"] {
                let answer = try await serve.send("GET", "/health", headers: ["Host": host])
                #expect(answer.status == 200 && answer.text == "ok\n", "\(host)")
                #expect(answer["content-type"] == "text/plain; charset=utf-8")
                #expect(answer["cache-control"] == "no-store")
                #expect(answer["set-cookie"] == nil && answer["server"] == nil)
                // The name opens nothing else.
                guard host != serve.host else { continue }
                for path in ["/", "/metrics", "/api/session", "/health/x"] {
                    let other = try await serve.send("GET", path, headers: ["Host": host])
                    #expect(other.status == 421, "\(host) \(path)")
                }
            }
            let head = try await serve.send("HEAD", "/health")
            #expect(head.status == 200 && head.body.isEmpty)
            let change = try await serve.send("POST", "/health")
            #expect(change.status == 405 && change["allow"] == "GET, HEAD")
            let foreign = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await serve.send("GET", "/health", headers: foreign).status == 403)
        }
    }

    private static let behindProxy: @Sendable (inout ServerOptions) throws -> Void = { options in
        options.isBehindProxy = true
        options.hosts = ["photos.example"]
        guard let state = options.state else { return }
        try OwnerPassword.set("correct horse", in: StateFolder(state))
    }

    @Test func othersAskUnderTheNamesOfTheServer() async throws {
        try await ServeFixture.run(photos: 0, prepare: Self.behindProxy) { serve in
            func status(_ host: String, from addresses: String) async throws -> Int {
                let headers = ["Host": host, "X-Forwarded-For": addresses]
                return try await serve.send("GET", "/health", headers: headers).status
            }
            let own = try await status("photos.example", from: "203.0.113.9")
            let foreign = try await status("evil.example", from: "203.0.113.9")
            // Anybody can write the entries before the proxy's own.
            let untrue = try await status("evil.example", from: "127.0.0.1, 203.0.113.9")
            #expect(own == 200 && foreign == 421 && untrue == 421)
        }
    }

    @Test func strangersDoNotUseUpTheRateOfThisMachine() async throws {
        try await ServeFixture.run(photos: 0, prepare: Self.behindProxy) { serve in
            for number in 0..<4000 {
                try serve.server.admission.countHealthRequest(from: "203.0.113.\(number % 250)")
            }
            let stranger = ["Host": "photos.example", "X-Forwarded-For": "198.51.100.7"]
            let refused = try await serve.send("GET", "/health", headers: stranger)
            #expect(refused.status == 429 && Int(refused["retry-after"] ?? "") == 1)
            #expect(try await serve.send("GET", "/health").status == 200)
            serve.clock.advance(1)
            #expect(try await serve.send("GET", "/health", headers: stranger).status == 200)
            for _ in 0..<4000 { try? serve.server.admission.countHealthRequest(from: "::1") }
            #expect(try await serve.send("GET", "/health").status == 429)
        }
    }

    @Test func aLibraryThatIsAwayIsToldAndItsFiguresAreNot() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let device = try serve.device()
            let (path, away) = (
                serve.server.options.library, serve.folder.appendingPathComponent("away")
            )
            func health() async throws -> Answer {
                await serve.server.monitor.health.look()
                return try await serve.send("GET", "/health")
            }
            try FileManager.default.moveItem(at: path, to: away)
            // A look that began before may end after this one.
            try await eventually { try await health().status == 503 }
            #expect(try await health().text == "unavailable\n")
            let metrics = try await serve.get("/metrics", as: device)
            #expect(metrics.status == 200)
            #expect(metrics.text.contains("\nphotokit_library_readable 0\n"))
            #expect(!metrics.text.contains("photokit_library_photos"))
            #expect(metrics.text.contains("\nphotokit_worker_restarts_total "))

            try FileManager.default.moveItem(at: away, to: path)
            try await eventually { try await health().status == 200 }
            let back = try await serve.get("/metrics", as: device)
            #expect(back.text.contains("\nphotokit_library_readable 1\n"))
            #expect(back.text.contains("\nphotokit_library_photos 2\n"))
        }
    }
}
