import Foundation
import LibraryExercise

/// Runs operations under strace, which ends the program, or refuses it, at the system call of our choice.
struct SystemCallRig {
    /// The operations that `library-exerciser` knows.
    static let operations = [
        "importOne", "importMoving", "importBatch", "livePhoto", "duplicate", "edit", "revert",
        "delete", "purge", "members", "properties", "mixed", "deleteFolder", "checkpoint", "open",
        "prune",
    ]
    /// Calls by which the state of a disk changes, or that lead to one.
    static let calls =
        "pwrite64,write,copy_file_range,fsync,fdatasync,rename,renameat,renameat2,link,linkat,"
        + "unlink,unlinkat,rmdir,ftruncate,openat,mkdir,mkdirat,ioctl,fchmod,flock"
    /// Calls that a full or failing disk refuses.
    static let failingCalls =
        "pwrite64,write,copy_file_range,fsync,fdatasync,rename,renameat,renameat2,link,linkat,"
        + "ftruncate,mkdir,mkdirat,fallocate"

    /// How an operation goes when nobody interferes.
    struct Course {
        var operation: String
        /// The rows after no block, after one, and so on.
        var digests: [String]
        /// The main thread's calls that matter.
        var points: [Point]
    }

    /// One system call of an operation's main thread, as strace counts them: each kind by itself.
    struct Point {
        var call: String
        var number: Int
        /// How many calls of each kind came before.
        var before: [String: Int]
    }

    let folder: URL
    private let template: URL
    private let source: Data

    static var strace: String? {
        ["/usr/bin/strace", "/bin/strace"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Nil where the system lets nobody trace: why, in a sentence.
    static func obstacle() -> String? {
        guard let strace else { return "strace is not installed" }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: strace)
        process.arguments = ["-f", "-qq", "-o", "/dev/null", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "strace cannot be run" }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? nil : "this system does not permit tracing"
    }

    init(folder: URL, picture: [UInt8]) throws {
        self.folder = folder
        source = Data(picture)
        template = folder.appendingPathComponent("Template.photolib")
        let outcome = try Exerciser.run(["prepare", template.path])
        guard outcome.status == 0 else { throw Fault("no library was prepared: \(outcome.errors)") }
    }

    // MARK: A course without interference

    func course(of operation: String) throws -> Course {
        var digests: [String] = []
        for count in 0...9 {
            let trial = try Trial(self, operation)
            let outcome = try Exerciser.run(trial.arguments + ["\(count)"])
            guard outcome.status == 0 else { throw Fault("\(operation) fails by itself: \(outcome.errors)") }
            let verdict = try trial.verdict()
            guard verdict.findings.isEmpty else {
                throw Fault("\(operation) leaves \(verdict.findings) without interference")
            }
            digests.append(verdict.digest)
            if try trial.acknowledged() < count || operation == "open" { break }
        }
        // The last two are the same: the operation had no more blocks.
        if digests.count > 1, operation != "open" { digests.removeLast() }
        return Course(
            operation: operation, digests: digests, points: try points(of: operation, Self.calls))
    }

    /// Counts the main thread's calls, and keeps those behind the mark.
    func points(of operation: String, _ calls: String) throws -> [Point] {
        let trial = try Trial(self, operation)
        let log = trial.folder.appendingPathComponent("log")
        let strace = Self.strace ?? ""
        let outcome = try Exerciser.run(
            trial.arguments,
            behind: [strace, "-f", "-qq", "-s", "8", "-o", log.path, "-e", "trace=\(calls)"])
        guard outcome.status == 0 else { throw Fault("\(operation) fails under strace: \(outcome.errors)") }
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        guard let main = lines.first?.split(separator: " ").first else { throw Fault("an empty log") }
        var counts: [String: Int] = [:]
        var points: [Point]?
        for line in lines where line.split(separator: " ").first == main {
            guard let call = line.split(separator: " ").dropFirst().first?.split(separator: "(").first,
                line.contains("("), !line.contains("resumed>")
            else { continue }
            let before = counts
            counts[String(call), default: 0] += 1
            points?.append(
                Point(call: String(call), number: counts[String(call)] ?? 0, before: before))
            if line.contains("\"begin") { points = [] }
        }
        guard let points, !points.isEmpty else { throw Fault("\(operation) shows no system calls") }
        return points
    }

    // MARK: Interference

    /// What strace is to do to the program.
    enum Interference {
        case kill(Point)
        /// From a point on, every call of ``failingCalls`` is refused.
        case fail(Point, String)

        var launcher: [String] {
            var launcher = [SystemCallRig.strace ?? "", "-f", "-qq", "-o", "/dev/null"]
            switch self {
            case .kill(let point):
                launcher += [
                    "-e", "trace=\(point.call)", "-e",
                    "inject=\(point.call):signal=SIGKILL:when=\(point.number)",
                ]
            case .fail(let point, let error):
                launcher += ["-e", "trace=\(SystemCallRig.failingCalls)"]
                for call in SystemCallRig.failingCalls.split(separator: ",").map(String.init) {
                    let first = (point.before[call] ?? 0) + 1
                    launcher += ["-e", "inject=\(call):error=\(error):when=\(first)+"]
                }
            }
            return launcher
        }
    }

    /// One library, one run of an operation on it, and what is left of it.
    struct Trial {
        let folder: URL
        let library: URL
        let source: URL
        let arguments: [String]
        private let acknowledgements: URL

        init(_ rig: SystemCallRig, _ operation: String) throws {
            folder = rig.folder.appendingPathComponent(UUID().uuidString)
            let manager = FileManager.default
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            library = folder.appendingPathComponent("Trial.photolib")
            source = folder.appendingPathComponent("source.jpg")
            acknowledgements = folder.appendingPathComponent("acks")
            try manager.copyItem(at: rig.template, to: library)
            try rig.source.write(to: source)
            if operation == "open" { try rig.leaveWork(in: library) }
            arguments = ["operate", operation, library.path, acknowledgements.path, source.path]
        }

        /// How many blocks were promised to be there.
        func acknowledged() throws -> Int {
            guard let data = try? Data(contentsOf: acknowledgements) else { return 0 }
            return String(decoding: data, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix("ack") }.count
        }

        var hasSource: Bool { FileManager.default.fileExists(atPath: source.path) }

        /// Opens the library as the next process does, in a process of its own.
        func verdict() throws -> LibraryVerdict {
            let outcome = try Exerciser.run(["verify", library.path])
            guard outcome.status == 0 else { throw Fault("cannot be verified: \(outcome.errors)") }
            return try JSONDecoder().decode(LibraryVerdict.self, from: Data(outcome.output.utf8))
        }

        func discard() { try? FileManager.default.removeItem(at: folder) }
    }

    /// What a process that died in the middle of an import leaves: files that no row mentions, and their manifest.
    private func leaveWork(in library: URL) throws {
        let manager = FileManager.default
        let staging = library.appendingPathComponent("staging/\(UUID().uuidString.lowercased())")
        try manager.createDirectory(at: staging, withIntermediateDirectories: true)
        try Data().write(to: staging.appendingPathComponent("owner"))
        var names: [String] = []
        for _ in 0..<4 {
            let name = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
            let file = "\(name.prefix(2))/\(name).jpg"
            let target = library.appendingPathComponent("originals/\(file)")
            try manager.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try source.write(to: target)
            names.append(file)
        }
        try Data(names.joined(separator: "\n").utf8)
            .write(to: staging.appendingPathComponent("manifest"))
    }
}
