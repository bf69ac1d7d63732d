package import Foundation
import Glibc

/// A process that was started here and answers requests: a line for each line.
package final class LineProcess {
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    package let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()
    /// The number of pending bytes that are known to end no line.
    private var searched = 0

    package init(
        _ name: String,
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws {
        self.name = name
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    package func ask(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The answer to the oldest request without one.
    ///
    /// - Throws: ``Fault`` when there is none in time, or when it is one that begins with `fault`.
    package func answer(within seconds: Double = 120) throws -> String {
        let end = ContinuousClock.now + .seconds(seconds)
        let descriptor = output.fileHandleForReading.fileDescriptor
        while true {
            if let length = newlineOffset() {
                let line = String(decoding: pending.prefix(length), as: UTF8.self)
                pending = Data(pending.dropFirst(length + 1))
                searched = 0
                if line.hasPrefix("fault") { throw Fault(description: "\(name): \(line)") }
                return line
            }
            searched = pending.count
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else {
                throw Fault(description: "\(name) gave no answer within \(Int(seconds)) seconds")
            }
            guard poll(&wait, 1, Int32(min(left, 1_000_000)) + 1) > 0 else { continue }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Fault(description: "\(name) ended") }
            pending += more
        }
    }

    /// Returns the length of the first line that has ended.
    ///
    /// An answer of many megabytes comes in pieces of 64 KB, so each byte is looked at once.
    private func newlineOffset() -> Int? {
        pending.withUnsafeBytes { bytes in
            guard searched < bytes.count, let start = bytes.baseAddress,
                let found = memchr(start + searched, 0x0A, bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    /// - Throws: ``Fault`` when the process ended in another way than well.
    package func quit() throws {
        try ask("quit")
        _ = try answer(within: 60)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Fault(description: "\(name) ended with \(process.terminationStatus)")
        }
    }

    /// Bytes of memory that the process sees, and how many descriptors it has open.
    package var footprint: (resident: Int, descriptors: Int) {
        let folder = "/proc/\(process.processIdentifier)"
        let pages = (try? String(contentsOfFile: folder + "/statm", encoding: .utf8))?
            .split(separator: " ")
        let resident = pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd"))
        return (resident * 4_096, descriptors?.count ?? 0)
    }
}
