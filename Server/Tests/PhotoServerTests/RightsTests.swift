import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// The rights of read-only and limited clients.
@Suite(.permit) struct RightsTests {
    /// Bodies that would succeed for the owner.
    private static func body(_ route: RouteTable.Route, _ id: String) -> [String: Any] {
        switch route.path {
        case "/api/actions": ["do": "favorite", "on": ["ids": [id]]]
        case "/api/albums": ["title": "Mine", "kind": "album"]
        case "/api/albums/{id}": ["title": "Mine"]
        case "/api/devices": ["name": "Mine"]
        case "/api/links": ["of": ["ids": [id]], "title": "Mine", "ends": "2099-01-01"]
        case "/api/undo": ["undo": "x"]
        case "/api/redo": ["redo": "x"]
        default: ["confirm": true]
        }
    }

    private static let harmless = [
        "POST /api/session", "DELETE /api/session", "POST /api/unlock", "POST /api/downloads",
    ]

    @Test func readOnlyClientsChangeNothing() async throws {
        try await ServeFixture.run { serve in
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let (_, routes) = Routes.makeRouter(for: serve.server)
            let access = serve.library.access
            try access.set(.limited, of: "frame")
            try access.select([id + "/L0/001"], for: "frame")
            let before = serve.library.currentChangeToken.stringValue
            let clients = [
                try serve.device(readOnly: true),
                try serve.device(readOnly: true, application: "frame"),
            ]
            var count = 0
            for client in clients {
                for route in routes where route.method != "GET" {
                    guard !Self.harmless.contains("\(route.method) \(route.path)") else { continue }
                    count += 1
                    let answer = try await serve.send(
                        route.method,
                        route.path.replacing("{id}", with: id),
                        as: client,
                        json: Self.body(route, id)
                    )
                    // Nothing is asked at the page of the library.
                    let isAnswer = PickRightsTests.ownRoutes.contains(
                        "\(route.method) \(route.path)"
                    )
                    #expect(
                        answer.status == (isAnswer ? 404 : 403),
                        "\(route) \(answer.text)"
                    )
                }
            }
            #expect(count > 20)
            #expect(serve.library.currentChangeToken.stringValue == before)
        }
    }

    @Test func limitedClientsSeeTheirSelectionAlone() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let photos = TestPhotos.all(serve.library)
            let (mine, other) = (TestPhotos.uuid(photos[1]), TestPhotos.uuid(photos[3]))
            let access = serve.library.access
            try access.set(.limited, of: "frame")
            try access.select([photos[1].localIdentifier], for: "frame")
            let frame = try serve.device(application: "frame")
            let view = try await serve.get("/api/views/all", as: frame)
            #expect(view.json["count"] as? Int == 1)
            let version = try #require(view.json["version"] as? Int)
            let items = try await serve.get(
                "/api/views/all/items?version=\(version)&from=0&count=100",
                as: frame
            )
            #expect((items.json["items"] as? [[String: Any]])?.first?["id"] as? String == mine)
            #expect(!items.text.contains(other))
            let unknown = UUID().uuidString
            for path in [
                "/preview/1.1/ID/grid.jpg", "/preview/1.1/ID/screen.jpg", "/photos/ID/picture",
                "/photos/ID/tiles", "/photos/ID/tiles/0/0", "/photos/ID/original",
                "/photos/ID/movie", "/photos/ID/movie/init", "/photos/ID/movie/0",
                "/api/photos/ID", "/api/photos/ID/movie", "/api/photos/ID/history",
                "/api/find?view=all&id=ID", "/api/views/album:ID",
            ] {
                let foreign = try await serve.get(path.replacing("ID", with: other), as: frame)
                let missing = try await serve.get(path.replacing("ID", with: unknown), as: frame)
                #expect(foreign.status >= 400 && foreign.status == missing.status, "\(path)")
                #expect(foreign.body == missing.body, "\(path)")
            }
            for verb in ["favorite", "delete", "purge", "set", "hide"] {
                let json: (String) -> [String: Any] = { id in
                    ["do": verb, "on": ["ids": [mine, id]], "confirm": true, "caption": "x"]
                }
                let foreign = try await serve.send(
                    "POST",
                    "/api/actions",
                    as: frame,
                    json: json(other)
                )
                let missing = try await serve.send(
                    "POST",
                    "/api/actions",
                    as: frame,
                    json: json(unknown)
                )
                #expect(foreign.status == 409 && foreign.body == missing.body, "\(verb)")
            }
            let download: (String) -> [String: Any] = { ["on": ["ids": [$0]]] }
            #expect(
                try await serve.send("POST", "/api/downloads", as: frame, json: download(other))
                    .status == 409
            )
            #expect(
                try await serve.send("POST", "/api/downloads", as: frame, json: download(mine))
                    .status == 201
            )
            // Its own photo may be changed, as Access says.
            let own = try await serve.send(
                "POST",
                "/api/actions",
                as: frame,
                json: ["do": "favorite", "on": ["ids": [mine]]]
            )
            #expect(own.status == 200)
            #expect(
                TestPhotos.all(serve.library).filter(\.isFavorite).map(TestPhotos.uuid) == [mine]
            )
        }
    }

    /// The routes that refuse limited clients, each with its method.
    private static let ownersRoutes: Set<String> = [
        "GET /api/sessions", "GET /api/activity", "GET /api/sources", "GET /api/remotes",
        "GET /api/activity/uploads",
        "GET /api/photos/{id}/history", "DELETE /api/sessions/{id}", "POST /api/devices",
        "POST /api/links", "POST /api/links/{id}/copies", "POST /api/albums",
        "PATCH /api/albums/{id}",
        "DELETE /api/albums/{id}", "POST /api/uploads", "PUT /api/uploads/{id}/files",
        "POST /api/uploads/{id}/import", "DELETE /api/uploads/{id}", "GET /api/duplicates",
        "POST /api/duplicates", "DELETE /api/duplicates", "POST /api/duplicates/merge",
        "POST /api/duplicates/keeper", "POST /api/duplicates/different",
        "POST /api/photos/{id}/fetch", "GET /metrics", "GET /api/contributions",
        "GET /api/contributions/{id}/preview",
        "POST /api/contributions/take", "POST /api/contributions/refuse",
    ]

    /// The routes that would end the session, or whose answer does not end.
    private static let unasked = ["POST /api/session", "DELETE /api/session", "GET /api/events"]

    @Test func theOwnersRoutesAreTheOwners() async throws {
        try await ServeFixture.run { serve in
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            try serve.library.access.set(.limited, of: "frame")
            try serve.library.access.select([id + "/L0/001"], for: "frame")
            let frame = try serve.device(application: "frame")
            let (_, routes) = Routes.makeRouter(for: serve.server)
            var refused: Set<String> = []
            for route in routes where !Self.unasked.contains("\(route.method) \(route.path)") {
                let path = route.path.replacing("{id}", with: id).replacing("{view}", with: "all")
                    .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
                    .replacing("{part}", with: "init")
                let answer =
                    route.method == "GET"
                    ? try await serve.get(path, as: frame)
                    : try await serve.send(
                        route.method,
                        path,
                        as: frame,
                        json: Self.body(route, id)
                    )
                guard answer.status == 403, answer.json["error"] as? String == "owner-only" else {
                    continue
                }
                refused.insert("\(route.method) \(route.path)")
            }
            // A route that was added is in the list, or open to limited clients on purpose.
            #expect(refused.subtracting(Self.ownersRoutes) == [])
            #expect(Self.ownersRoutes.subtracting(refused) == [])
        }
    }

    @Test func deniedClientsSeeNothing() async throws {
        try await ServeFixture.run { serve in
            try serve.library.access.set(.denied, of: "frame")
            let frame = try serve.device(application: "frame")
            #expect(try await serve.get("/api/views/all", as: frame).json["count"] as? Int == 0)
        }
    }

    @Test func linksAreReadOnlyAndEnd() async throws {
        try await ServeFixture.run(photos: 4) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let ids = photos.prefix(2).map(TestPhotos.uuid)
            let made = try await serve.send(
                "POST",
                "/api/links",
                as: owner,
                json: ["of": ["ids": ids], "title": "Two", "ends": "2025-06-20"]
            )
            #expect(made.status == 201, "\(made.text)")
            let url = try #require(made.json["url"] as? String)
            let secret = try #require(url.split(separator: "=").last)
            #expect(url.hasPrefix("/#link="))
            let entered = try await serve.send(
                "POST",
                "/api/session",
                json: ["link": String(secret)]
            )
            #expect(entered.status == 200)
            #expect(
                entered.json["isLink"] as? Bool == true && entered.json["title"] as? String == "Two"
            )
            let guest = try TestClient(entered, origin: serve.origin)
            #expect(try await serve.get("/api/views/all", as: guest).json["count"] as? Int == 2)
            // The owner sees through which link a browser came, and which one is the link.
            let listed = try await serve.get("/api/sessions", as: owner).list
            let browser = try #require(listed.first { $0["linkTitle"] != nil })
            #expect(browser["linkTitle"] as? String == "Two")
            #expect(browser["kind"] as? String == "session" && browser["name"] as? String != "Two")
            let link = try #require(listed.first { $0["kind"] as? String == "link" })
            #expect(link["name"] as? String == "Two")
            #expect(try await serve.get("/preview/1.1/\(ids[0])/grid.jpg", as: guest).status == 200)
            #expect(try await serve.get("/photos/\(ids[0])/original", as: guest).status == 403)
            let download: [String: Any] = ["on": ["ids": [ids[0]]]]
            #expect(
                try await serve.send("POST", "/api/downloads", as: guest, json: download).status
                    == 403
            )
            let other = TestPhotos.uuid(photos[3])
            #expect(try await serve.get("/api/photos/\(other)", as: guest).status == 404)
            let details = try await serve.get("/api/photos/\(ids[0])", as: guest)
            #expect(details.status == 200 && details.json["place"] == nil)
            // Photos that the owner has deleted since are gone for guests at once.
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([photos[1]] as NSArray)
            }
            for path in [
                "/api/views/trash", "/api/events?view=trash", "/api/photos/\(ids[1])",
                "/photos/\(ids[1])/picture", "/preview/1.1/\(ids[1])/grid.jpg",
            ] {
                #expect(try await serve.get(path, as: guest).status == 404, "\(path)")
            }
            #expect(try await serve.get("/api/views/trash", as: owner).json["count"] as? Int == 1)
            serve.clock.advance(20 * 86_400)
            #expect(try await serve.get("/api/views/all", as: guest).status == 401)
            #expect(
                try await serve.send("POST", "/api/session", json: ["link": String(secret)]).status
                    == 401
            )
            serve.server.gate.removeExpired()
            let decisions = try serve.library.access.decisions()
            #expect(decisions.allSatisfy { $0.readWrite == .denied && $0.selectionCount == 0 })
        }
    }

    @Test func linksOfAlbumsFollowTheAlbum() async throws {
        try await ServeFixture.run(photos: 4) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let album = try TestPhotos.album("Trip", photos.prefix(2).map { $0 }, in: serve.library)
            let view = try await serve.get("/api/views/album:\(album)", as: owner)
            let version = try #require(view.json["version"] as? Int)
            let made = try await serve.send(
                "POST",
                "/api/links",
                as: owner,
                json: [
                    "of": ["view": "album:\(album)", "version": version, "all": true],
                    "title": "Trip", "ends": "2099-01-01",
                ]
            )
            #expect(made.status == 201, "\(made.text)")
            let secret = try #require((made.json["url"] as? String)?.split(separator: "=").last)
            let entered = try await serve.send(
                "POST",
                "/api/session",
                json: ["link": String(secret)]
            )
            let cookie = try #require(entered["set-cookie"]?.split(separator: ";").first)
            let guest = TestClient(headers: ["Cookie": String(cookie)])
            #expect(try await serve.get("/api/views/all", as: guest).json["count"] as? Int == 2)
            let added = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: [
                    "do": "addToAlbum", "album": album, "on": ["ids": [TestPhotos.uuid(photos[3])]],
                ]
            )
            #expect(added.status == 200, "\(added.text)")
            try await eventually {
                try await serve.get("/api/views/all", as: guest).json["count"] as? Int == 3
            }
        }
    }
}
