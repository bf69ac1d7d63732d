import Foundation
import Glibc
import PhotosTestSupport
import Testing

/// What a run of the program wrote, and how it ended.
struct ProgramOutcome: Sendable {
    var output: String
    var complaints: String
    var code: Int32

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The output as JSON objects, one a line.
    func objects() throws -> [[String: any Sendable]] {
        try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let members = try #require(object as? [String: Any], "no JSON object: \(line)")
            return members.mapValues { "\($0)" }
        }
    }
}

/// A terminal on which somebody has typed a line already.
private final class TypedTerminal {
    /// The program's end.
    let handle: FileHandle
    private let keyboard: FileHandle

    init(typing line: String) throws {
        var (keyboard, terminal): (Int32, Int32) = (-1, -1)
        try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
        self.keyboard = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
        handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
        try self.keyboard.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// The built program with a folder of its own: a library and files to import.
final class ProgramFixture: Sendable {
    let folder: URL
    let library: URL

    init(makingLibrary: Bool = true) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("photokit-cli-\(UUID().uuidString)", isDirectory: true)
        library = folder.appendingPathComponent("Test.photolib", isDirectory: true)
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        if makingLibrary {
            let outcome = try await run("init")
            try #require(outcome.code == 0, "\(outcome.complaints)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var source: URL { folder.appendingPathComponent("source", isDirectory: true) }

    /// The program that was built with the tests.
    static var program: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("photokit")
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let url = source.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
        return url
    }

    @discardableResult
    func write(picture name: String, seed: UInt8) throws -> URL {
        try write(name, TestJPEG(seed: seed).data())
    }

    func process(_ arguments: [String], program: URL = program) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["PHOTOKIT_LIBRARY"] = library.path
        environment["TZ"] = "UTC"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        return process
    }

    @discardableResult
    func run(_ arguments: String...) async throws -> ProgramOutcome { try await run(arguments) }

    @discardableResult
    func run(
        _ arguments: [String],
        program: URL = program,
        worker: String? = nil,
        typing answer: String? = nil
    ) async throws -> ProgramOutcome {
        try await run(process(arguments, program: program), worker: worker, typing: answer)
    }

    /// Runs a process that was made with ``process(_:program:)``.
    @discardableResult
    func run(
        _ process: Process,
        worker: String? = nil,
        typing answer: String? = nil
    ) async throws -> ProgramOutcome {
        let terminal = try answer.map(TypedTerminal.init)
        if let terminal { process.standardInput = terminal.handle }
        if let worker { process.environment?["PHOTOKIT_MEDIA_WORKER"] = worker }
        // Files rather than pipes: nothing has to be read while the program runs.
        let name = UUID().uuidString
        let (output, complaints) = (file(name + ".out"), file(name + ".err"))
        let handles = try [output, complaints].map { try FileHandle(forWritingTo: $0) }
        (process.standardOutput, process.standardError) = (handles[0], handles[1])
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
            // The program has its own by now, and a process keeps its handles. Foundation reads past the end of a buffer,
            // which can crash, when it starts a program while more than 1,300 files are open.
            for handle in handles { try? handle.close() }
        }
        withExtendedLifetime(terminal) {}
        return ProgramOutcome(
            output: try String(contentsOf: output, encoding: .utf8),
            complaints: try String(contentsOf: complaints, encoding: .utf8),
            code: process.terminationStatus
        )
    }

    private func file(_ name: String) -> URL {
        let url = folder.appendingPathComponent(name)
        _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        return url
    }

    /// Imports some pictures, and gives their identifiers by file name.
    func importPictures(_ count: Int) async throws -> [String: String] {
        for seed in 1...count { try write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        let outcome = try await run("import", source.path, "--json")
        var identifiers: [String: String] = [:]
        for object in try outcome.objects() where object["event"] as? String == "imported" {
            let path = try #require(object["path"] as? String)
            identifiers[(path as NSString).lastPathComponent] = object["identifier"] as? String
        }
        try #require(identifiers.count == count, "\(outcome)")
        return identifiers
    }
}
