import Foundation
import Glibc

/// A process that was started here and that takes requests.
final class ChildProcess {
    let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    init(_ child: SoakChild, number: Int, _ library: URL, seed: UInt64, pace: Double) throws {
        name = "\(child.rawValue) \(number)"
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "soak-part", child.rawValue, library.path, "\(number)", "\(seed)", "\(pace)",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Bytes of memory that the process has for itself, and all that it sees.
    var memory: (own: Int, resident: Int) {
        let path = "/proc/\(process.processIdentifier)/statm"
        let pages = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ")
        guard let pages, pages.count > 2, let resident = Int(pages[1]), let shared = Int(pages[2])
        else { return (0, 0) }
        return ((resident - shared) * 4_096, resident * 4_096)
    }

    func ask(_ request: SoakRequest) throws {
        try input.fileHandleForWriting.write(
            contentsOf: try JSONEncoder().encode(request) + Data("\n".utf8)
        )
    }

    /// The answer to the oldest request without one.
    func answer(within seconds: Double) throws -> SoakReport? {
        let end = SoakClock.now + UInt64(seconds * 1e9)
        let descriptor = output.fileHandleForReading.fileDescriptor
        while true {
            if let newline = pending.firstIndex(of: 0x0A) {
                let line = Data(pending[..<newline])
                pending = Data(pending[(newline + 1)...])
                let answer = try JSONDecoder().decode(SoakAnswer.self, from: line)
                if let fault = answer.fault { throw SoakFault("\(name): \(fault)") }
                return answer.report
            }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let now = SoakClock.now
            guard now < end else {
                throw SoakFault("\(name): gave no answer within \(Int(seconds)) seconds")
            }
            guard poll(&wait, 1, Int32((end - now) / 1_000_000) + 1) > 0 else { continue }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw SoakFault("\(name): the process ended") }
            pending += more
        }
    }

    /// - Throws: ``SoakFault`` when the process ended in another way than well.
    func quit() throws {
        try ask(.quit)
        _ = try answer(within: 60)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SoakFault("\(name): ended with \(process.terminationStatus)")
        }
    }
}
