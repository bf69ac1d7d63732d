import Foundation
import Hummingbird
import Logging
import OpenPhotoKit
import Photos
import ServeRules
import ServiceLifecycle
import Synchronization
import Testing

@testable import PhotoServer

/// A clock that tests move.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_750_000_000))

    var clock: ServerClock { ServerClock(now: { self.time.withLock { $0 } }) }

    func advance(_ seconds: Double) {
        time.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}

/// The lines of a server's log.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { [self] _ in Handler(lines: self) }
        logger.logLevel = .info
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let text = "\(event.message) \(metadata) \(event.metadata ?? [:])"
            lines.lines.withLock { $0.append(text) }
        }
    }
}

/// A running server on the loopback with a library of painted pictures.
struct ServeFixture: Sendable {
    let folder: URL
    let server: PhotoServer
    let port: Int
    let clock: TestClock
    let log: LogLines

    var library: PHPhotoLibrary { server.pool.owner.library }
    var host: String { "127.0.0.1:\(port)" }
    var origin: String { "http://\(host)" }

    /// Runs a test with a server, and removes everything afterwards.
    static func run(
        photos: Int = 3,
        prepare: @escaping @Sendable (inout ServerOptions) throws -> Void = { _ in },
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        try prepare(&options)
        let url = options.library
        try await offThread {
            let made = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            try TestPhotos.add(photos, to: made)
            made.close()
        }
        let final = options
        try await FewAtOnce.run { try await run(final, folder, test) }
    }

    /// Runs a test with a server of a library that exists.
    static func run(
        _ options: ServerOptions,
        _ folder: URL,
        clock: TestClock = TestClock(),
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        let log = LogLines()
        let server = try PhotoServer(options, clock: clock.clock, logger: log.logger)
        defer { server.close() }
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = try ServerApplication.build(server) { found.yield($0) }
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [application], logger: log.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { found.finish() }
                try await services.run()
            }
            let port = try #require(await ports.first { _ in true })
            let fixture = ServeFixture(
                folder: folder,
                server: server,
                port: port,
                clock: clock,
                log: log
            )
            let outcome = await Result { try await test(fixture) }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            try outcome.get()
        }
    }

    // MARK: Requests

    /// Sends a request on a connection of its own.
    func send(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: Data? = nil
    ) async throws -> Answer {
        var all = ["Host": host, "Connection": "close"]
        if let body { all["Content-Length"] = String(body.count) }
        all.merge(headers) { $1 }
        let head = all.map { "\($0.key): \($0.value)\r\n" }.joined()
        let port = port
        return try await offThread {
            let connection = try RawConnection(port: port)
            connection.write("\(method) \(path) HTTP/1.1\r\n\(head)\r\n")
            if let body { connection.write(body) }
            return Answer(connection.readToEnd())
        }
    }

    /// Sends JSON.
    func send(
        _ method: String,
        _ path: String,
        as client: TestClient? = nil,
        json: [String: Any]
    ) async throws -> Answer {
        let body = try JSONSerialization.data(withJSONObject: json)
        var headers = client?.headers ?? [:]
        headers["Content-Type"] = "application/json"
        if headers["Origin"] == nil { headers["Origin"] = origin }
        return try await send(method, path, headers: headers, body: body)
    }

    func get(_ path: String, as client: TestClient) async throws -> Answer {
        try await send("GET", path, headers: client.headers)
    }

    /// Opens a session of the owner.
    func owner() async throws -> TestClient {
        let answer = try await send("POST", "/api/session", json: ["code": server.gate.issueCode()])
        try #require(answer.status == 200, "\(answer.text)")
        return try TestClient(answer, origin: origin)
    }

    /// Makes a link to photos, and returns its identifier and its secret.
    func link(
        to photos: [String],
        by owner: TestClient,
        with more: [String: Any] = [:]
    ) async throws -> (id: String, secret: String) {
        let json: [String: Any] = ["of": ["ids": photos], "title": "Some", "ends": "2099-01-01"]
        let made = try await send(
            "POST",
            "/api/links",
            as: owner,
            json: json.merging(more) { $1 }
        )
        try #require(made.status == 201, "\(made.text)")
        let secret = try #require((made.json["url"] as? String)?.split(separator: "=").last)
        return (try #require(made.json["id"] as? String), String(secret))
    }

    /// Opens a session of a guest with the secret of a link.
    func guest(_ secret: String) async throws -> TestClient {
        let answer = try await send("POST", "/api/session", json: ["link": secret])
        try #require(answer.status == 200, "\(answer.text)")
        return try TestClient(answer, origin: origin)
    }

    /// Makes a device with a token.
    func device(readOnly: Bool = false, application: String? = nil) throws -> TestClient {
        let user = application.map(Grant.User.application) ?? .owner
        let (_, token) = try server.gate.addCredential(
            .device,
            name: "Frame",
            grant: Grant(user: user, isReadOnly: readOnly)
        )
        return TestClient(headers: ["Authorization": "Bearer \(token)"])
    }
}

/// The headers with which a client lets itself in.
struct TestClient: Sendable {
    var headers: [String: String]
}

extension TestClient {
    /// Makes the client whose session an answer has opened.
    init(_ answer: Answer, origin: String) throws {
        let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
        headers = ["Cookie": String(cookie), "Origin": origin]
        headers["Photokit-Token"] = answer.json["token"] as? String
    }
}

/// Photos for tests.
enum TestPhotos {
    /// Adds pictures of different sizes, a day apart, the first on 2020-01-01 at noon.
    static func add(_ count: Int, from first: Int = 0, to library: PHPhotoLibrary) throws {
        try library.performChangesAndWait {
            for number in first..<first + count {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "Secret name \(number).png"
                let picture = PaintedPicture.png(
                    width: 30 + number % 20,
                    height: 20,
                    seed: UInt8(truncatingIfNeeded: number)
                )
                request.addResource(with: .photo, data: picture, options: options)
                request.creationDate = Date(
                    timeIntervalSince1970: 1_577_880_000 + Double(number) * 86_400
                )
            }
        }
    }

    /// Returns all photos, the oldest first.
    static func all(_ library: PHPhotoLibrary) -> [PHAsset] {
        library.withCurrent {
            let found = PHAsset.fetchAssets(with: nil)
            return found.objects(at: IndexSet(0..<found.count))
        }
    }

    static func uuid(_ asset: PHObject) -> String {
        String(asset.localIdentifier.prefix(36))
    }
}

extension TestPhotos {
    /// Makes an album, and returns its identifier in the interface.
    static func album(
        _ title: String,
        _ photos: [PHAsset],
        in library: PHPhotoLibrary
    ) throws
        -> String
    {
        try library.withCurrent {
            try library.performChangesAndWait {
                let request =
                    PHAssetCollectionChangeRequest
                    .creationRequestForAssetCollection(withTitle: title)
                request.addAssets(photos)
            }
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )
            let found = albums.objects(at: IndexSet(0..<albums.count))
            return uuid(try #require(found.last { $0.localizedTitle == title }))
        }
    }
}

/// Waits up to ten seconds until something is so.
func eventually(_ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("It did not come to pass within a minute.")
}

/// Lets few servers of tests run at once: each has threads that wait for others.
actor FewAtOnce {
    private static let shared = FewAtOnce()
    private var free = 2
    private var waiting: [CheckedContinuation<Void, Never>] = []

    static func run(_ body: () async throws -> Void) async throws {
        await shared.begin()
        let outcome = await Result { try await body() }
        await shared.end()
        try outcome.get()
    }

    private func begin() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func end() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

extension Result where Failure == any Error {
    /// Keeps the outcome of asynchronous work, so that something can follow it in any case.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// A value that one task sets and another reads; the mutex guards it.
final class Box<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    var value: Value { mutex.withLock { $0 } }

    init(_ value: Value) { mutex = Mutex(value) }

    func set(_ value: Value) { mutex.withLock { $0 = value } }
}
