import Foundation
import TestPermits
import Testing

@testable import PhotoServer

/// What each route answers to each kind of client.
@Suite(.permit) struct RouteMatrixTests {
    /// A kind of client, in the order of the columns below.
    private enum Kind: Int, CaseIterable {
        case owner, device, readOnlyDevice, guest
        /// Somebody who has a link, and has not typed its password.
        case guestWithoutPassword
        case nobody
    }

    /// For each route: `+` lets the client in, `-` is 401, `o` is for the owner, `r` needs a client that may change something,
    /// `f` needs a client that may download, `u` a guest who may add photos, and `0` is 404.
    private static let matrix = """
        GET /health                     + + + + + +
        GET /metrics                    + + + o - -
        GET /api/openapi.yaml           + + + + + +
        POST /api/session               + + + + + +
        GET /api/session                + + + + - -
        DELETE /api/session             + o o + - -
        GET /api/sessions               + + r o - -
        DELETE /api/sessions/{id}       + + r o - -
        POST /api/unlock                + + + 0 - -
        POST /api/devices               + + r o - -
        POST /api/links                 + + r o - -
        POST /api/links/{id}/copies     + + r o - -
        GET /api/views/{view}           + + + + - -
        GET /api/views/{view}/shape     + + + + - -
        GET /api/views/{view}/items     + + + + - -
        GET /api/find                   + + + + - -
        GET /api/events                 + + + + - -
        GET /api/suggestions            + + + + - -
        GET /api/places                 + + r r - -
        GET /preview/{tag}/{id}/{file}  + + + + - -
        GET /photos/{id}/picture        + + + + - -
        GET /photos/{id}/tiles          + + + + - -
        GET /photos/{id}/tiles/{column}/{row} + + + + - -
        GET /photos/{id}/original       + + + f - -
        GET /photos/{id}/movie          + + + f - -
        GET /photos/{id}/movie/{part}   + + + + - -
        GET /api/photos/{id}            + + + + - -
        GET /api/photos/{id}/movie      + + + + - -
        POST /api/photos/{id}/fetch     + + r o - -
        GET /api/photos/{id}/history    + + + o - -
        GET /api/activity               + + + o - -
        GET /api/activity/uploads       + + r o - -
        POST /api/actions               + + r r - -
        POST /api/undo                  + + r r - -
        POST /api/redo                  + + r r - -
        GET /api/albums                 + + + + - -
        POST /api/albums                + + r o - -
        PATCH /api/albums/{id}          + + r o - -
        DELETE /api/albums/{id}         + + r o - -
        GET /api/duplicates             + + r o - -
        POST /api/duplicates            + + r o - -
        DELETE /api/duplicates          + + r o - -
        POST /api/duplicates/merge      + + r o - -
        POST /api/duplicates/keeper     + + r o - -
        POST /api/duplicates/different  + + r o - -
        POST /api/uploads               + + r o - -
        PUT /api/uploads/{id}/files     + + r o - -
        POST /api/uploads/{id}/import   + + r o - -
        DELETE /api/uploads/{id}        + + r o - -
        POST /api/downloads             + + + f - -
        GET /downloads/{id}             + + + + - -
        GET /api/contributions          + + + o - -
        GET /api/contributions/{id}/preview + + + o - -
        POST /api/contributions/take    + + r o - -
        POST /api/contributions/refuse  + + r o - -
        GET /api/contributions/own      u u u u - -
        PUT /api/contributions/own      u u u u - -
        GET /api/sources                + + r o - -
        GET /api/remotes                + + r o - -
        GET /api/pick                   0 0 0 0 - -
        POST /api/pick                  0 0 0 0 - -
        DELETE /api/pick                0 0 0 0 - -
        POST /api/pick/leave            0 0 0 0 - -
        """

    /// The expected marks of each route.
    private static let rows: [String: [String]] = Dictionary(
        uniqueKeysWithValues: matrix.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return (words.prefix(2).joined(separator: " "), Array(words.dropFirst(2)))
        }
    )

    private static func client(
        _ kind: Kind,
        _ serve: ServeFixture,
        _ id: String
    ) async throws -> TestClient {
        switch kind {
        case .owner: return try await serve.owner()
        case .device: return try serve.device()
        case .readOnlyDevice: return try serve.device(readOnly: true)
        case .guest:
            let owner = try await serve.owner()
            return try await serve.guest(try await serve.link(to: [id], by: owner).secret)
        case .guestWithoutPassword:
            let owner = try await serve.owner()
            let more = ["password": "tulip 7"]
            let link = try await serve.link(to: [id], by: owner, with: more)
            let json = ["link": link.secret]
            let refused = try await serve.send("POST", "/api/session", json: json)
            #expect(refused.status == 401 && refused["set-cookie"] == nil)
            return TestClient(headers: ["Authorization": "Bearer \(link.secret)"])
        case .nobody: return TestClient(headers: [:])
        }
    }

    private static func ask(
        _ route: RouteTable.Route,
        _ serve: ServeFixture,
        as client: TestClient,
        _ id: String
    ) async throws -> Answer {
        var path = route.path.replacing("{id}", with: id).replacing("{view}", with: "all")
            .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
            .replacing("{part}", with: "init").replacing("{column}", with: "0")
            .replacing("{row}", with: "0")
        // A stream that is let in would not end.
        if path == "/api/events" { path += "?view=nothing" }
        // No body is complete, so nothing is changed.
        return route.method == "GET"
            ? try await serve.get(path, as: client)
            : try await serve.send(route.method, path, as: client, json: ["confirm": true])
    }

    private static func mark(of answer: Answer) -> String {
        switch (answer.status, answer.json["error"] as? String) {
        case (401, _): "-"
        case (403, "owner-only"): "o"
        case (403, "read-only"): "r"
        case (403, "no-originals"): "f"
        case (403, "no-uploads"): "u"
        case (403, let word): "403 \(word ?? "")"
        case (500..., _): "\(answer.status)"
        default: "+"
        }
    }

    @Test(arguments: 0..<6)
    func eachRouteAnswersEachKindOfClientAsStated(_ column: Int) async throws {
        let kind = try #require(Kind(rawValue: column))
        try await ServeFixture.run(photos: 1) { serve in
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            let (_, routes) = Routes.makeRouter(for: serve.server)
            #expect(Set(routes.map { "\($0.method) \($0.path)" }) == Set(Self.rows.keys))
            let client = try await Self.client(kind, serve, id)
            // This route ends the session of the others.
            let ending = RouteTable.Route(method: "DELETE", path: "/api/session")
            for route in routes.subtracting([ending]) + [ending] {
                let expected = Self.rows["\(route.method) \(route.path)"]?[column]
                let answer = try await Self.ask(route, serve, as: client, id)
                if expected == "0" {
                    #expect(answer.status == 404, "\(kind): \(route) \(answer.text)")
                } else {
                    #expect(Self.mark(of: answer) == expected, "\(kind): \(route) \(answer.text)")
                }
            }
        }
    }
}
