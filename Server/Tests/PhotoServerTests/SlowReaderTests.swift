import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization
import TestPermits
import Testing

@testable import PhotoServer

/// Clients that ask and then do not take the answer.
@Suite(.permit) struct SlowReaderTests {
    private static let size = 24 << 20

    /// Runs a test with a photo whose file no buffer of the system holds.
    private static func run(
        answerSeconds: Double = 1,
        _ test: @escaping @Sendable (ServeFixture, String) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: 0) { options in
            options.limits.answerSeconds = answerSeconds
        } _: { serve in
            var data = PaintedPicture.png(width: 4, height: 4, seed: 1)
            data.append(Data(count: size))
            let picture = data
            try serve.library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(
                    with: .photo,
                    data: picture,
                    options: nil
                )
            }
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            try await test(serve, "/photos/\(id)/original")
        }
    }

    private static func request(
        _ path: String,
        _ serve: ServeFixture,
        _ client: TestClient
    )
        -> String
    {
        let head = client.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "GET \(path) HTTP/1.1\r\nHost: \(serve.host)\r\nConnection: close\r\n\(head)\r\n"
    }

    @Test func aClientThatNeverReadsIsLetGo() async throws {
        try await Self.run { serve, path in
            let owner = try await serve.owner()
            let count = try await offThread {
                let connection = try RawConnection(port: serve.port, receiveBuffer: 16 << 10)
                connection.write(Self.request(path, serve, owner))
                // The server may begin its answer late, and lets go a second after nobody takes it.
                Thread.sleep(forTimeInterval: 8)
                // Bytes in the buffers of the system still come, and then the end.
                connection.timeout(seconds: 10)
                return connection.readToEnd().count
            }
            #expect(count < Self.size)
            #expect(try await serve.get("/api/session", as: owner).status == 200)
        }
    }

    @Test func aSlowClientGetsItsAnswer() async throws {
        try await Self.run(answerSeconds: 25) { serve, path in
            let owner = try await serve.owner()
            let count = try await offThread {
                let connection = try RawConnection(port: serve.port, receiveBuffer: 256 << 10)
                connection.write(Self.request(path, serve, owner))
                var count = 0
                // The answer takes 35 seconds, longer than an answer may wait at one place.
                while let part = connection.read(), !part.isEmpty {
                    count += part.count
                    Thread.sleep(forTimeInterval: 35 * Double(part.count) / Double(Self.size))
                }
                return count
            }
            #expect(count > Self.size)
        }
    }

    @Test func aStreamThatNobodyReadsIsLetGo() async throws {
        try await Self.run { serve, _ in
            let owner = try await serve.owner()
            let views = serve.server.pool.owner.views
            let stream = try await offThread {
                let connection = try RawConnection(port: serve.port, receiveBuffer: 4 << 10)
                connection.write(Self.request("/api/events?view=all", serve, owner))
                return connection
            }
            try await eventually { views.state.withLock { !$0.streams.isEmpty } }
            // Events fill the buffers of the system, if each gets its turn: the server sends the latest alone.
            let end = ContinuousClock.now + .seconds(150)
            while views.state.withLock({ !$0.streams.isEmpty }), ContinuousClock.now < end {
                for _ in 0..<50 {
                    views.state.withLock { $0.notices.activity += 1 }
                    views.signalStreams()
                    await Task.yield()
                }
                try await Task.sleep(for: .microseconds(200))
            }
            #expect(views.state.withLock { $0.streams.isEmpty })
            _ = stream
        }
    }
}
