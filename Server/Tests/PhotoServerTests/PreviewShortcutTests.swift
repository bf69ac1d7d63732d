import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Previews that were sent before: they are answered without the router, and no other way than by it.
@Suite(.permit) struct PreviewShortcutTests {
    /// Sends requests on one connection at once, and returns the answers in their order.
    private static func send(
        _ paths: [String],
        _ headers: [String: String],
        _ serve: ServeFixture
    ) async throws -> [String] {
        let head = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        let (port, host) = (serve.port, serve.host)
        return try await offThread {
            let connection = try RawConnection(port: port)
            connection.write(
                paths.map { "GET \($0) HTTP/1.1\r\nHost: \(host)\r\n\(head)\r\n" }.joined()
            )
            return try paths.map { _ in
                let answer = try #require(connection.read(until: "\r\n\r\n"))
                let length = answer.lowercased().firstMatch(of: /content-length: (\d+)/)
                connection.skip(length.flatMap { Int($0.output.1) } ?? 0)
                return answer
            }
        }
    }

    @Test func theAnswerIsThatOfTheRouter() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let path = "/preview/1.1/\(id)/grid.jpg"
            // A connection that is to be closed goes to the router, also where the preview is known.
            let routed = try await serve.get(path, as: owner)
            let again = try await serve.get(path, as: owner)
            #expect(routed.status == 200 && again.body == routed.body)
            let answers = try await Self.send([path, path], owner.headers, serve)
            #expect(answers.count == 2 && answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
            let names = again.headers.keys.filter { $0 != "date" && $0 != "connection" }
            for name in names {
                let line = "\(name): \(again[name] ?? "")\r\n".lowercased()
                #expect(answers[0].lowercased().contains(line), "\(line)")
            }
            // Besides: the date, the line of the status, and the end.
            #expect(answers[0].components(separatedBy: "\r\n").count == names.count + 4)
            var headers = owner.headers
            headers["If-None-Match"] = routed["etag"]
            let known = try await Self.send([path], headers, serve)
            #expect(known[0].hasPrefix("HTTP/1.1 304 "))
            // A line may be written a moment after the answer was read.
            let lines = { serve.log.all.filter { $0.contains("/preview/{tag}/{id}/{file}") } }
            try await eventually { lines().count >= 5 }
            #expect(lines().count == 5)
            #expect(lines().allSatisfy { $0.hasPrefix("GET /preview/{tag}/") })
            #expect(!serve.log.all.contains { $0.contains(id) })
            let metrics = MetricText.text(of: await serve.server.monitor.values())
            for (status, count) in [(200, 4), (304, 1)] {
                let route = "method=\"GET\",route=\"/preview/{tag}/{id}/{file}\""
                #expect(metrics.contains("{\(route),status=\"\(status)\"} \(count)\n"))
            }
        }
    }

    @Test func answersKeepTheOrderOfRequests() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let path = "/preview/1.1/\(id)/grid.jpg"
            _ = try await serve.get(path, as: owner)
            let paths = [path, "/api/session", path, path, "/api/views/all", "/nothing.js", path]
            let answers = try await Self.send(paths, owner.headers, serve)
            let types = answers.map { answer in
                answer.lowercased().firstMatch(of: /content-type: ([a-z\/]+)/).map {
                    String($0.output.1)
                }
            }
            let (picture, json) = ("image/jpeg", "application/json")
            #expect(types == [picture, json, picture, picture, json, json, picture])
        }
    }

    @Test func refusalsAreThoseOfTheRouter() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let path = "/preview/1.1/\(TestPhotos.uuid(photo))/grid.jpg"
            _ = try await serve.get(path, as: owner)
            for (name, value, status) in [
                ("Cookie", "none=x", 401), ("Origin", "https://evil.example", 403),
                ("Sec-Fetch-Site", "cross-site", 403),
            ] {
                var headers = owner.headers
                headers[name] = value
                let answer = try await Self.send([path], headers, serve)[0]
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(name) \(answer)")
            }
            let foreign = try await offThread { [port = serve.port] in
                let connection = try RawConnection(port: port)
                let cookie = owner.headers["Cookie"] ?? ""
                connection.write(
                    "GET \(path) HTTP/1.1\r\nHost: evil.example\r\nCookie: \(cookie)\r\n\r\n"
                )
                return connection.read(until: "\r\n\r\n") ?? ""
            }
            #expect(foreign.hasPrefix("HTTP/1.1 421 "))
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            try await eventually {
                try await Self.send([path], owner.headers, serve)[0].hasPrefix("HTTP/1.1 403 ")
            }
        }
    }

    @Test func knownPreviewsCountForTheRate() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let path = "/preview/1.1/\(id)/grid.jpg"
            _ = try await serve.get(path, as: owner)
            // The clock stands still, so that no request is given back.
            let answers = try await Self.send(
                Array(repeating: path, count: 4100),
                owner.headers,
                serve
            )
            #expect(answers.filter { $0.hasPrefix("HTTP/1.1 429 ") }.count == 101)
        }
    }

    @Test func processorsAreCounted() {
        #expect(
            EventLoops.processorCount(in: "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7\n")
                == 8
        )
        #expect(EventLoops.processorCount(in: "Cpus_allowed:\t00000001,00000003\n") == 3)
        #expect(EventLoops.processorCount(in: "Cpus_allowed:\t0\n") == nil)
        #expect(EventLoops.processorCount(in: "Name:\tx\n") == nil)
    }

    @Test func storedPreviewsAreReadWithTheirList() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            _ = try photos[0].preview(.grid)
            _ = try photos[1].preview(.grid)
            func known(_ photo: PHAsset) -> Bool {
                let library = serve.server.pool.owner
                guard let name = ObjectName(photo.localIdentifier) else { return false }
                return serve.server.previews.knownPreview(
                    of: name,
                    size: .grid,
                    among: library.knownPhotos
                ) != nil
            }
            #expect(!known(photos[0]))
            let version = try #require(
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int
            )
            _ = try await serve.get(
                "/api/views/all/items?version=\(version)&from=0&count=10",
                as: owner
            )
            try await eventually { known(photos[0]) && known(photos[1]) }
            // None was stored of the third, and none is made ahead.
            #expect(!known(photos[2]))
            let path = "/preview/1.1/\(TestPhotos.uuid(photos[0]))/grid.jpg"
            let answer = try await serve.get(path, as: owner)
            #expect(answer.body == (try photos[0].preview(.grid).jpeg))
        }
    }

    @Test func aListTellsTheColorsOfStoredPreviews() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let preview = try photos[0].preview(.grid)
            let version = try #require(
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int
            )
            let list = try await serve.get(
                "/api/views/all/items?version=\(version)&from=0&count=10",
                as: owner
            ).json["items"]
            let items = try #require(list as? [[String: Any]])
            let colors = items.compactMap { item in
                (item["color"] as? String).map { (item["id"] as? String, $0) }
            }
            // No preview was stored of the others.
            #expect(colors.map(\.0) == [TestPhotos.uuid(photos[0])])
            let color = try #require(colors.first?.1)
            #expect(color.count == 7 && color.hasPrefix("#"))
            let code = try #require(Int(color.dropFirst(), radix: 16))
            let found = [code >> 16, code >> 8 & 255, code & 255]
            let expected = try Self.meanColor(ofJPEG: preview.jpeg)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 6 }, "\(found) \(expected)")
        }
    }

    /// Returns the means of red, green and blue, from 0 to 255.
    private static func meanColor(ofJPEG bytes: Data) throws -> [Int] {
        let image = try #require(UIImage(data: bytes)?.cgImage)
        let pixels = try #require(image.dataProvider?.data) as Data
        let step = image.bitsPerPixel / 8
        return (0..<3).map { part in
            var sum = 0
            for row in 0..<image.height {
                for column in 0..<image.width {
                    let offset = row * image.bytesPerRow + column * step + part
                    sum += Int(pixels[pixels.startIndex + offset])
                }
            }
            return sum / (image.width * image.height)
        }
    }
}
