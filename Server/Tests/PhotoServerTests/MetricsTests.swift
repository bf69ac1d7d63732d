import Foundation
import Metrics
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The metrics of a running server.
@Suite(.permit) struct MetricsTests {
    /// A text of metrics, taken apart.
    private struct Page {
        let helps: [String: String]
        let kinds: [String: String]
        /// The values by name and labels.
        let samples: [String: Double]

        init(_ text: String) throws {
            var helps: [String: String] = [:]
            var kinds: [String: String] = [:]
            var samples: [String: Double] = [:]
            for line in text.split(separator: "\n") {
                if line.hasPrefix("#") {
                    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                    try #require(words.count == 4, "\(line)")
                    let isFirst = (words[1] == "HELP" ? helps : kinds)[words[2]] == nil
                    #expect(isFirst, "\(line)")
                    switch words[1] {
                    case "HELP": helps[words[2]] = words[3]
                    case "TYPE": kinds[words[2]] = words[3]
                    default: Issue.record("\(line)")
                    }
                } else {
                    let parts = line.wholeMatch(of: #/([a-z_]+(?:\{.*\})?) ([0-9.+e-]+)/#)
                    let (_, name, number) = try #require(parts, "\(line)").output
                    let isFirst = samples[String(name)] == nil
                    #expect(isFirst, "\(line)")
                    let value: Double = try #require(Double(number), "\(line)")
                    samples[String(name)] = value
                }
            }
            self.helps = helps
            self.kinds = kinds
            self.samples = samples
        }
    }

    private static func page(_ serve: ServeFixture, _ client: TestClient) async throws -> Page {
        try Page(try await serve.get("/metrics", as: client).text)
    }

    @Test func theTextHasWhatTheDocumentLists() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let folder = serve.folder.appendingPathComponent("Other disk")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (remote, _) = try await serve.library.addRemote(folder.path, name: "Other disk")
            _ = try await serve.library.sync(remote)
            // A token that changes nothing is enough.
            let device = try serve.device(readOnly: true)
            _ = try await serve.get("/api/session", as: device)
            let answer = try await serve.get("/metrics", as: device)
            #expect(answer.status == 200 && answer["content-type"] == MetricText.contentType)
            #expect(answer["cache-control"] == "no-store")
            let page = try Page(answer.text)
            let listed = Metric.allCases
            #expect(
                page.helps
                    == Dictionary(uniqueKeysWithValues: listed.map { ($0.rawValue, $0.help) })
            )
            #expect(
                page.kinds
                    == Dictionary(
                        uniqueKeysWithValues: listed.map { ($0.rawValue, $0.kind.rawValue) }
                    )
            )
            let route = #"method="GET",route="/api/session""#
            #expect(page.samples["photokit_http_requests_total{\(route),status=\"200\"}"] == 1)
            let seconds = "photokit_http_request_duration_seconds"
            #expect(page.samples["\(seconds)_count{\(route)}"] == 1)
            #expect(page.samples["\(seconds)_bucket{\(route),le=\"+Inf\"}"] == 1)
            for queue in ["common", "files", "pictures", "movies"] {
                #expect(page.samples["photokit_queue_length{queue=\"\(queue)\"}"] != nil)
            }
            let name = "{remote=\"Other disk\"}"
            #expect(page.samples["photokit_remote_wanted_files\(name)"] == 2)
            #expect(page.samples["photokit_remote_proved_files\(name)"] == 2)
            let proof = page.samples["photokit_remote_last_proof_timestamp_seconds\(name)"]
            #expect(abs((proof ?? 0) - Date().timeIntervalSince1970) < 3600)
            #expect(page.samples["photokit_library_readable"] == 1)
            #expect(page.samples["photokit_library_photos"] == 2)
            #expect(page.samples["photokit_library_bytes"] ?? 0 > 100)
            #expect(page.samples["process_resident_memory_bytes"] ?? 0 > 1_000_000)
        }
    }

    @Test func onlyTheOwnerReadsThem() async throws {
        try await ServeFixture.run { serve in
            #expect(try await serve.send("GET", "/metrics").status == 401)
            try serve.library.access.set(.authorized, of: "frame")
            let frame = try serve.device(application: "frame")
            #expect(try await serve.get("/metrics", as: frame).status == 403)
            let owner = try await serve.owner()
            #expect(try await serve.get("/metrics", as: owner).status == 200)
            var headers = owner.headers
            headers["Origin"] = nil
            headers["Sec-Fetch-Site"] = "cross-site"
            #expect(try await serve.send("GET", "/metrics", headers: headers).status == 403)
        }
    }

    @Test func labelsHaveNoNames() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let device = try serve.device()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let missing = UUID().uuidString
            for path in [
                "/api/views/search%3Aprivate%20words", "/photos/\(id)/original",
                "/private%20path.js",
                "/api/photos/\(missing)", "/api/private", "/private.js",
            ] { _ = try await serve.get(path, as: device) }
            _ = try await serve.send("BREW", "/api/session", headers: device.headers)
            let text = try await serve.get("/metrics", as: device).text
            for word in ["Secret", "private", "search", id, missing, "Frame", "BREW", "Other disk"]
            {
                #expect(!text.contains(word), "\(word)")
            }
            let page = try Page(text)
            func requests(_ route: String, _ status: Int) -> Double? {
                page.samples[
                    "photokit_http_requests_total{method=\"GET\",route=\"\(route)\",status=\"\(status)\"}"
                ]
            }
            // All unknown paths are one value.
            #expect(requests("other", 404) == 3)
            #expect(requests("/api/photos/{id}", 404) == 1)
            #expect(requests("/photos/{id}/original", 200) == 1)
        }
    }

    @Test func streamsAndCommitsAreCounted() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let before = try await Self.page(serve, owner).samples
            #expect(before["photokit_event_streams"] == 0)
            let stream = try await offThread { try EventLines(serve, owner, "view=all") }
            _ = try await offThread { try stream.state() }
            try TestPhotos.add(1, from: 1, to: serve.library)
            let commits = try #require(before["photokit_commits_total"])
            try await eventually {
                try await Self.page(serve, owner).samples["photokit_commits_total"] == commits + 1
            }
            let page = try await Self.page(serve, owner).samples
            #expect(page["photokit_event_streams"] == 1)
            // Counting a library is work, so figures are a minute old at most.
            #expect(page["photokit_library_photos"] == 1)
            serve.clock.advance(LibraryFigures.lifetime)
            let next = try await Self.page(serve, owner).samples
            #expect(next["photokit_library_photos"] == 2)
            withExtendedLifetime(stream) {}
        }
    }

    @Test func whatTheDocumentDoesNotListIsNotKept() {
        let metrics = ServerMetrics()
        Counter(label: "another", factory: metrics).increment()
        // A gauge is no counter.
        Counter(label: Metric.memory.rawValue, factory: metrics).increment()
        Recorder(label: Metric.commits.rawValue, factory: metrics).record(3)
        #expect(metrics.values == MetricBook())
        let counter = Counter(label: Metric.commits.rawValue, factory: metrics)
        counter.increment(by: 3)
        counter.increment()
        Meter(label: Metric.eventStreams.rawValue, factory: metrics).set(7)
        let dimensions = [("route", "/"), ("extra", "x")]
        Metrics.Timer(
            label: Metric.requestSeconds.rawValue,
            dimensions: dimensions,
            factory: metrics
        )
        .recordMilliseconds(20)
        var expected = MetricBook()
        expected.add(4, to: .commits)
        expected.set(7, of: .eventStreams)
        expected.record(seconds: 0.02, in: .requestSeconds, ["", "/"])
        #expect(metrics.values == expected)
        counter.reset()
        expected.set(0, of: .commits)
        #expect(metrics.values == expected)
    }

    @Test func theMemoryIsThatOfTheSystem() {
        #expect(ProcessMemory.pageCount(in: "5000 1234 700 10 0 900 0\n") == 1234)
        #expect(ProcessMemory.pageCount(in: "") == nil)
    }
}
