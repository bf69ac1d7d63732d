import Foundation
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The files of the page: kept by browsers until one of them changes.
@Suite(.permit) struct PageFileTests {
    @Test func filesOfAnEditionAreKept() async throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent(
            "page-\(UUID().uuidString)"
        )
        let script = page.appendingPathComponent("js/main.js")
        try FileManager.default.createDirectory(
            at: page.appendingPathComponent("js"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: page) }
        try Data("<script src=\"js/main.js\"></script>".utf8)
            .write(to: page.appendingPathComponent("index.html"))
        try Data("first".utf8).write(to: script)
        try await ServeFixture.run {
            $0.page = page
        } _: { serve in
            let index = try await serve.send("GET", "/", headers: [:])
            #expect(index["cache-control"] == "no-cache")
            let address = try #require(index.text.split(separator: "\"").dropFirst().first)
            #expect(address.hasPrefix("/page-") && address.hasSuffix("/js/main.js"))
            let kept = try await serve.send("GET", String(address), headers: [:])
            #expect(kept.status == 200 && kept.text == "first")
            #expect(kept["cache-control"] == "public, max-age=31536000, immutable")
            let plain = try await serve.send("GET", "/js/main.js", headers: [:])
            #expect(plain.text == "first" && plain["cache-control"] == "no-cache")
            let tag = try #require(index["etag"])

            try Data("second".utf8).write(to: script)
            let next = try await serve.send("GET", "/", headers: ["If-None-Match": tag])
            #expect(next.status == 200 && next["etag"] != tag)
            #expect(!next.text.contains(address))
            // A page from before the change gets the present file, and asks for it again.
            let old = try await serve.send("GET", String(address), headers: [:])
            #expect(old.text == "second" && old["cache-control"] == "no-cache")
            for path in ["/page-x/../secret.js", "/page-x/js/none.js", "/page-x/page-x/js/main.js"]
            {
                #expect(try await serve.send("GET", path, headers: [:]).status == 404)
            }
        }
    }

    @Test func thePageAsksItsFirstQuestionsByLinks() async throws {
        try await ServeFixture.run(photos: 3) { serve in
            let owner = try await serve.owner()
            // The list has to be there: the page itself waits for nothing.
            let view = try await serve.get("/api/views/all", as: owner).json
            let page = try await serve.get("/", as: owner)
            #expect(page["cache-control"] == "private, no-cache" && page["vary"] == "Cookie")
            let addresses = page.text.matches(of: /as="fetch" crossorigin href="([^"]+)"/)
                .map { String($0.output.1).replacing("&amp;", with: "&") }
            let version = try #require(view["version"] as? Int)
            #expect(
                addresses == [
                    "api/session", "api/views/all",
                    "api/views/all/items?version=\(version)&from=0&count=3",
                ]
            )
            let pictures = page.text.matches(of: /as="image" href="([^"]+)"/)
                .map { String($0.output.1) }
            // They are relative to the page, which lies below the home of the session.
            let list = try await serve.get("/" + addresses[2], as: owner).json
            let items = try #require(list["items"] as? [[String: Any]])
            #expect(
                pictures == items.map { "preview/\($0["p"] ?? "")/\($0["id"] ?? "")/grid.jpg" }
            )
            #expect(pictures.count == 3)
            for address in addresses {
                let path = HomePath.path(of: String(repeating: "0", count: 32)) + address
                #expect(try await serve.get(path, as: owner).status == 200, "\(path)")
            }
            let other = try await serve.get("/albums", as: owner)
            #expect(other.status == 200 && !other.text.contains("as=\"fetch\""))
            var headers = owner.headers
            headers["If-None-Match"] = page["etag"]
            #expect(try await serve.send("GET", "/", headers: headers).status == 304)
            try TestPhotos.add(1, to: serve.library)
            try await eventually {
                try await serve.send("GET", "/", headers: headers).status == 200
            }
        }
    }

    @Test func strangersGetThePageWithoutQuestions() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            _ = try await serve.get("/api/views/all", as: owner)
            _ = try await serve.get("/api/views/favorites", as: owner)
            let plain = try await serve.send("GET", "/", headers: [:])
            var foreign = owner.headers
            foreign["Cookie"] = foreign["Cookie"].map { $0 + "x" }
            let stranger = try await serve.send("GET", "/", headers: foreign)
            for page in [plain, stranger] {
                #expect(page.status == 200 && !page.text.contains("\"api/"))
                #expect(page["cache-control"] == "no-cache" && page["etag"] == plain["etag"])
            }
            for path in ["/?page=albums", "/?view=hidden", "/?view=videos", "/?view=search:a"] {
                let page = try await serve.get(path, as: owner)
                #expect(page.status == 200 && !page.text.contains("\"api/"), "\(path)")
            }
            let favorites = try await serve.get("/?view=favorites", as: owner)
            #expect(favorites.text.contains("\"api/views/favorites\""))
            #expect(!favorites.text.contains("/items?"))
        }
    }

    @Test func aProgramWithoutThePageSaysSo() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("program-\(UUID().uuidString)")
        let page = folder.appendingPathComponent("share/openphotokit/page")
        try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("bin/photokit-serve")
        let log = LogLines()
        #expect(try PageFolder.choose(nil, beside: program, logger: log.logger) == nil)
        #expect(log.all.count == 1 && log.all[0].contains("--page"), "\(log.all)")
        try Data().write(to: page.appendingPathComponent("index.html"))
        let found = try PageFolder.choose(nil, beside: program, logger: log.logger)
        #expect(found?.path == page.path && log.all.count == 1)
    }
}
