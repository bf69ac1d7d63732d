import Foundation
import NIOCore
import TestPermits
import Testing

@testable import PhotoServer

/// Answers in the form of gzip, which `gzip` itself unpacks.
@Suite(.permit) struct CompressionTests {
    private static let accepting = ["Accept-Encoding": "br, gzip"]

    private func unpacked(_ bytes: Data) throws -> Data {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/gzip")
        program.arguments = ["-dc"]
        let (input, output) = (Pipe(), Pipe())
        (program.standardInput, program.standardOutput) = (input, output)
        try program.run()
        // The texts of these tests fit the buffers of both pipes.
        try input.fileHandleForWriting.write(contentsOf: bytes)
        try input.fileHandleForWriting.close()
        let plain = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
        return plain
    }

    @Test func filesOfThePageAreCompressedOnce() async throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent(
            "page-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: page) }
        let script = Data(String(repeating: "export const one = 1;\n", count: 400).utf8)
        try Data("<p>page".utf8).write(to: page.appendingPathComponent("index.html"))
        try script.write(to: page.appendingPathComponent("long.js"))
        try Data("short".utf8).write(to: page.appendingPathComponent("short.js"))
        try await ServeFixture.run {
            $0.page = page
        } _: { serve in
            let plain = try await serve.send("GET", "/long.js")
            #expect(plain.body == script && plain["content-encoding"] == nil)
            let tag = try #require(plain["etag"])
            for _ in 1...2 {
                let packed = try await serve.send("GET", "/long.js", headers: Self.accepting)
                #expect(packed.status == 200 && packed["content-encoding"] == "gzip")
                #expect(packed["vary"] == "Accept-Encoding" && packed["etag"] == "W/" + tag)
                #expect(packed["content-length"] == String(packed.body.count))
                #expect(packed.body.count < script.count / 10)
                #expect(try unpacked(packed.body) == script)
                #expect(packed["content-security-policy"] == plain["content-security-policy"])
            }
            var headers = Self.accepting
            headers["If-None-Match"] = "W/" + tag
            #expect(try await serve.send("GET", "/long.js", headers: headers).status == 304)
            // A changed file has another tag, so the answer that was kept is not used.
            try (script + script).write(to: page.appendingPathComponent("long.js"))
            let next = try await serve.send("GET", "/long.js", headers: Self.accepting)
            #expect(try unpacked(next.body) == script + script)
            let short = try await serve.send("GET", "/short.js", headers: Self.accepting)
            #expect(short.text == "short" && short["content-encoding"] == nil)
        }
    }

    @Test func listsAreCompressedAndPicturesAreNot() async throws {
        try await ServeFixture.run(photos: 12) { serve in
            var owner = try await serve.owner()
            let version = try #require(
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int
            )
            let list = "/api/views/all/items?version=\(version)&from=0&count=12"
            let plain = try await serve.get(list, as: owner)
            let items = try #require(plain.json["items"] as? [[String: Any]])
            let first = try #require(items.first)
            let (tag, id) = try #require((first["p"], first["id"]) as? (String, String))
            owner.headers.merge(Self.accepting) { $1 }
            let packed = try await serve.get(list, as: owner)
            #expect(packed["content-encoding"] == "gzip" && packed["cache-control"] == "no-store")
            #expect(try unpacked(packed.body) == plain.body)
            let preview = try await serve.get("/preview/\(tag)/\(id)/grid.jpg", as: owner)
            #expect(preview.status == 200 && preview["content-encoding"] == nil)
            let shape = try await serve.get("/api/views/all/shape?version=\(version)", as: owner)
            #expect(shape.status == 200 && shape["content-encoding"] == nil)
            // Changes are answered as they are: what they answer can be a secret.
            let made = try await serve.send(
                "POST",
                "/api/devices",
                as: owner,
                json: ["name": String(repeating: "n", count: 60)]
            )
            #expect(made["content-encoding"] == nil)
        }
    }

    @Test func whatDoesNotBecomeSmallerStaysAsItIs() {
        var random = SystemRandomNumberGenerator()
        let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(Gzip.compressed(ByteBuffer(bytes: noise), level: 9) == nil)
        #expect(Gzip.compressed(ByteBuffer(), level: 9) == nil)
        let zeros = ByteBuffer(bytes: [UInt8](repeating: 0, count: 5_000))
        #expect((Gzip.compressed(zeros, level: 1)?.readableBytes ?? .max) < 100)
    }
}
