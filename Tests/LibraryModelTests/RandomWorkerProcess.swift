import Foundation
import LibraryExercise

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
