import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Guests who try more than they were given, and links that the owner copies again.
@Suite(.permit) struct GuestTests {
    @Test func guestsNeverSeeWhatTheOwnerHidLater() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let ids = photos.prefix(2).map(TestPhotos.uuid)
            let link = try await serve.link(to: ids, by: owner)
            let guest = try await serve.guest(link.secret)
            let view = try await serve.get("/api/views/all", as: guest)
            let version = try #require(view.json["version"] as? Int)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[0]).isHidden = true
            }
            for json in [["confirm": true], ["password": "correct horse"], [:]] as [[String: Any]] {
                let answer = try await serve.send("POST", "/api/unlock", as: guest, json: json)
                #expect(answer.status == 404)
            }
            let unknown = UUID().uuidString
            for path in [
                "/preview/1.1/ID/grid.jpg", "/preview/1.1/ID/screen.jpg", "/photos/ID/picture",
                "/photos/ID/tiles", "/photos/ID/tiles/0/0", "/api/photos/ID",
                "/api/photos/ID/movie", "/photos/ID/movie/0",
            ] {
                let hidden = try await serve.get(path.replacing("ID", with: ids[0]), as: guest)
                let missing = try await serve.get(path.replacing("ID", with: unknown), as: guest)
                #expect(hidden.status == 404 && hidden.body == missing.body, "\(path)")
            }
            for path in ["/api/views/hidden", "/api/events?view=hidden"] {
                #expect(try await serve.get(path, as: guest).status == 404, "\(path)")
            }
            let items = "/api/views/all/items?version=\(version)&from=0&count=2"
            let listed = try await serve.get(items, as: guest)
            #expect(!listed.text.contains("hidden"), "\(listed.text)")
            // Not through a selection either: neither by name nor by the list from before.
            let selections: [[String: Any]] = [
                ["ids": [ids[0]]], ["view": "all", "version": version, "all": true],
            ]
            for selection in selections {
                let answer = try await serve.send(
                    "POST",
                    "/api/downloads",
                    as: guest,
                    json: ["on": selection]
                )
                #expect(answer.status != 201 && answer.json["error"] as? String != "locked")
            }
            // The owner unlocks as before.
            let unlock = ["confirm": true]
            #expect(
                try await serve.send("POST", "/api/unlock", as: owner, json: unlock).status == 204
            )
            let path = "/api/photos/\(ids[0])"
            #expect(try await serve.get(path, as: owner).status == 200)
            #expect(try await serve.get(path, as: guest).status == 404)
        }
    }

    @Test func failuresOfOthersDoNotDelayTheOwner() async throws {
        try await ServeFixture.run { options in
            // All come from one address, as behind a router, and none from the account of the server.
            options.clientUser = { _ in nil }
            guard let state = options.state else { return }
            try OwnerPassword.set("correct horse", in: StateFolder(state))
        } _: { serve in
            let first = try await serve.send(
                "POST",
                "/api/session",
                json: ["password": "correct horse"]
            )
            let browser = try #require(first.json["browser"] as? String)
            let owner = try TestClient(first, origin: serve.origin)
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let link = try await serve.link(to: [id], by: owner)
            let guest = try await serve.guest(link.secret)
            #expect(try await serve.get("/api/session", as: guest).json["browser"] == nil)

            func guess(_ json: [String: Any], as client: TestClient?) async throws -> Int {
                var status = 0
                for _ in 0..<8 {
                    status = try await serve.send("POST", "/api/session", as: client, json: json)
                        .status
                }
                return status
            }
            // Codes that are typed count as passwords do, and take less time to check.
            let wrong = ["code": "0000-0000-0000"]
            #expect(try await guess(["link": "wrong"], as: nil) == 429)
            #expect(try await guess(wrong, as: guest) == 429)
            let right = ["password": "correct horse"]
            let new = try await serve.send("POST", "/api/session", json: right)
            #expect(new.status == 200)
            // A stranger makes all wait who come from the address and are unknown.
            #expect(try await guess(wrong, as: nil) == 429)
            #expect(try await serve.send("POST", "/api/session", json: right).status == 429)
            let unlock = try await serve.send("POST", "/api/unlock", as: owner, json: right)
            #expect(unlock.status == 204)
            let known = ["password": "correct horse", "browser": browser]
            let entered = try await serve.send("POST", "/api/session", json: known)
            #expect(entered.status == 200 && entered.json["browser"] as? String == browser)
            // What the browser knows opens nothing, and gives no endless guesses.
            let further = wrong.merging(["browser": browser]) { $1 }
            #expect(try await guess(further, as: nil) == 429)
        }
    }

    @Test func aLinkIsCopiedAgain() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let link = try await serve.link(to: [id], by: owner)
            let path = "/api/links/\(link.id)/copies"
            let copied = try await serve.send("POST", path, as: owner, json: [:])
            #expect(copied.status == 201)
            #expect(copied.json["url"] as? String == "/#link=\(link.secret)")
            // Only this machine reaches the server.
            #expect(copied.json["base"] == nil)
            let sessions = try await serve.get("/api/sessions", as: owner).list
            let own = try #require(sessions.first { $0["kind"] as? String == "session" })
            for other in ["nothing", try #require(own["id"] as? String)] {
                let answer = try await serve.send(
                    "POST",
                    "/api/links/\(other)/copies",
                    as: owner,
                    json: [:]
                )
                #expect(answer.status == 404)
            }
            serve.server.close()
            try await ServeFixture.run(
                serve.server.options,
                serve.folder,
                clock: serve.clock
            ) { again in
                let owner = try await again.owner()
                let copied = try await again.send("POST", path, as: owner, json: [:])
                let url = try #require(copied.json["url"] as? String)
                let secret = try #require(url.split(separator: "=").last.map(String.init))
                #expect(secret != link.secret)
                let guests = [
                    try await again.guest(link.secret), try await again.guest(secret),
                ]
                for guest in guests {
                    #expect(
                        try await again.get("/api/views/all", as: guest).json["count"] as? Int == 1
                    )
                }
                // The owner has one link, whose end is the end of both.
                let list = try await again.get("/api/sessions", as: owner).list
                let links = list.filter { $0["kind"] as? String == "link" }
                #expect(links.map { $0["id"] as? String } == [link.id])
                let end = "/api/sessions/\(link.id)"
                let ended = try await again.send("DELETE", end, headers: owner.headers)
                #expect(ended.status == 204)
                for guest in guests {
                    #expect(try await again.get("/api/views/all", as: guest).status == 401)
                }
                for secret in [link.secret, secret] {
                    let answer = try await again.send(
                        "POST",
                        "/api/session",
                        json: ["link": secret]
                    )
                    #expect(answer.status == 401)
                }
                let gone = try await again.send("POST", path, as: owner, json: [:])
                #expect(gone.status == 404)
            }
        }
    }

    @Test func aLinkBeginsWithTheAddressThatOthersReach() async throws {
        try await ServeFixture.run { options in
            options.isBehindProxy = true
            options.hosts = ["photos.example"]
            guard let state = options.state else { return }
            try OwnerPassword.set("correct horse", in: StateFolder(state))
        } _: { serve in
            let entered = try await serve.send(
                "POST",
                "/api/session",
                json: ["password": "correct horse"]
            )
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            for origin in [serve.origin, "https://photos.example"] {
                let owner = try TestClient(entered, origin: origin)
                let link = try await serve.send(
                    "POST",
                    "/api/links",
                    as: owner,
                    json: ["of": ["ids": [id]], "title": "Some", "ends": "2099-01-01"]
                )
                #expect(link.json["base"] as? String == "https://photos.example", "\(link.text)")
            }
        }
    }
}
