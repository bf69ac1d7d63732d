import Foundation
import ServeRules
import TestPermits
import Testing

/// The text of metrics, their labels, and the health of a library.
@Suite(.permit) struct MonitoringTests {
    private static func lines(_ change: (inout MetricBook) -> Void) -> [String] {
        var book = MetricBook(mostSeries: 3)
        change(&book)
        return MetricText.text(of: book).components(separatedBy: "\n")
    }

    @Test func valuesStandBelowTheirMeaning() {
        let lines = Self.lines { book in
            book.set(1_000_000_000_000, of: .libraryBytes)
            book.set(1_750_000_000.25, of: .remoteProof, ["nas"])
            book.add(2, to: .requests, ["GET", "/api/session", "401"])
            book.add(1, to: .requests, ["GET", "/api/session", "200"])
            book.add(1, to: .requests, ["GET", "/api/session", "401"])
        }
        let name = "photokit_http_requests_total"
        let proof = "photokit_remote_last_proof_timestamp_seconds"
        #expect(
            lines == [
                "# HELP \(name) \(Metric.requests.help)",
                "# TYPE \(name) counter",
                "\(name){method=\"GET\",route=\"/api/session\",status=\"200\"} 1",
                "\(name){method=\"GET\",route=\"/api/session\",status=\"401\"} 3",
                "# HELP photokit_library_bytes \(Metric.libraryBytes.help)",
                "# TYPE photokit_library_bytes gauge",
                "photokit_library_bytes 1000000000000",
                "# HELP \(proof) \(Metric.remoteProof.help)",
                "# TYPE \(proof) gauge",
                "\(proof){remote=\"nas\"} 1750000000.25",
                "",
            ]
        )
        #expect(MetricText.text(of: MetricBook()) == "")
    }

    @Test func bucketsOfAHistogramIncludeTheSmallerOnes() {
        let name = "photokit_http_request_duration_seconds"
        let labels = "method=\"GET\",route=\"/\""
        let lines = Self.lines { book in
            // A duration that is a bound counts below it. A clock that was set back gives no negative duration.
            for seconds in [0.001, 0.002, 0.3, 99, -1] {
                book.record(seconds: seconds, in: .requestSeconds, ["GET", "/"])
            }
        }
        #expect(lines[1] == "# TYPE \(name) histogram")
        let counts = [
            ("0.001", 2), ("0.0025", 3), ("0.005", 3), ("0.01", 3), ("0.025", 3), ("0.05", 3),
            ("0.1", 3), ("0.25", 3), ("0.5", 4), ("1", 4), ("2.5", 4), ("5", 4), ("10", 4),
            ("+Inf", 5),
        ]
        #expect(
            Array(lines.dropFirst(2).prefix(counts.count))
                == counts.map { "\(name)_bucket{\(labels),le=\"\($0.0)\"} \($0.1)" }
        )
        #expect(
            Array(lines.dropFirst(2 + counts.count))
                == ["\(name)_sum{\(labels)} 99.303", "\(name)_count{\(labels)} 5", ""]
        )
    }

    @Test func labelsAreEscaped() {
        let lines = Self.lines { book in
            book.set(1, of: .remoteWanted, ["a \"b\" \\ c\nd é"])
        }
        #expect(lines[2] == #"photokit_remote_wanted_files{remote="a \"b\" \\ c\nd é"} 1"#)
        #expect(lines.count == 4)
    }

    @Test func furtherLabelsAreOneValue() {
        let lines = Self.lines { book in
            for number in 0..<100 {
                book.add(1, to: .requests, ["GET", "/\(number)", "200"])
                book.record(seconds: 1, in: .requestSeconds, ["GET", "/\(number)"])
            }
            book.add(1, to: .requests, ["GET", "/0", "200"])
        }
        let requests = lines.filter { $0.hasPrefix("photokit_http_requests_total{") }
        #expect(requests.count == 4)
        #expect(requests.contains { $0.contains("\"/0\"") && $0.hasSuffix(" 2") })
        #expect(requests.contains { $0.contains("route=\"other\"") && $0.hasSuffix(" 97") })
        #expect(lines.count { $0.contains("_seconds_count{") } == 4)
    }

    @Test(arguments: [
        ("GET", "/api/photos/{id}", 200, "GET", "/api/photos/{id}", "200"),
        ("GET", "/api/photos/{id}", 404, "GET", "/api/photos/{id}", "404"),
        ("HEAD", "/**", 200, "HEAD", "/**", "200"), ("GET", "/**", 404, "GET", "other", "404"),
        ("GET", "NotFound", 404, "GET", "other", "404"),
        ("BREW", "/api/session", 405, "other", "/api/session", "405"),
        ("GET", "/", 999, "GET", "/", "other"),
    ])
    func requestsHaveFewLabels(
        _ method: String,
        _ pattern: String,
        _ status: Int,
        _ labelOfMethod: String,
        _ route: String,
        _ labelOfStatus: String
    ) {
        let labels = RequestLabels(method: method, pattern: pattern, status: status)
        #expect(labels.method == labelOfMethod && labels.route == route)
        #expect(labels.status == labelOfStatus)
        let unknown = RequestLabels(method: method, pattern: nil, status: status)
        #expect(unknown.method == labelOfMethod && unknown.route == "other")
    }

    /// Prometheus' rules for names, as `promtool check metrics` asks for them.
    @Test func namesFollowTheRules() {
        for metric in Metric.allCases {
            let name = metric.rawValue
            #expect(name.wholeMatch(of: /[a-z_]+/) != nil)
            #expect(name.hasSuffix("_total") == (metric.kind == .counter), "\(name)")
            #expect(!["_count", "_sum", "_bucket", "_info"].contains { name.hasSuffix($0) })
            #expect(metric.labels.allSatisfy { $0 != "le" && $0 != "quantile" })
            #expect(!metric.help.contains("\n"))
        }
    }

    @Test func theDocumentListsTheMetrics() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(
            contentsOf: root.appendingPathComponent("Documentation/Server.md"),
            encoding: .utf8
        )
        let listed = document.components(separatedBy: "\n").drop {
            $0 != "| metric | kind | labels | meaning |"
        }
        .dropFirst(2).prefix { $0.hasPrefix("|") }
        let rows = Metric.allCases.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(metric.rawValue)` | \(metric.kind.rawValue) | \(labels) | \(metric.help) |"
        }
        #expect(
            Array(listed) == rows,
            "Documentation/Server.md needs these rows:\n\(rows.joined(separator: "\n"))"
        )
    }

    @Test func aLibraryIsHealthyUntilALookFailsOrHangs() {
        var health = LibraryHealth()
        #expect(health.isReadable(atSecond: 0))
        var begins = health.beginLook(atSecond: 1)
        #expect(begins && health.isReadable(atSecond: 1))
        health.endLook(isReadable: true, atSecond: 1)
        // Looks are some seconds apart, and one at a time.
        begins = health.beginLook(atSecond: 5)
        #expect(!begins)
        begins = health.beginLook(atSecond: 6)
        #expect(begins)
        for second in 7..<36 {
            begins = health.beginLook(atSecond: second)
            #expect(!begins && health.isReadable(atSecond: second), "\(second)")
        }
        begins = health.beginLook(atSecond: 36)
        #expect(!begins && !health.isReadable(atSecond: 36))
        // The disk answers again.
        health.endLook(isReadable: true, atSecond: 90)
        #expect(health.isReadable(atSecond: 90))
        begins = health.beginLook(atSecond: 91)
        health.endLook(isReadable: false, atSecond: 91)
        #expect(begins && !health.isReadable(atSecond: 91))
    }

    @Test func aLibraryIsNotHealthyWhereLooksDoNotBegin() {
        var health = LibraryHealth()
        // The first look is due at once.
        #expect(health.isReadable(atSecond: 29) && !health.isReadable(atSecond: 30))
        let begins = health.beginLook(atSecond: 31)
        health.endLook(isReadable: true, atSecond: 32)
        // The next one is due at second 36.
        #expect(begins && health.isReadable(atSecond: 65) && !health.isReadable(atSecond: 66))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("::FFFF:127.0.0.1", true), ("::ffff:10.0.0.1", false), ("10.0.0.1", false),
        ("127.0.0.1.evil", false), ("127.evil", false), ("::ffff:", false), ("", false),
    ])
    func addressesOfTheLoopback(_ address: String, _ isLoopback: Bool) {
        #expect(Exposure.isLoopback(address) == isLoopback)
    }
}
