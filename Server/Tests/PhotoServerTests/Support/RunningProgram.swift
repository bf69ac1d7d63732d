import Foundation
import OpenPhotoKit
import Photos
import Testing

@testable import PhotoServer

/// The program `photokit-serve`, running with a library of its own.
final class RunningProgram: @unchecked Sendable {
    // Unchecked because a test uses each program from one task at a time.

    let library: URL
    let state: URL
    let port: Int
    private let process: Process

    /// The folder with the programs that lie beside the tests.
    static var programs: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// Runs a test with the program, and ends it afterwards.
    static func run(
        photos: Int,
        _ options: [String] = [],
        _ test: @escaping @Sendable (RunningProgram) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("running-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = folder.appendingPathComponent("Test.photolib")
        try await offThread {
            let made = try PHPhotoLibrary.open(at: library, create: true, user: .owner)
            if photos > 0 { try TestPhotos.add(photos, to: made) }
            made.close()
        }
        let state = folder.appendingPathComponent("state")
        let arguments =
            ["--library", library.path, "--state", state.path, "--port", "0"] + options
        try await FewAtOnce.run {
            let program = try await offThread { try RunningProgram(library, state, arguments) }
            let outcome = await Result { try await test(program) }
            await program.end()
            try outcome.get()
        }
    }

    private init(_ library: URL, _ state: URL, _ arguments: [String]) throws {
        self.library = library
        self.state = state
        process = Process()
        process.executableURL = Self.programs.appendingPathComponent("photokit-serve")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let parts = line.trimmingCharacters(in: .whitespacesAndNewlines)
            .components(separatedBy: "/#code=")
        guard parts.count == 2, let port = Int(parts[0].split(separator: ":").last ?? "") else {
            process.terminate()
            throw POSIXError(.ECONNREFUSED)
        }
        self.port = port
    }

    private func end() async {
        process.terminate()
        try? await offThread { self.process.waitUntilExit() }
    }

    /// Returns a connection that stays open.
    func connect() throws -> KeptConnection { try KeptConnection(port: port, headers: [:]) }

    /// Opens a session, and returns a connection of it.
    func enter() throws -> KeptConnection {
        try KeptConnection(port: port, headers: try client().headers)
    }

    /// Opens a session as "photokit open" does.
    func client() throws -> TestClient {
        let code = try CodeFile.issueCode(in: StateFolder(state), at: Date())
        let answer = try post("/api/session", [:], "{\"code\":\"\(code)\"}")
        return try TestClient(answer, origin: "http://\(host)")
    }

    /// Sends JSON on a connection of its own.
    func post(_ path: String, _ headers: [String: String], _ body: String) throws -> Answer {
        let connection = try RawConnection(port: port)
        let head = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        connection.write(
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(head)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return Answer(connection.readToEnd())
    }

    /// The most memory that the program had so far, in bytes.
    func peakMemory() throws -> Int {
        let path = "/proc/\(process.processIdentifier)/status"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("VmHWM:") })
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }
}

/// A connection that serves several requests.
final class KeptConnection: @unchecked Sendable {
    // Unchecked because a test uses each connection from one task at a time.

    private let connection: RawConnection
    private let head: String

    init(port: Int, headers: [String: String]) throws {
        connection = try RawConnection(port: port)
        head =
            "Host: 127.0.0.1:\(port)\r\n"
            + headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    }

    /// Sends a request, and returns the status of the answer; 0 where the connection is closed.
    func status(_ path: String) -> Int {
        guard connection.write("GET \(path) HTTP/1.1\r\n\(head)\r\n"),
            let answer = connection.read(until: "\r\n\r\n")
        else { return 0 }
        let lines = answer.lowercased().components(separatedBy: "\r\n")
        let length = lines.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        if let length { connection.skip(length) }
        return Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}
