import Foundation
import ServeRules
import Testing

@testable import PhotoServer

/// A server on the loopback.
protocol Reachable: Sendable {
    var port: Int { get }
    var host: String { get }
}

extension ServeFixture: Reachable {}

extension RunningProgram: Reachable {
    var host: String { "127.0.0.1:\(port)" }
}

/// The list of all photos as a page keeps it: loaded once, and then changed by events alone.
final class PageOfTest: @unchecked Sendable {
    // Unchecked because a test uses each page from one task at a time.

    /// The list as the server has it now.
    struct Fresh {
        var version: UInt32
        var days: [Int32]
        var shapes: [UInt8]

        init(_ serve: any Reachable, _ client: TestClient) throws {
            while true {
                let view = try Self.get("/api/views/all", serve, client)
                let version = try #require(view.json["version"] as? Int)
                let shape = try Self.get("/api/views/all/shape?version=\(version)", serve, client)
                guard shape.status == 200 else { continue }
                self.version = UInt32(version)
                let bytes = Array(shape.body)
                func number(_ offset: Int) -> UInt32 {
                    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
                }
                let sections = Int(number(16))
                days = (0..<sections).flatMap { section in
                    let day = Int32(bitPattern: number(20 + section * 8))
                    return Array(repeating: day, count: Int(number(24 + section * 8)))
                }
                shapes = Array(bytes[(20 + sections * 8)...])
                return
            }
        }

        private static func get(
            _ path: String,
            _ serve: any Reachable,
            _ client: TestClient
        ) throws
            -> Answer
        {
            let connection = try RawConnection(port: serve.port)
            let head = client.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            connection.write(
                "GET \(path) HTTP/1.1\r\nHost: \(serve.host)\r\nConnection: close\r\n\(head)\r\n"
            )
            return Answer(connection.readToEnd())
        }
    }

    private let serve: any Reachable
    private let client: TestClient
    private var stream: EventLines?
    private var token: String
    private(set) var version: UInt32
    private(set) var days: [Int32]
    private(set) var shapes: [UInt8]
    private(set) var changes = 0
    private(set) var reloads = 0

    var count: Int { days.count }

    init(_ serve: any Reachable, _ client: TestClient) async throws {
        self.serve = serve
        self.client = client
        let fresh = try await offThread { try Fresh(serve, client) }
        (version, days, shapes) = (fresh.version, fresh.days, fresh.shapes)
        token = "\(fresh.version)"
        try await offThread { try self.connect() }
    }

    func connect() throws { stream = try EventLines(serve, client, "view=all", last: token) }

    func disconnect() throws { stream = nil }

    /// Applies events until something is so.
    func follow(until condition: () throws -> Bool) throws {
        while try !condition() {
            guard let event = stream?.first() else {
                Issue.record("The stream ended early.")
                return
            }
            if event.name == "reload" { reloads += 1 }
            guard event.name == "view" else { continue }
            token = event.id ?? token
            try apply(Data(event.data.utf8))
        }
    }

    private func apply(_ data: Data) throws {
        let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(json["from"] as? Int == Int(version))
        version = UInt32(try #require(json["to"] as? Int))
        changes += 1
        func pairs(_ name: String) -> [[Int]] { json[name] as? [[Int]] ?? [] }
        func indexes(_ name: String) -> [Int] { pairs(name).flatMap { $0[0]..<($0[0] + $0[1]) } }
        for index in indexes("removed").reversed() {
            days.remove(at: index)
            shapes.remove(at: index)
        }
        let newShapes = try #require(
            (json["insertedShapes"] as? String).flatMap { Data(base64Encoded: $0) }
        )
        let newDays = pairs("insertedDays").flatMap { Array(repeating: Int32($0[0]), count: $0[1]) }
        for (number, index) in indexes("inserted").enumerated() {
            days.insert(newDays[number], at: index)
            shapes.insert(newShapes[number], at: index)
        }
        let moves = pairs("moved")
        let taken = moves.map { (to: $0[1], day: days[$0[0]], shape: shapes[$0[0]]) }
        for index in moves.map({ $0[0] }).sorted(by: >) {
            days.remove(at: index)
            shapes.remove(at: index)
        }
        for move in taken.sorted(by: { $0.to < $1.to }) {
            days.insert(move.day, at: move.to)
            shapes.insert(move.shape, at: move.to)
        }
        for change in pairs("changed") {
            shapes[change[0]] = UInt8(change[1])
            days[change[0]] = Int32(change[2])
        }
        #expect(days.count == json["count"] as? Int)
    }
}

/// Numbers that follow from a seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
