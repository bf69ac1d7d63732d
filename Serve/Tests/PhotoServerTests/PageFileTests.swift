import Foundation
import Testing

@testable import PhotoServer

/// The files of the page: kept by browsers until one of them changes.
struct PageFileTests {
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
}
