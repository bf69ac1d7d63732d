package import Foundation
import Glibc

/// One run of a program: how long it took and how much memory it needed at most.
package struct Run {
    /// Seconds.
    package var time: Double
    /// Bytes.
    package var memory: Int64
    package var output: String

    package enum Fault: Error, CustomStringConvertible {
        case failed(String, Int32)
        /// Something that is needed and is not there.
        case missing(String)

        package var description: String {
            switch self {
            case .failed(let command, let code): "\(command) ended with \(code)."
            case .missing(let what): "There is no \(what)."
            }
        }
    }

    /// Runs a program by its path, or by its name where the path has it.
    ///
    /// - Throws: `Fault` where the program does not end with 0.
    package init(named name: String, _ arguments: [String]) throws {
        try self.init(URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments)
    }

    /// - Throws: `Fault` where the program does not end with 0.
    package init(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        let start = ContinuousClock.now
        try process.run()
        var peak: Int64 = 0
        let watch = Thread { [identifier = process.processIdentifier] in
            // The kernel keeps the peak; it has only to be asked while the process lives.
            while kill(identifier, 0) == 0 {
                Peak.shared.note(identifier)
                usleep(20_000)
            }
        }
        watch.start()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let elapsed = ContinuousClock.now - start
        peak = Peak.shared.take(process.processIdentifier)
        guard process.terminationStatus == 0 else {
            let command = ([program.lastPathComponent] + arguments).joined(separator: " ")
            throw Fault.failed(command, process.terminationStatus)
        }
        time = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        memory = peak
        output = String(decoding: data, as: UTF8.self)
    }
}

/// The largest sizes of processes that run; the lock guards them.
private final class Peak: @unchecked Sendable {
    // The lock guards `sizes`.
    static let shared = Peak()
    private let lock = NSLock()
    private var sizes: [Int32: Int64] = [:]

    func note(_ process: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let size = line.split(separator: " ").dropFirst().first.flatMap({ Int64($0) })
        else { return }
        lock.withLock { sizes[process] = size * 1024 }
    }

    func take(_ process: Int32) -> Int64 {
        lock.withLock { sizes.removeValue(forKey: process) ?? 0 }
    }
}

package func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
