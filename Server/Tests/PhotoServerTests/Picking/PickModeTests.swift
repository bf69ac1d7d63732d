import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Testing

@testable import PhotoServer

/// Tests of a server in pick mode, asked over HTTP.
protocol PickModeTests {}

extension PickModeTests {
    /// The routes that a server in pick mode answers.
    static var routes: Set<String> {
        ownRoutes.union([
            "GET /api/session", "POST /api/session", "GET /api/views/{view}",
            "GET /api/views/{view}/shape", "GET /api/views/{view}/items", "GET /api/find",
            "GET /api/events", "GET /preview/{tag}/{id}/{file}", "GET /photos/{id}/picture",
            "GET /photos/{id}/movie", "GET /api/photos/{id}/movie",
            "GET /photos/{id}/movie/{part}", "GET /api/albums", "GET /api/openapi.yaml",
        ])
    }

    /// The routes that only a server in pick mode answers.
    static var ownRoutes: Set<String> {
        ["GET /api/pick", "POST /api/pick", "DELETE /api/pick", "POST /api/pick/leave"]
    }

    static var frame: String { "org.example.frame" }

    static func run(
        photos: Int = 4,
        _ request: PickRequest = PickRequest(),
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: photos, prepare: { $0.pick = request }, test)
    }

    static func request(_ change: (inout PickRequest) -> Void) -> PickRequest {
        var request = PickRequest()
        change(&request)
        return request
    }

    static func names(_ serve: ServeFixture) -> [String] {
        TestPhotos.all(serve.library).map(TestPhotos.uuid)
    }

    static func status(_ serve: ServeFixture) throws -> PHAuthorizationStatus? {
        try serve.library.access.decisions().first { $0.application == frame }?.readWrite
    }

    static func outcome(_ serve: ServeFixture) async throws -> PickOutcome {
        let session = try #require(serve.server.pick)
        try await eventually { session.isOver }
        // Without this, a question that nobody answered would hold up the test for ever.
        try #require(session.isOver)
        return await session.waitForOutcome()
    }
}
