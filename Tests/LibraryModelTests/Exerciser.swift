import Foundation
import LibraryExercise

/// The program beside the tests that does what needs a process of its own.
enum Exerciser {
    /// The path of the program.
    static func path() throws -> String {
        // The test runner, or the tests' bundle, lies in the folder where programs are built to.
        let candidates = [
            CommandLine.arguments.first.map { URL(fileURLWithPath: $0).deletingLastPathComponent() },
            Bundle.main.executableURL?.deletingLastPathComponent(),
            Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent(),
            Bundle(for: Anchor.self).bundleURL,
        ]
        for folder in candidates.compactMap({ $0 }) {
            let path = folder.appendingPathComponent("library-exerciser").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Fault("library-exerciser was not found beside the tests")
    }

    private final class Anchor {}

    struct Outcome {
        var status: Int32
        var wasKilled: Bool
        var output: String
        var errors: String
    }

    /// Runs the program, behind another one if need be, and waits.
    static func run(_ arguments: [String], behind launcher: [String] = []) throws -> Outcome {
        let command = try launcher + [path()] + arguments
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal,
            output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }
}

/// A process that does random blocks when it is told to.
final class RandomWorkerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    init(_ library: URL, seed: UInt64) throws {
        process.executableURL = URL(fileURLWithPath: try Exerciser.path())
        process.arguments = ["work", library.path, "\(seed)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func ask(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The next line of the process; throws what it calls a fault.
    func answer() throws -> String {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[(end + 1)...])
                if line.hasPrefix("fault") { throw Fault(line) }
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Fault("the process ended") }
            pending += more
        }
    }

    func quit() throws {
        try ask("quit")
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Fault("the process ended with \(process.terminationStatus)")
        }
    }

    deinit { if process.isRunning { process.terminate() } }
}
