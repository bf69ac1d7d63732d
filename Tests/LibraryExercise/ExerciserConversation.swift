import Foundation

/// A process of the program beside the tests that answers line by line.
package final class ExerciserConversation {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    /// Starts it, behind another program if need be.
    package init(_ arguments: [String], behind launcher: [String] = []) throws {
        let command = try launcher + [Exerciser.path()] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    package func ask(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The next line of the process; throws what it calls a fault.
    package func answer() throws -> String {
        guard let line = try next() else { throw Fault("the process ended") }
        return line
    }

    /// The next line, or nil when the process has ended; throws what it calls a fault.
    package func next() throws -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[(end + 1)...])
                if line.hasPrefix("fault") { throw Fault(line) }
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            pending += more
        }
    }

    /// Waits for the end; gives the exit code, or nil where a signal ended the process.
    package func end() -> Int32? {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    package func quit() throws {
        try ask("quit")
        let code = end()
        guard code == 0 else {
            throw Fault("the process ended with \(code.map(String.init) ?? "a signal")")
        }
    }

    deinit { if process.isRunning { process.terminate() } }
}
