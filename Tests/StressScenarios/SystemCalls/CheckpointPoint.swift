import Foundation

/// A system call on the database's own file, which only checkpoints write once the library is open.
struct CheckpointPoint: Hashable, Sendable {
    /// What happens to the process at its call.
    enum Signal: String, Sendable {
        case kill = "SIGKILL"
        case stop = "SIGSTOP"
    }

    /// The calls by which a checkpoint changes the file, or makes its changes durable.
    static let calls = "pwrite64,fdatasync,fsync,ftruncate"

    var call: String
    /// Which call of the kind it is, as each thread counts them.
    var number: Int

    var name: String { "\(call) number \(number) of a checkpoint" }

    /// The beginning of a command that sends the signal to the rest of it.
    func launcher(_ signal: Signal, _ library: URL, log: URL? = nil) -> [String] {
        let tracer = Strace.launcher(
            [
                "-P", Self.file(of: library), "-e", "trace=\(call)", "-e",
                "inject=\(call):signal=\(signal.rawValue):when=\(number)",
            ],
            log: log
        )
        // A stopped process would stay for ever when strace has ended.
        return signal == .stop ? tracer + ["/usr/bin/setpriv", "--pdeathsig", "KILL"] : tracer
    }

    /// The beginning of a command that writes all such calls of the rest of it to a log.
    static func tracer(_ library: URL, log: URL) -> [String] {
        Strace.launcher(["-P", file(of: library), "-e", "trace=\(calls)"], log: log)
    }

    /// The calls in a log of strace: each kind as often as the thread that makes most of them.
    static func read(_ log: String) -> [CheckpointPoint] {
        var counts: [Substring: [String: Int]] = [:]
        for line in log.split(separator: "\n") where !line.contains("resumed>") {
            let words = line.split(separator: " ")
            guard words.count > 1, let call = words[1].split(separator: "(").first,
                calls.split(separator: ",").contains(call)
            else { continue }
            counts[words[0], default: [:]][String(call), default: 0] += 1
        }
        let most = counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
        return most.sorted { $0.key < $1.key }.flatMap { call, count in
            (1...count).map { CheckpointPoint(call: call, number: $0) }
        }
    }

    private static func file(of library: URL) -> String {
        library.appendingPathComponent("database/library.sqlite").path
    }
}
