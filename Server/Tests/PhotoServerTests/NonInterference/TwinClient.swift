import Foundation

@testable import PhotoServer

/// A client of one twin, and what is random in its answers: versions of lists, tags, identifiers of steps and downloads.
///
/// Random texts are written as numbers, in the order of their first use. So equal answers have equal and unequal random
/// texts in the same places.
final class TwinClient: @unchecked Sendable {
    // Unchecked because a test uses each client from one task at a time.

    let name: String
    let client: TestClient
    private let serve: ServeFixture
    private var stream: EventLines?
    private var streamViews: [String] = []
    /// The first version of each list.
    private var firstVersions: [String: UInt32] = [:]
    private var lastVersions: [String: UInt32] = [:]
    private var names: [String: Int] = [:]
    private(set) var undo: String?
    private(set) var download: String?

    init(_ name: String, _ serve: ServeFixture, _ client: TestClient) {
        self.name = name
        self.serve = serve
        self.client = client
    }

    /// Returns a version of a list: the last one that this client received, or one beside it.
    func version(_ view: String, offset: Int) -> Int { Int(lastVersions[view] ?? 70) + offset }

    // MARK: Questions

    /// Sends a question, and returns its answer as text: status, headers and body.
    func ask(_ question: TwinQuestion) async throws -> String {
        var headers = client.headers
        headers.merge(question.headers) { $1 }
        let path = question.path(self)
        var body: Data?
        if let json = question.json?(self) {
            body = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
            headers["Content-Type"] = "application/json"
            headers["Origin"] = serve.origin
        }
        let answer = try await serve.send(question.method, path, headers: headers, body: body)
        undo = answer.json["undo"] as? String ?? undo
        download = answer.json["url"] as? String ?? download
        return text(answer, question.view)
    }

    private func text(_ answer: Answer, _ view: String?) -> String {
        var lines = ["status \(answer.status)"]
        for (name, values) in answer.headers.sorted(by: { $0.key < $1.key }) where name != "date" {
            // The digits of a random version are counted, too, and the body itself is compared.
            if name == "content-length", values == [String(answer.body.count)] { continue }
            for value in values {
                lines.append("\(name): \(name == "etag" ? number(of: value) : value)")
            }
        }
        lines.append(body(answer, view))
        return lines.joined(separator: "\n")
    }

    private func body(_ answer: Answer, _ view: String?) -> String {
        var bytes = answer.body
        if bytes.starts(with: Data("OPKV".utf8)), bytes.count >= 12, let view {
            let start = bytes.startIndex + 8
            let version = (0..<4).reduce(UInt32(0)) {
                $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1)
            }
            bytes.replaceSubrange(start..<start + 4, with: Data(relative(version, view).utf8))
        }
        guard answer["content-type"]?.hasPrefix("application/json") == true else {
            return bytes.base64EncodedString()
        }
        var text = String(decoding: bytes, as: UTF8.self)
        if let view {
            text = text.replacing(/"(shape|version)":([0-9]+)/) { match in
                "\"\(match.1)\":\(self.relative(UInt32(match.2) ?? 0, view))"
            }
            text = text.replacing(/"token":"([0-9]+)"/) { match in
                "\"token\":\(self.relative(UInt32(match.1) ?? 0, view))"
            }
        }
        return text.replacing(/"(undo|redo|url)":"([^"]+)"/) { match in
            "\"\(match.1)\":\(self.number(of: String(match.2)))"
        }
    }

    private func relative(_ version: UInt32, _ view: String) -> String {
        let first = firstVersions[view] ?? version
        firstVersions[view] = first
        lastVersions[view] = max(version, lastVersions[view] ?? 0)
        return "v\(Int(version) - Int(first))"
    }

    /// Stands for a random text: the same number for the same text, and no other.
    private func number(of text: String) -> String {
        let known = names[text] ?? names.count
        names[text] = known
        return "#\(known)"
    }

    // MARK: Events

    /// Opens a stream, which goes on from the versions that the client received.
    func listen(to views: [String]) async throws {
        streamViews = views
        let query = views.map { "view=\($0)" }.joined(separator: "&")
        let last = views.map { String(version($0, offset: 0)) }.joined(separator: ",")
        let (serve, client) = (serve, client)
        stream = try await offThread { try EventLines(serve, client, query, last: last) }
    }

    /// Ends the stream.
    func hangUp() { stream = nil }

    /// Returns the events up to the one about activity, which follows each change that the client sees.
    func events() async throws -> [String] {
        let stream = stream
        let events = try await offThread { () -> [EventLines.Event] in
            var events: [EventLines.Event] = []
            while let event = stream?.first() {
                // Whether a disk answers in time is the machine's doing, at any moment.
                if ["offline", "online"].contains(event.name) { continue }
                events.append(event)
                if event.name == "activity" { return events }
            }
            throw POSIXError(.ETIMEDOUT)
        }
        return events.map(text)
    }

    private func text(_ event: EventLines.Event) -> String {
        let json = try? JSONSerialization.jsonObject(with: Data(event.data.utf8))
        let view = (json as? [String: Any])?["view"] as? String ?? event.name
        let data = event.data.replacing(/"(from|to|version|number|albums|activity)":([0-9]+)/) {
            match in
            let name = ["albums", "activity"].contains(match.1) ? String(match.1) : view
            return "\"\(match.1)\":\(self.relative(UInt32(match.2) ?? 0, name))"
        }
        let versions = (event.id ?? "").split(separator: ",").enumerated().map { index, text in
            relative(UInt32(text) ?? 0, streamViews[index])
        }
        return "\(event.name) \(versions.joined(separator: ",")) \(data)"
    }
}
