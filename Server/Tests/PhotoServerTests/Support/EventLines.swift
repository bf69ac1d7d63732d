import Foundation

@testable import PhotoServer

/// An open stream of events.
final class EventLines: @unchecked Sendable {
    // Unchecked because a test uses each stream from one task at a time.

    struct Event {
        var name = ""
        var id: String?
        var data = ""
    }

    private let connection: RawConnection

    init(_ serve: any Reachable, _ client: TestClient, _ query: String, last: String? = nil) throws
    {
        connection = try RawConnection(port: serve.port)
        connection.timeout(seconds: 20)
        var headers = client.headers
        headers["Host"] = serve.host
        headers["Last-Event-ID"] = last
        let head = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        connection.write("GET /api/events?\(query) HTTP/1.1\r\n\(head)\r\n")
        guard connection.read(until: "retry: 1000\n\n") != nil else {
            throw POSIXError(.ECONNRESET)
        }
    }

    /// Returns the next event; nil where none comes in time.
    ///
    /// The sign of life every 15 seconds is no event.
    func first() -> Event? {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end, let block = connection.read(until: "\n\n") {
            var event = Event()
            // The size of a chunk may stand before its first line.
            // Swift takes a carriage return and a line feed for one character.
            for line in block.replacing("\r\n", with: "\n").components(separatedBy: "\n") {
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
            }
            if !event.name.isEmpty { return event }
        }
        return nil
    }

    /// Waits for an event of a name, and returns its data.
    func event(_ name: String) throws -> [String: Any] {
        while let event = first() {
            guard event.name == name else { continue }
            let data = try JSONSerialization.jsonObject(with: Data(event.data.utf8))
            return data as? [String: Any] ?? [:]
        }
        throw POSIXError(.ETIMEDOUT)
    }

    /// The first event of a stream: the numbers of the last events, and whether the library is away.
    func state() throws -> (albums: Int?, activity: Int?, offline: Bool?) {
        let state = try event("state")
        return (state["albums"] as? Int, state["activity"] as? Int, state["offline"] as? Bool)
    }

    /// Waits for an event of a name; false where none comes in time.
    func next(_ name: String) -> Bool { (try? event(name)) != nil }
}
