import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Links with a password, an end and a number of views.
@Suite(.permit) struct GuestLinkTests {
    private static func enter(
        _ serve: ServeFixture,
        _ link: String,
        _ password: String? = nil
    ) async throws -> Answer {
        var json: [String: Any] = ["link": link]
        json["linkPassword"] = password
        return try await serve.send("POST", "/api/session", json: json)
    }

    private static func link(
        _ serve: ServeFixture,
        by owner: TestClient,
        with more: [String: Any]
    ) async throws -> (id: String, secret: String) {
        let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
        return try await serve.link(to: [id], by: owner, with: more)
    }

    @Test func aLinkWithAPasswordOpensWithItAlone() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let link = try await Self.link(serve, by: owner, with: ["password": "tulip 7"])
            let refusals = [
                (try await Self.enter(serve, link.secret), "link-password"),
                (try await Self.enter(serve, link.secret, "tulip 8"), "wrong-link-password"),
            ]
            for (answer, word) in refusals {
                #expect(answer.status == 401 && answer.json["error"] as? String == word)
                #expect(answer["set-cookie"] == nil)
            }
            let guest = try TestClient(
                try await Self.enter(serve, link.secret, "tulip 7"),
                origin: serve.origin
            )
            // It is typed once for a session.
            for _ in 0..<2 {
                let view = try await serve.get("/api/views/all", as: guest)
                #expect(view.json["count"] as? Int == 1)
            }
            // Whoever does not have the link is told the same, whatever the password.
            let wrong = try await Self.enter(serve, "wrong")
            #expect(wrong.status == 401 && wrong.json["error"] as? String == "refused")
            for password in ["tulip 7", "tulip 8", ""] {
                let answer = try await Self.enter(serve, "wrong", password)
                #expect(answer.status == 401 && answer.body == wrong.body)
            }
            let listed = try await serve.get("/api/sessions", as: owner)
            let shown = try #require(listed.list.first { $0["id"] as? String == link.id })
            #expect(shown["hasPassword"] as? Bool == true && shown["views"] as? Int == 1)
            let state = try #require(serve.server.options.state)
            let file = try Data(contentsOf: state.appendingPathComponent("credentials.json"))
            #expect(!String(decoding: file, as: UTF8.self).contains("tulip"))
            #expect(!listed.text.contains("tulip"))
        }
    }

    @Test func wrongGuessesDelayTheirLinkAndNobodyElse() async throws {
        try await ServeFixture.run { options in
            // All come from one address, as behind a router, and none from the account of the server.
            options.clientUser = { _ in nil }
            guard let state = options.state else { return }
            try OwnerPassword.set("correct horse", in: StateFolder(state))
        } _: { serve in
            let right = ["password": "correct horse"]
            let owner = try TestClient(
                try await serve.send("POST", "/api/session", json: right),
                origin: serve.origin
            )
            let one = try await Self.link(serve, by: owner, with: ["password": "tulip 7"])
            let other = try await Self.link(serve, by: owner, with: ["password": "daisy 5"])
            var statuses: [Int] = []
            for _ in 0..<6 {
                statuses.append(try await Self.enter(serve, one.secret, "wrong").status)
            }
            #expect(statuses == [401, 401, 401, 401, 401, 429])
            #expect(try await Self.enter(serve, one.secret, "tulip 7").status == 429)
            #expect(try await Self.enter(serve, other.secret, "daisy 5").status == 200)
            #expect(try await serve.send("POST", "/api/session", json: right).status == 200)
            serve.clock.advance(2)
            #expect(try await Self.enter(serve, one.secret, "tulip 7").status == 200)
        }
    }

    @Test func aLinkIsUsedAsOftenAsItAllows() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let more: [String: Any] = ["views": 2, "password": "tulip 7"]
            let link = try await Self.link(serve, by: owner, with: more)
            // Who does not know the password uses nothing up.
            #expect(try await Self.enter(serve, link.secret, "wrong").status == 401)
            var guests: [TestClient] = []
            for _ in 0..<2 {
                let entered = try await Self.enter(serve, link.secret, "tulip 7")
                guests.append(try TestClient(entered, origin: serve.origin))
            }
            // Nor does such a person learn how often the link was used.
            let answers: [(password: String?, code: String)] = [
                (nil, "link-password"), ("tulip 7", "link-used-up"),
                ("wrong", "wrong-link-password"),
            ]
            for (password, code) in answers {
                let answer = try await Self.enter(serve, link.secret, password)
                #expect(answer.status == 401)
                #expect(answer.json["error"] as? String == code)
                guard code == "link-used-up" else { continue }
                let sentence = "This link has been used as often as it allows."
                #expect(answer.json["message"] as? String == sentence)
            }
            for guest in guests {
                #expect(try await serve.get("/api/views/all", as: guest).status == 200)
            }
            let list = try await serve.get("/api/sessions", as: owner).list
            let shown = try #require(list.first { $0["id"] as? String == link.id })
            #expect(shown["views"] as? Int == 2 && shown["mostViews"] as? Int == 2)
            let first = guests[0]
            serve.server.close()
            let options = serve.server.options
            try await ServeFixture.run(options, serve.folder, clock: serve.clock) { again in
                let owner = try await again.owner()
                // Another secret of the link is the same link.
                let path = "/api/links/\(link.id)/copies"
                let copied = try await again.send("POST", path, as: owner, json: [:])
                let url = try #require(copied.json["url"] as? String)
                let secret = try #require(url.split(separator: "=").last.map(String.init))
                for known in [link.secret, secret] {
                    let answer = try await Self.enter(again, known, "tulip 7")
                    #expect(answer.json["error"] as? String == "link-used-up")
                }
                var client = first
                client.headers["Origin"] = again.origin
                #expect(try await again.get("/api/views/all", as: client).status == 200)
            }
        }
    }

    @Test func theEndOfALinkEndsItsSessions() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let made = try await serve.send(
                "POST",
                "/api/links",
                as: owner,
                json: ["of": ["ids": [id]], "title": "Soon", "lasts": 3600]
            )
            #expect(made.status == 201, "\(made.text)")
            let url = try #require(made.json["url"] as? String)
            let secret = try #require(url.split(separator: "=").last.map(String.init))
            let guest = try await serve.guest(secret)
            serve.clock.advance(3599)
            #expect(try await serve.get("/api/views/all", as: guest).status == 200)
            serve.clock.advance(1)
            #expect(try await serve.get("/api/views/all", as: guest).status == 401)
            let late = try await Self.enter(serve, secret)
            let wrong = try await Self.enter(serve, "no")
            #expect(late.status == 401 && late.body == wrong.body)
        }
    }

    @Test(arguments: [
        "{}", #"{"ends": "2099-01-01", "lasts": 3600}"#, #"{"lasts": 59}"#, #"{"ends": "soon"}"#,
        #"{"lasts": 60, "views": 0}"#, #"{"lasts": 60, "password": "abc"}"#,
    ])
    func malformedTermsAreRefused(_ terms: String) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let parsed = try JSONSerialization.jsonObject(with: Data(terms.utf8))
            let json: [String: Any] = ["of": ["ids": [id]], "title": "Some"]
            let answer = try await serve.send(
                "POST",
                "/api/links",
                as: owner,
                json: json.merging(try #require(parsed as? [String: Any])) { $1 }
            )
            #expect(answer.status == 400, "\(answer.text)")
            // A link that was not made left no decision about a client.
            #expect(try serve.library.access.decisions().isEmpty)
        }
    }
}
