import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// What commands do where the program that looks into files is missing or does not work.
@Suite(.permit) struct WorkerCommandTests {
    /// Ways in which the program that `PHOTOKIT_MEDIA_WORKER` names does not work.
    enum Broken: String, CaseIterable, Sendable {
        case none, missing, folder, notExecutable, exits, garbage, otherVersion, refused

        /// The program, made in a folder, and a part of the reason that people are told.
        func make(in folder: URL) throws -> (path: String, reason: String) {
            let url = folder.appendingPathComponent("worker-\(rawValue)")
            switch self {
            case .none: return ("", "PHOTOKIT_MEDIA_WORKER is empty")
            case .missing: return (url.path, "there is no such file")
            case .folder:
                try FileManager.default.createDirectory(
                    at: url,
                    withIntermediateDirectories: true
                )
                return (url.path, "it is not a file")
            case .notExecutable:
                try ProgramFile.write(script: "exit 0", to: url.path, permissions: 0o600)
                return (url.path, "it may not be executed")
            case .exits:
                try ProgramFile.write(script: "exit 0", to: url.path)
                return (url.path, "it ends before it answers")
            case .garbage:
                // A packet socket takes what is written as one message.
                try ProgramFile.write(script: "echo garbage >&0\nexec sleep 100", to: url.path)
                return (url.path, "its answer makes no sense")
            case .otherVersion:
                var reply = try WorkerCoding.encode(WorkerReply(versions: [:]))
                // The first byte counts the versions of the protocol.
                reply[0] += 1
                try Data(reply).write(to: folder.appendingPathComponent("reply"))
                try ProgramFile.write(
                    script: "dd if=\(folder.path)/reply bs=64k >&0 2>&-\nexec sleep 100",
                    to: url.path
                )
                return (url.path, "then start this program again")
            case .refused:
                let program = try TestWorker.program()
                try ProgramFile.write(
                    script: "exec \(program) \"$@\" --refuse seccomp",
                    to: url.path
                )
                return (url.path, "PHOTOKIT_MEDIA_WALLS")
            }
        }
    }

    private func count(_ text: String, in outcome: ProgramOutcome) -> Int {
        outcome.complaints.components(separatedBy: text).count - 1
    }

    @Test(arguments: Broken.allCases)
    func `an import without a worker that works reads nothing and says why once`(
        broken: Broken
    ) async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        let (path, reason) = try broken.make(in: fixture.folder)
        let outcome = try await fixture.run(["import", fixture.source.path], worker: path)
        #expect(outcome.code == 6, "\(outcome)")
        #expect(count(reason, in: outcome) == 1, "\(outcome.complaints)")
        #expect(count("--without-facts", in: outcome) == 1)
        #expect(try await fixture.run("ls", "--json").objects().isEmpty)
        // Moving leaves everything where it is, and a dry run promises nothing.
        let move = try await fixture.run(["import", "--move", fixture.source.path], worker: path)
        #expect(move.code == 6)
        #expect(FileManager.default.fileExists(atPath: fixture.source.path + "/1.jpg"))
        let dry = try await fixture.run(["import", "--dry-run", fixture.source.path], worker: path)
        #expect(dry.code == 6)
        #expect(dry.output.isEmpty)
    }

    @Test(arguments: Broken.allCases)
    func `told to go on without facts, an import says why once and names no file`(
        broken: Broken
    ) async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try fixture.write(picture: "IMG_20240501_123000.jpg", seed: 9)
        let (path, reason) = try broken.make(in: fixture.folder)
        let outcome = try await fixture.run(
            ["import", "--without-facts", fixture.source.path],
            worker: path
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(count(reason, in: outcome) == 1, "\(outcome.complaints)")
        #expect(!outcome.complaints.contains("or hostile"), "\(outcome.complaints)")
        #expect(outcome.output.contains("Imported 4 files"), "\(outcome.output)")
        // What the name of a file tells is known all the same.
        let dates = try await fixture.run("ls", "--json").objects()
            .compactMap { $0["creationDate"] as? String }
        #expect(dates.contains { $0.hasPrefix("2024-05-01T12:30:00") }, "\(dates)")
        // Nothing is noted against the files: a worker that works makes their previews.
        let made = try await fixture.run("previews", "--make")
        #expect(made.code == 0, "\(made)")
        #expect(made.output.contains("Made previews of 4"), "\(made.output)")
    }

    @Test(arguments: [Broken.none, .exits])
    func `sources are neither added, swept nor watched without a worker`(
        broken: Broken
    ) async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let (path, reason) = try broken.make(in: fixture.folder)
        let add = ["source", "add", fixture.source.path]
        let added = try await fixture.run(add, worker: path)
        #expect(added.code == 6, "\(added)")
        #expect(count(reason, in: added) == 1, "\(added.complaints)")
        #expect(try await fixture.run("source", "list", "--json").output.isEmpty)

        #expect(try await fixture.run(add + ["--no-sweep"], worker: path).code == 0)
        for command in [["source", "sweep"], ["watch"]] {
            let outcome = try await fixture.run(command, worker: path)
            #expect(outcome.code == 6, "\(outcome)")
            #expect(count(reason, in: outcome) == 1, "\(outcome.complaints)")
        }
        #expect(try await fixture.run("ls", "--json").objects().isEmpty)

        let swept = try await fixture.run(["source", "sweep", "--without-facts"], worker: path)
        #expect(swept.code == 0, "\(swept)")
        #expect(count(reason, in: swept) == 1, "\(swept.complaints)")
        #expect(try await fixture.run("ls", "--json").objects().count == 1)
    }

    @Test(arguments: [Broken.none, .missing, .exits, .garbage])
    func `pictures without a worker end with the reason, once, and leave no trace`(
        broken: Broken
    ) async throws {
        let fixture = try await ProgramFixture()
        let names = try await fixture.importPictures(3)
        _ = try await fixture.run("previews", "--delete")
        let (path, reason) = try broken.make(in: fixture.folder)
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg").path
        let thumbs = fixture.folder.appendingPathComponent("thumbs").path
        for command in [
            ["previews", "--make"], ["contact-sheet", "--to", sheet],
            ["thumb", "--to", thumbs] + names.values.sorted(),
        ] {
            let outcome = try await fixture.run(command, worker: path)
            #expect(outcome.code == 6, "\(command): \(outcome)")
            #expect(count(reason, in: outcome) == 1, "\(command): \(outcome.complaints)")
            #expect(!outcome.complaints.contains("or hostile"), "\(outcome.complaints)")
        }
        #expect(!FileManager.default.fileExists(atPath: sheet))
        let made = try await fixture.run("previews", "--make")
        #expect(made.code == 0, "\(made)")
        #expect(made.output.contains("Made previews of 3"), "\(made.output)")
    }

    @Test func `doctor says whether the worker works`() async throws {
        let fixture = try await ProgramFixture()
        let good = try await fixture.run("doctor")
        #expect(good.output.contains("Worker State:       works"), "\(good.output)")
        let object = try await fixture.run("doctor", "--json").objects().first
        #expect(object?["workerState"] as? String == "works")
        let (path, reason) = try Broken.exits.make(in: fixture.folder)
        let bad = try await fixture.run(["doctor"], worker: path)
        #expect(bad.output.contains("Worker State:       does not work"), "\(bad.output)")
        #expect(bad.output.contains(reason))
        let unnamed = try await fixture.run(["doctor"], worker: path + "-gone")
        #expect(unnamed.output.contains("there is no such file"), "\(unnamed.output)")
    }

    @Test func `doctor says what an installation lacks, and which command brings it`() async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        func doctor(_ arguments: String...) async throws -> ProgramOutcome {
            let process = fixture.process(["doctor"] + arguments)
            process.environment?["PHOTOKIT_SERVE"] = "/nowhere/photokit-serve"
            process.environment?["PHOTOKIT_TRANSFER"] = "/nowhere/photokit-transfer"
            process.environment?["DISPLAY"] = nil
            process.environment?["WAYLAND_DISPLAY"] = nil
            return try await fixture.run(process)
        }
        let text = try await doctor()
        #expect(text.code == 3, "\(text)")
        #expect(text.output.contains("Missing:            photokit-serve: no page"), "\(text)")
        #expect(text.output.contains("Install With:       Scripts/install-photokit"), "\(text)")
        let object = try #require(try await doctor("--json").objects().first)
        #expect(object["installWith"] as? String == "Scripts/install-photokit")
        let missing = object["missing"] as? String ?? ""
        #expect(missing.contains("photokit-serve") && missing.contains("photokit-transfer"))
        #expect(!missing.contains("photokit-media"), "\(missing)")
    }
}
