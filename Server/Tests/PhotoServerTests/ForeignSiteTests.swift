import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Requests that another site makes a browser send.
@Suite(.permit) struct ForeignSiteTests {
    @Test func foreignHostsAreRefused() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            for host in [
                "evil.example", "localhost.evil.example:\(serve.port)", "", "127.0.0.1.evil",
            ] {
                var headers = owner.headers
                headers["Host"] = host
                for path in ["/", "/api/session", "/api/views/all", "/api/openapi.yaml"] {
                    let answer = try await serve.send("GET", path, headers: headers)
                    #expect([400, 421].contains(answer.status), "\(host) \(path)")
                    #expect(!answer.text.contains("owner"))
                }
            }
            var headers = owner.headers
            headers["Origin"] = nil
            headers["Host"] = "LOCALHOST:\(serve.port)"
            #expect(try await serve.send("GET", "/api/session", headers: headers).status == 200)
        }
    }

    @Test func foreignPagesChangeNothing() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let (_, routes) = Routes.makeRouter(for: serve.server)
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let before = serve.library.currentChangeToken.stringValue
            let attacks: [[String: String]] = [
                ["Origin": "http://evil.example"], ["Origin": "null"],
                ["Origin": "http://127.0.0.1:\(serve.port + 1)"],
                ["Origin": "https://127.0.0.1:\(serve.port)"],
                ["Origin": serve.origin, "Sec-Fetch-Site": "cross-site"],
                ["Origin": serve.origin, "Sec-Fetch-Site": "same-site"],
                [:],
            ]
            for route in routes where route.method != "GET" {
                let path = route.path.replacing("{id}", with: id)
                for attack in attacks {
                    var headers = owner.headers
                    headers["Origin"] = nil
                    headers.merge(attack) { $1 }
                    headers["Content-Type"] = "application/json"
                    let answer = try await serve.send(
                        route.method,
                        path,
                        headers: headers,
                        body: Data("{\"confirm\":true}".utf8)
                    )
                    #expect(answer.status == 403, "\(route) \(attack)")
                }
            }
            #expect(serve.library.currentChangeToken.stringValue == before)
            // The session is still there: signing out was refused, too.
            #expect(try await serve.get("/api/session", as: owner).status == 200)
        }
    }

    @Test func foreignPagesReadNothing() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            for path in ["/api/views/all", "/preview/1.1/\(id)/grid.jpg", "/photos/\(id)/original"]
            {
                for site in ["cross-site", "same-site"] {
                    var headers = owner.headers
                    headers["Origin"] = nil
                    headers["Sec-Fetch-Site"] = site
                    #expect(try await serve.send("GET", path, headers: headers).status == 403)
                }
                let answer = try await serve.get(path, as: owner)
                #expect(answer.status == 200)
                #expect(answer["cross-origin-resource-policy"] == "same-origin")
                #expect(answer["x-content-type-options"] == "nosniff")
                #expect(answer["referrer-policy"] == "no-referrer")
                #expect(answer["access-control-allow-origin"] == nil)
                #expect(answer["content-security-policy"]?.contains("sandbox") == true)
            }
        }
    }

    @Test func formsOfOtherSitesAreNoJSON() async throws {
        try await ServeFixture.run { serve in
            var headers = try await serve.owner().headers
            headers["Content-Type"] = "text/plain"
            let answer = try await serve.send(
                "POST",
                "/api/devices",
                headers: headers,
                body: Data("{\"name\":\"x\"}".utf8)
            )
            #expect(answer.status == 415)
        }
    }

    @Test func pathsThatClimbFindNothing() async throws {
        try await ServeFixture.run(photos: 1) { options in
            let page = options.library.deletingLastPathComponent().appendingPathComponent("page")
            try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
            try Data("<p>page".utf8).write(to: page.appendingPathComponent("index.html"))
            try Data("secret".utf8).write(to: page.appendingPathComponent(".hidden.js"))
            try Data("secret".utf8).write(
                to: page.deletingLastPathComponent().appendingPathComponent("secret.js")
            )
            try FileManager.default.createSymbolicLink(
                atPath: page.appendingPathComponent("link.js").path,
                withDestinationPath: "../secret.js"
            )
            options.page = page
        } _: { serve in
            let page = try await serve.send("GET", "/albums/x")
            #expect(page.status == 200 && page.text == "<p>page")
            let policy = try #require(page["content-security-policy"])
            #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe"))
            // The page joins the fragments of movies, which the browser then plays from memory.
            #expect(policy.contains("media-src 'self' blob:;"))
            #expect(page["cross-origin-opener-policy"] == "same-origin")
            for path in [
                "/../secret.js", "/%2e%2e/secret.js", "/..%2fsecret.js", "/page/../../secret.js",
                "/.hidden.js", "/link.js", "//secret.js", "/%00.js", "/state/credentials.json",
                "/..%5csecret.js", "/%c0%ae%c0%ae/secret.js", "/api/../index.html", "/api",
                "/api/nothing",
            ] {
                let answer = try await serve.send("GET", path)
                #expect(answer.status == 404, "\(path)")
                #expect(!answer.text.contains("secret"))
            }
            #expect(
                try await serve.send("POST", "/index.html", headers: ["Origin": serve.origin])
                    .status == 404
            )
        }
    }
}
