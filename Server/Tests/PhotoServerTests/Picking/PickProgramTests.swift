import Foundation
import Glibc
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization
import TestPermits
import Testing

@testable import PhotoServer

/// Programs that ask with `PhotoPicker` and `photokit pick`, with the real server; the test is the person in the browser.
@Suite(.permit) struct PickProgramTests {
    private static let frame = AskingProgram.frame

    private static func withLibrary(
        _ body: @Sendable (PHPhotoLibrary, URL, [String]) async throws -> Void
    ) async throws {
        try await AskingProgram.withLibrary(photos: 4, body)
    }

    private static func names(_ library: PHPhotoLibrary) -> Set<String> {
        Set(TestPhotos.all(library).map(\.localIdentifier))
    }

    // MARK: Clients

    @Test func theOwnerGetsIdentifiersInOrder() async throws {
        try await Self.withLibrary { owner, _, names in
            let picker = AskingProgram.picker { person in
                #expect(try await person.question()["effect"] as? String == "identifiers")
                try await person.pick([names[2], names[0], names[3]])
            }
            let outcome = try await picker.pick(from: owner)
            #expect(outcome.identifiers == [names[2], names[0], names[3]])
            #expect(outcome.picks.allSatisfy { $0.copies.isEmpty })
        }
    }

    @Test func aLimitedClientSeesItsPicks() async throws {
        try await Self.withLibrary { owner, url, names in
            try owner.access.set(.limited, of: Self.frame)
            try owner.access.select([names[0]], for: Self.frame)
            let library = try PHPhotoLibrary.open(at: url, user: .application(Self.frame))
            defer { library.close() }
            #expect(Self.names(library) == [names[0]])
            let picker = AskingProgram.picker { try await $0.pick([names[2]]) }
            #expect(try await picker.pick(from: library).identifiers == [names[2]])
            try await eventually { Self.names(library) == [names[0], names[2]] }
        }
    }

    @Test func anUndecidedClientBecomesLimited() async throws {
        try await Self.withLibrary { owner, url, names in
            try owner.access.setPolicy(.notDetermined)
            let library = try PHPhotoLibrary.open(at: url, user: .application(Self.frame))
            defer { library.close() }
            #expect(Self.names(library).isEmpty)
            let cancelled = try await AskingProgram.picker { try await $0.cancel() }.pick(
                from: library
            )
            #expect(cancelled == .cancelled(.byPerson) && cancelled.picks.isEmpty)
            #expect(try owner.access.decisions().isEmpty)
            let picker = AskingProgram.picker { try await $0.pick([names[1], names[3]]) }
            #expect(try await picker.pick(from: library).identifiers == [names[1], names[3]])
            try await eventually { Self.names(library) == [names[1], names[3]] }
            let status = library.withCurrent { PHPhotoLibrary.authorizationStatus(for: .readWrite) }
            #expect(status == .limited)
        }
    }

    @Test func aDeniedClientGetsCopiesOutOfTheLibrary() async throws {
        try await Self.withLibrary { owner, url, names in
            try owner.access.set(.denied, of: Self.frame)
            let library = try PHPhotoLibrary.open(at: url, user: .application(Self.frame))
            defer { library.close() }
            let picker = AskingProgram.picker { person in
                #expect(try await person.question()["effect"] as? String == "copies")
                try await person.pick([names[1]])
            }
            let picks = try await picker.pick(from: library).picks
            let copy = try #require(picks.first?.copies.first)
            defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
            #expect(picks.count == 1 && picks[0].identifier == nil && picks[0].copies.count == 1)
            #expect(copy.lastPathComponent == "Secret name 1.png")
            #expect(!copy.path.hasPrefix(url.path))
            #expect(
                try Data(contentsOf: copy) == PaintedPicture.png(width: 31, height: 20, seed: 1)
            )
            #expect(Self.names(library).isEmpty)
        }
    }

    @Test func filterAndLimitReachTheServer() async throws {
        try await Self.withLibrary { owner, _, names in
            var picker = AskingProgram.picker(limit: 2) { person in
                let view = try await person.send("GET", "/api/views/all")
                #expect(view.json["count"] as? Int == 4)
                let many = try await person.send("POST", "/api/pick", ["ids": Array(names[..<3])])
                #expect(many.status == 409)
                let question = try await person.question()
                #expect(question["limit"] as? Int == 2 && question["ordered"] as? Bool == true)
                #expect(question["search"] as? String == "is:photo")
                #expect(question["prompt"] as? String == "For a card")
                #expect(question["preselected"] as? [String] == [String(names[3].prefix(36))])
                try await person.pick([names[3]])
            }
            picker.filter = .all(of: [
                .any(of: [.images, .videos, .livePhotos]),
                .not(
                    .any(of: [
                        .screenshots, .panoramas, .bursts, .slomoVideos, .timelapseVideos,
                        .screenRecordings, .cinematicVideos, .depthEffectPhotos,
                    ])
                ),
            ])
            picker.isOrdered = true
            picker.searchText = "is:photo"
            picker.prompt = "For a card"
            picker.preselectedIdentifiers = [names[3], "gone"]
            let outcome = try await picker.pick(from: owner)
            #expect(outcome.identifiers == [names[3]])
        }
    }

    // MARK: Ends

    @Test func aCancelledTaskEndsTheQuestion() async throws {
        try await Self.withLibrary { owner, _, _ in
            let (addresses, told) = AsyncStream.makeStream(of: URL.self)
            var picker = PhotoPicker()
            picker.opensBrowser = false
            picker.addressHandler = { told.yield($0) }
            let final = picker
            let task = Task { try await final.pick(from: owner) }
            let address = try #require(await addresses.first { _ in true })
            task.cancel()
            #expect(try await task.value == .cancelled(.taskCancelled))
            let port = try #require(address.port)
            try await eventually { (try? RawConnection(port: port)) == nil }
            let early = Task { try await final.pick(from: owner) }
            early.cancel()
            #expect(try await early.value == .cancelled(.taskCancelled))
        }
    }

    @Test func nobodyComesInTime() async throws {
        try await Self.withLibrary { owner, _, _ in
            var picker = PhotoPicker()
            picker.opensBrowser = false
            picker.waitingTime = 1
            let outcome = try await picker.pick(from: owner)
            #expect(outcome == .cancelled(.nobodyCame))
        }
    }

    @Test func theServerEndsWithTheAskingProcess() async throws {
        try await Self.withLibrary { _, url, _ in
            let asker = Self.command(["pick", "--no-browser", "--library", url.path])
            let errors = Pipe()
            asker.standardOutput = FileHandle.nullDevice
            asker.standardError = errors
            try asker.run()
            let line = try await offThread {
                String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            }
            let found = try #require(line.firstMatch(of: /1:(\d+)/), "\(line)")
            let port = try #require(Int(found.output.1))
            #expect((try? RawConnection(port: port)) != nil)
            kill(asker.processIdentifier, SIGKILL)
            try await offThread { asker.waitUntilExit() }
            try await eventually { (try? RawConnection(port: port)) == nil }
        }
    }

    @Test func aServerThatRunsAlreadyIsLeftAlone() async throws {
        try await Self.withLibrary { owner, url, names in
            let state = url.deletingLastPathComponent().appendingPathComponent("state").path
            let server = Process()
            server.executableURL = RunningProgram.programs.appendingPathComponent("photokit-serve")
            server.arguments = ["--library", url.path, "--state", state, "--port", "0"]
            let output = Pipe()
            server.standardOutput = output
            server.standardError = FileHandle.nullDevice
            try server.run()
            defer { server.terminate() }
            _ = try await offThread { output.fileHandleForReading.availableData }
            let picker = AskingProgram.picker { try await $0.pick([names[0]]) }
            #expect(try await picker.pick(from: owner).identifiers == [names[0]])
            #expect(server.isRunning)
        }
    }

    @Test func aLibraryThatIsGoneIsRefusedWithItsReason() async throws {
        try await Self.withLibrary { _, url, _ in
            let request = Data("{\"limit\": 2}\n".utf8)
            let run = try await Self.serve(["--library", url.path + "-gone"], input: request)
            #expect(run.status == 3 && run.output.contains("\"event\":\"failed\""), "\(run)")
            let malformed = try await Self.serve(["--library", url.path], input: Data("{".utf8))
            #expect(malformed.status == 3 && malformed.output.contains("no JSON"), "\(malformed)")
            let empty = try await Self.serve(["--library", url.path], input: Data())
            #expect(empty.status == 3 && empty.output.contains("missing"), "\(empty)")
        }
    }

    // MARK: The command

    @Test func theCommandPrintsPicks() async throws {
        try await Self.withLibrary { owner, url, names in
            try owner.access.set(.limited, of: Self.frame)
            let run = try await Self.run(
                ["--limit", "2", "--as", Self.frame, "--library", url.path]
            ) { try await $0.pick([names[3], names[1]]) }
            #expect(run.status == 0 && run.output == "\(names[3])\n\(names[1])\n", "\(run)")
            #expect(Set(try owner.access.selection(of: Self.frame)) == [names[1], names[3]])
            let copies = url.deletingLastPathComponent().appendingPathComponent("copies")
            let copied = try await Self.run(
                ["--json", "--copy-to", copies.path, "--library", url.path]
            ) { try await $0.pick([names[2]]) }
            #expect(
                copied.output
                    == "{\"identifier\":\"\(names[2])\",\"copies\":[\"\(copies.path)/Secret name 2.png\"]}\n",
                "\(copied)"
            )
            let cancelled = try await Self.run(["--library", url.path]) { try await $0.cancel() }
            #expect(cancelled.status == 7 && cancelled.output.isEmpty, "\(cancelled)")
        }
    }

    private struct Run: Sendable {
        var status: Int32
        var output: String
    }

    private static func command(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = RunningProgram.programs.appendingPathComponent("photokit")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private static func run(
        _ arguments: [String],
        _ person: @escaping @Sendable (PersonAtPage) async throws -> Void
    ) async throws -> Run {
        let process = command(["pick", "--no-browser"] + arguments)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let line = try await offThread {
            String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        }
        let address = line.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }
        let url = address.flatMap { URL(string: String($0)) }
        try await person(.enter(try #require(url, "\(line)")))
        let text = try await offThread {
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
        return Run(status: process.terminationStatus, output: text)
    }

    private static func serve(_ arguments: [String], input: Data) async throws -> Run {
        try await offThread {
            let process = Process()
            process.executableURL = RunningProgram.programs.appendingPathComponent("photokit-serve")
            process.arguments = ["--pick"] + arguments
            let (output, typed) = (Pipe(), Pipe())
            process.standardInput = typed
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            typed.fileHandleForWriting.write(input)
            try typed.fileHandleForWriting.close()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Run(
                status: process.terminationStatus,
                output: String(decoding: data, as: UTF8.self)
            )
        }
    }
}
