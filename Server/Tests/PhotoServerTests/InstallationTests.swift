import Foundation
import TestPermits
import Testing

/// The server and its page that `Scripts/install-photokit` installs, with the programs that were built with the tests.
@Suite(.permit) struct InstallationTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts/install-photokit")

    private static func run(
        _ program: URL,
        _ arguments: [String]
    ) async throws -> (status: Int32, output: String) {
        try await offThread {
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let text = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: text, as: UTF8.self))
        }
    }

    private static func get(_ path: String, port: Int) async throws -> Answer {
        try await offThread {
            let connection = try RawConnection(port: port)
            connection.write(
                "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
            )
            return Answer(connection.readToEnd())
        }
    }

    @Test func `an installed photokit serves the installed page, and removal leaves nothing of it`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("installed-\(UUID().uuidString)")
        let prefix = folder.appendingPathComponent("a prefix")
        try FileManager.default.createDirectory(at: prefix, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        let installed = try await Self.run(
            Self.script,
            ["--prefix", prefix.path, "--built", built, "--without-transfer"]
        )
        try #require(installed.status == 0, "\(installed.output)")
        #expect(installed.output.contains("photokit open"))

        let library = folder.appendingPathComponent("Test.photolib").path
        let photokit = prefix.appendingPathComponent("bin/photokit")
        let made = try await Self.run(photokit, ["init", "--library", library])
        #expect(made.status == 0, "\(made.output)")
        let server = Process()
        server.executableURL = photokit
        server.arguments = [
            "serve", "--library", library, "--port", "0",
            "--state", folder.appendingPathComponent("state").path,
        ]
        let output = Pipe()
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        defer { if server.isRunning { server.terminate() } }
        let line = try await offThread {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let address = try #require(line.components(separatedBy: "/#code=").first)
        let port = try #require(Int(address.split(separator: ":").last ?? ""))
        for path in ["/", "/js/app/main.js", "/style/base.css", "/texts/de.json"] {
            let status = try await Self.get(path, port: port).status
            #expect(status == 200, "\(path)")
        }

        let removed = try await Self.run(Self.script, ["--prefix", prefix.path, "--remove"])
        #expect(removed.status == 0, "\(removed.output)")
        let rest = FileManager.default.enumerator(at: prefix, includingPropertiesForKeys: nil)
        let files = (rest?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent }
        #expect(!files.contains { $0.contains("photokit") || $0 == "page" }, "\(files)")
    }
}
