import Foundation

/// The program beside the tests that does what needs a process of its own.
package enum Exerciser {
    /// The path of the program.
    package static func path() throws -> String {
        // The test runner, or the tests' bundle, lies in the folder where programs are built to.
        let candidates = [
            CommandLine.arguments.first.map {
                URL(fileURLWithPath: $0).deletingLastPathComponent()
            },
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

    package struct Outcome: Sendable {
        package var status: Int32
        package var wasKilled: Bool
        package var output: String
        package var errors: String
    }

    /// Runs the program, behind another one if need be, and waits.
    package static func run(
        _ arguments: [String],
        behind launcher: [String] = []
    ) throws -> Outcome {
        try run(command: launcher + [path()] + arguments)
    }

    /// Runs any program, named by its whole path, and waits.
    package static func run(command: [String]) throws -> Outcome {
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
            errors: String(decoding: complaints, as: UTF8.self)
        )
    }
}
