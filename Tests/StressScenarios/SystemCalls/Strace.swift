import Foundation
import LibraryExercise

/// The tracer that ends a program, or refuses it something, at the system call of our choice.
enum Strace {
    static let path: String? = ["/usr/bin/strace", "/bin/strace"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Nil where programs can be traced; else why not, in a sentence.
    static let obstacle: String? = {
        guard let path else {
            return "strace is not installed. Install it with Scripts/install --tests."
        }
        let outcome = try? Exerciser.run(command: [
            path, "-f", "-qq", "-o", "/dev/null", "/bin/true",
        ])
        guard let outcome else { return "strace cannot be run." }
        return outcome.status == 0 ? nil : "This system does not permit programs to be traced."
    }()

    /// Calls by which the state of a disk changes, or that lead to one.
    static let calls =
        "pwrite64,write,copy_file_range,fsync,fdatasync,syncfs,rename,renameat,renameat2,link,linkat,"
        + "unlink,unlinkat,rmdir,ftruncate,openat,mkdir,mkdirat,ioctl,fchmod,flock"
    /// Calls that a full disk refuses.
    static let writingCalls =
        "pwrite64,write,copy_file_range,fsync,fdatasync,syncfs,rename,renameat,renameat2,link,linkat,"
        + "ftruncate,mkdir,mkdirat,fallocate"
    /// Calls that a failing disk refuses.
    static let failingCalls = writingCalls + ",openat,read,pread64,unlink,unlinkat,rmdir"

    /// The beginning of a command that traces the rest of it.
    static func launcher(_ options: [String], log: URL? = nil) -> [String] {
        [path ?? "strace", "-f", "-qq", "-o", log?.path ?? "/dev/null"] + options
    }

    /// What it is to do to the program.
    enum Interference {
        case kill(SystemCallPoint)
        /// One call fails with an error's name, and no other.
        case failOnce(SystemCallPoint, String)
        /// From a point on, every one of some calls fails.
        case failFrom(SystemCallPoint, String, calls: String)

        var launcher: [String] {
            switch self {
            case .kill(let point):
                Strace.launcher([
                    "-e", "trace=\(point.call)", "-e",
                    "inject=\(point.call):signal=SIGKILL:when=\(point.number)",
                ])
            case .failOnce(let point, let error):
                Strace.launcher([
                    "-e", "trace=\(point.call)", "-e",
                    "inject=\(point.call):error=\(error):when=\(point.number)",
                ])
            case .failFrom(let point, let error, let calls):
                Strace.launcher(
                    ["-e", "trace=\(calls)"] + Strace.failing(calls, from: point, with: error)
                )
            }
        }
    }

    /// Options that have all of some calls fail from a point on.
    static func failing(
        _ calls: String,
        from point: SystemCallPoint,
        with error: String
    ) -> [String] {
        calls.split(separator: ",").map(String.init).flatMap { call in
            let first = (point.before[call] ?? 0) + 1
            return ["-e", "inject=\(call):error=\(error):when=\(first)+"]
        }
    }
}

/// One system call of a thread, as strace counts them: each thread and each kind by itself.
struct SystemCallPoint: Hashable, Sendable {
    var call: String
    var number: Int
    /// How many calls of each kind the thread made before.
    var before: [String: Int]
    var isOfMainThread: Bool

    var name: String { "\(call) number \(number)\(isOfMainThread ? "" : " of another thread")" }

    /// The calls behind the mark in a log of strace: those of the main thread, and those kinds and numbers that only
    /// other threads reach.
    static func read(_ log: String) -> [SystemCallPoint] {
        var counts: [Substring: [String: Int]] = [:]
        var points: [SystemCallPoint] = []
        var others: [SystemCallPoint] = []
        var main: Substring?
        var isBehindMark = false
        for line in log.split(separator: "\n") where !line.contains("resumed>") {
            let words = line.split(separator: " ")
            guard words.count > 1, words[1].contains("("),
                let call = words[1].split(separator: "(").first.map(String.init)
            else { continue }
            let thread = words[0]
            main = main ?? thread
            let before = counts[thread] ?? [:]
            let number = (before[call] ?? 0) + 1
            counts[thread, default: [:]][call] = number
            let point = SystemCallPoint(
                call: call,
                number: number,
                before: before,
                isOfMainThread: thread == main
            )
            if isBehindMark {
                if thread == main { points.append(point) } else { others.append(point) }
            }
            if thread == main, line.contains("\"begin") { isBehindMark = true }
        }
        let reached = main.flatMap { counts[$0] } ?? [:]
        var seen: Set<String> = []
        return points
            + others.filter {
                $0.number > reached[$0.call] ?? 0 && seen.insert("\($0.call) \($0.number)").inserted
            }
    }
}
