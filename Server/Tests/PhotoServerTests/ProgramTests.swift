import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The programs `photokit-serve` and `photokit`, run as a person does.
@Suite(.permit) struct ProgramTests {
    private struct Run: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    private static var programs: URL {
        // The tests lie beside the programs.
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    private static func run(
        _ name: String,
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Run {
        try await offThread {
            let program = Process()
            program.executableURL = programs.appendingPathComponent(name)
            program.arguments = arguments
            program.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let (output, errors, typed) = (Pipe(), Pipe(), Pipe())
            program.standardOutput = output
            program.standardError = errors
            program.standardInput = typed
            try program.run()
            typed.fileHandleForWriting.write(Data(input.utf8))
            try typed.fileHandleForWriting.close()
            let text = output.fileHandleForReading.readDataToEndOfFile()
            let complaints = errors.fileHandleForReading.readDataToEndOfFile()
            program.waitUntilExit()
            return Run(
                status: program.terminationStatus,
                output: String(decoding: text, as: UTF8.self),
                errors: String(decoding: complaints, as: UTF8.self)
            )
        }
    }

    private static func withLibrary(_ body: (URL, [String]) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("Test.photolib")
        try await offThread {
            try PHPhotoLibrary.open(at: url, create: true, user: .owner).close()
        }
        let state = folder.appendingPathComponent("state").path
        try await body(folder, ["--library", url.path, "--state", state])
    }

    @Test func aFolderWithoutThePageIsRefused() async throws {
        try await Self.withLibrary { folder, arguments in
            let run = try await Self.run(
                "photokit-serve",
                arguments + ["--port", "0", "--page", folder.path]
            )
            #expect(run.status == 3 && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains(folder.path) && run.errors.contains("index.html"))
        }
    }

    @Test func aLockedLibraryAndAFullDiskHaveTheExitCodeOfPhotokit() {
        for problem in [LibraryProblem.busy, .diskFull, .inputOutput, .notDurable] {
            #expect(ServerError.exitCode(for: problem) == 5)
        }
        for problem in [LibraryProblem.missing, .newerFormat, .readOnly, nil] {
            #expect(ServerError.exitCode(for: problem) == 3)
        }
    }

    @Test func beyondTheLoopbackTheProgramRefuses() async throws {
        try await Self.withLibrary { _, arguments in
            let open = arguments + ["--address", "0.0.0.0", "--port", "0"]
            let first = try await Self.run("photokit-serve", open)
            #expect(first.status == 3 && first.errors.contains("--set-password"), "\(first)")
            let short = try await Self.run(
                "photokit-serve",
                arguments + ["--set-password"],
                input: "short\n"
            )
            #expect(short.status == 3 && short.errors.contains("8 characters"))
            let set = try await Self.run(
                "photokit-serve",
                arguments + ["--set-password"],
                input: "correct horse\n"
            )
            #expect(set.status == 0 && set.output == "Set the password.\n")
            let second = try await Self.run("photokit-serve", open)
            #expect(second.status == 3 && second.errors.contains("--certificate"), "\(second)")
        }
    }

    @Test func inTheImageARefusalNamesLinesOfTheComposeFile() async throws {
        let compose = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../Packaging/image/compose.yaml").standardized,
            encoding: .utf8
        )
        try await Self.withLibrary { folder, arguments in
            let file = folder.appendingPathComponent("password").path
            let open = arguments + ["--address", "0.0.0.0", "--port", "0"]
            try Data("correct horse\n".utf8).write(to: URL(fileURLWithPath: file))
            let cases: [(options: [String], named: Int)] = [
                ([], 1), (["--password-file", file], 3),
            ]
            for (options, named) in cases {
                let run = try await Self.run(
                    "photokit-serve",
                    open + options,
                    environment: ["PHOTOKIT_IMAGE": "yes"]
                )
                // Every second part stands in quotation marks.
                let lines = run.errors.components(separatedBy: "\"").enumerated()
                    .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
                #expect(run.status == 3 && lines.count == named, "\(run)")
                for line in lines { #expect(compose.contains(line + "\n"), "\(line)") }
            }
        }
    }

    @Test func aStartThatIsRefusedSetsNoPassword() async throws {
        try await Self.withLibrary { folder, arguments in
            let file = folder.appendingPathComponent("password")
            let open = arguments + ["--address", "0.0.0.0", "--password-file", file.path]
            let missing = try await Self.run("photokit-serve", open)
            #expect(missing.status == 3 && missing.errors.contains(file.path), "\(missing)")
            for (text, mode, sentence) in [
                ("short\n", 0o600, "8 characters"), ("correct horse\n", 0o600, "no certificate"),
                ("correct horse\n", 0o602, "Everybody may write"),
            ] {
                try Data(text.utf8).write(to: file)
                chmod(file.path, mode_t(mode))
                let run = try await Self.run("photokit-serve", open)
                #expect(run.status == 3 && run.errors.contains(sentence), "\(run)")
                #expect(!run.errors.contains("may read the password"), "\(run)")
            }
            chmod(file.path, 0o644)
            let isTold = try await Self.run("photokit-serve", open)
            #expect(isTold.errors.contains("may read the password"), "\(isTold)")
            let state = try StateFolder(URL(fileURLWithPath: arguments[3]))
            #expect(try OwnerPassword.hash(in: state) == nil)
        }
    }

    @Test func aPasswordFileSetsThePasswordOfTheServerThatStarts() async throws {
        try await Self.withLibrary { folder, _ in
            let file = folder.appendingPathComponent("password")
            let link = folder.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            // The first line counts, with the line ends of any system.
            try Data("correct horse\r\nbattery\n".utf8).write(to: file)
            try await RunningProgram.run(photos: 0, ["--password-file", link.path]) { running in
                let state = try StateFolder(running.state)
                let stored = try OwnerPassword.hash(in: state)
                let hash = try #require(stored)
                #expect(hash.matches("correct horse"))
                // The same password writes nothing.
                try OwnerPassword.change(to: "correct horse", in: state)
                #expect(try OwnerPassword.hash(in: state) == hash)
                let other = folder.appendingPathComponent("other")
                try Data("staple battery".utf8).write(to: other)
                let second = try await Self.run(
                    "photokit-serve",
                    [
                        "--library", running.library.path, "--state", running.state.path,
                        "--port", "0", "--password-file", other.path,
                    ]
                )
                #expect(second.status == 3 && second.errors.contains("runs already"), "\(second)")
                #expect(try OwnerPassword.hash(in: state) == hash)
            }
        }
    }

    @Test func photokitFindsAndStartsTheProgram() async throws {
        try await Self.withLibrary { folder, arguments in
            // A program that only prints how it was started.
            let script = folder.appendingPathComponent("photokit-serve")
            try Data("#!/bin/sh\necho \"$@\"\n".utf8).write(to: script)
            chmod(script.path, 0o755)
            let environment = ["PHOTOKIT_SERVE": script.path]
            let serve = try await Self.run(
                "photokit",
                ["serve"] + arguments + ["--port", "0", "--behind-proxy"],
                environment: environment
            )
            #expect(serve.status == 0, "\(serve)")
            #expect(
                serve.output
                    == "--library \(arguments[1]) --port 0 --state \(arguments[3]) --behind-proxy\n"
            )
            let open = try await Self.run(
                "photokit",
                ["open"] + arguments,
                environment: environment
            )
            #expect(open.output.hasSuffix("--open\n"))
            let missing = try await Self.run(
                "photokit",
                ["serve"] + arguments,
                environment: ["PHOTOKIT_SERVE": "/nowhere/photokit-serve"]
            )
            #expect(missing.status == 3 && missing.errors.contains("photokit-serve was not found"))
        }
    }

    @Test func openWaitsForTheAddressOfAServerThatIsBeingStarted() async throws {
        try await Self.withLibrary { _, arguments in
            let options = {
                var options = ServerOptions(library: URL(fileURLWithPath: arguments[1]))
                options.state = URL(fileURLWithPath: arguments[3])
                return options
            }()
            let state = try StateFolder(URL(fileURLWithPath: arguments[3]))
            let lock = try ServerLock(in: state, name: "lock")
            defer { lock.release() }
            let none = try await ServerProgram.runningServer(options, patience: .zero)
            #expect(none == nil)
            async let address = ServerProgram.runningServer(options, patience: .seconds(600))
            try state.write(Data("http://127.0.0.1:1".utf8), to: "running")
            let answer = try await address
            let found = try #require(answer)
            #expect(found.wayIn.address.hasPrefix("http://127.0.0.1:1/#code="))
            #expect(TypedCode.normalizedCode(found.wayIn.code) != nil)
        }
    }

    @Test func photokitTellsTheServerItsVersionAndAServerOfAnotherOneSaysSo() async throws {
        try await Self.withLibrary { folder, arguments in
            let script = folder.appendingPathComponent("photokit-serve")
            try Data("#!/bin/sh\necho \"$PHOTOKIT_CALLER_VERSION\"\n".utf8).write(to: script)
            chmod(script.path, 0o755)
            let told = try await Self.run(
                "photokit",
                ["serve"] + arguments,
                environment: ["PHOTOKIT_SERVE": script.path]
            )
            #expect(told.output == "\(openPhotoKitVersion)\n", "\(told)")
            // An argument of a newer version explains itself.
            let run = try await Self.run(
                "photokit-serve",
                arguments + ["--of-the-future"],
                environment: ["PHOTOKIT_CALLER_VERSION": "99.0"]
            )
            #expect(run.status != 0)
            #expect(run.errors.contains("of version \(openPhotoKitVersion)"), "\(run)")
            #expect(run.errors.contains("of version 99.0. Install all programs"), "\(run)")
            #expect(run.errors.contains("--of-the-future"), "\(run)")
        }
    }

    @Test func openingThePageOfAServerOfAnotherVersionSaysSo() async throws {
        try await Self.withLibrary { folder, arguments in
            let state = try StateFolder(folder.appendingPathComponent("state"))
            let lock = try ServerLock(in: state, name: "lock")
            defer { lock.release() }
            for (version, isSaid) in [("0.0.9", true), (openPhotoKitVersion, false)] {
                try state.write(Data("http://127.0.0.1:9\n\(version)\n".utf8), to: "running")
                let run = try await Self.run(
                    "photokit-serve",
                    arguments + ["--open"],
                    environment: ["PATH": "/nowhere"]
                )
                #expect(run.status == 0, "\(run)")
                #expect(run.output.hasPrefix("http://127.0.0.1:9/#code="), "\(run)")
                #expect(run.errors.contains("The server that runs") == isSaid, "\(run)")
            }
        }
    }

    @Test func aServerPrintsAnAddressThatOpensOnce() async throws {
        try await Self.withLibrary { _, arguments in
            let program = Process()
            program.executableURL = Self.programs.appendingPathComponent("photokit")
            program.arguments = ["serve"] + arguments + ["--port", "0"]
            let output = Pipe()
            program.standardOutput = output
            program.standardError = FileHandle.nullDevice
            try program.run()
            defer { if program.isRunning { program.terminate() } }
            let lines = try await offThread {
                String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                    .components(separatedBy: "\n")
            }
            let parts = lines[0].components(separatedBy: "/#code=")
            #expect(lines.count == 3 && lines[1].hasPrefix("If the page asks for a code: "))
            #expect(parts.count == 2 && parts[0].hasPrefix("http://127.0.0.1:"))
            let port = try #require(Int(parts[0].split(separator: ":").last ?? ""))
            let typed = lines[1].components(separatedBy: ": ").last ?? ""
            let statuses = try await offThread {
                try [parts[1], parts[1], typed.lowercased(), typed].map { code in
                    let connection = try RawConnection(port: port)
                    let body = "{\"code\":\"\(code)\"}"
                    connection.write(
                        "POST /api/session HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                    return Answer(connection.readToEnd()).status
                }
            }
            #expect(statuses == [200, 401, 200, 401])
            // "open" finds the running server, and makes a code that the server takes.
            let found = try await Self.run(
                "photokit",
                ["open"] + arguments,
                environment: ["PATH": "/nowhere"]
            )
            let address = found.output.split(separator: "\n").first.map(String.init) ?? ""
            let code = try #require(address.components(separatedBy: "/#code=").last)
            #expect(found.status == 0 && found.output.hasPrefix(parts[0]), "\(found)")
            let status = try await offThread {
                let connection = try RawConnection(port: port)
                let body = "{\"code\":\"\(code)\"}"
                connection.write(
                    "POST /api/session HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                return Answer(connection.readToEnd()).status
            }
            #expect(status == 200)
            // A second server of the same library says that one runs already.
            let second = try await Self.run("photokit-serve", arguments + ["--port", "0"])
            #expect(second.status == 3 && second.errors.contains("runs already"), "\(second)")
            let health = ["serve"] + arguments + ["--ask-health"]
            let answer = try await Self.run("photokit", health)
            #expect(answer.status == 0 && answer.output.isEmpty, "\(answer)")
            program.terminate()
            try await offThread { program.waitUntilExit() }
            #expect(program.terminationStatus == 0)
            let gone = try await Self.run("photokit", health)
            #expect(gone.status == 3 && gone.errors.contains("No server"), "\(gone)")
        }
    }
}
