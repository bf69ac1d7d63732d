import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Several processes that write to one library, each with a part of its own and a ledger.
final class KillCrew {
    private final class Writer {
        let ledger: URL
        var state = LedgerState()
        var process: Process?
        /// Bytes of the ledger before its first change.
        var beginning = 0

        init(ledger: URL) { self.ledger = ledger }

        /// Bytes of the ledger: what it grows by tells how much has been done.
        var progress: Int {
            var facts = stat()
            return stat(ledger.path, &facts) == 0 ? Int(facts.st_size) : 0
        }
    }

    /// Where the run is, for what is found.
    var context = ""
    private(set) var acknowledged = 0
    private(set) var lost = 0
    private(set) var violations: [String] = []
    private let library: URL
    private let options: [String]
    private let writers: [Writer]
    /// Bytes that a ledger grew by for each change, on the average so far.
    private var bytesPerChange = 300.0

    init(
        in folder: URL,
        count: Int,
        options: [String],
        _ random: inout SeededNumbers
    ) throws {
        library = folder.appendingPathComponent("Shared.photolib")
        self.options = options
        writers = (0..<count).map {
            Writer(ledger: folder.appendingPathComponent("ledger-\($0)"))
        }
        // All of them find no library, and make it.
        try start(&random)
    }

    deinit { for writer in writers { Self.kill(writer.process) } }

    func start(_ random: inout SeededNumbers) throws {
        for writer in writers { try start(writer, &random) }
    }

    private func start(_ writer: Writer, _ random: inout SeededNumbers) throws {
        try Ledger.begin(writer.ledger, writer.state)
        writer.beginning = writer.progress
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Exerciser.path())
        process.arguments =
            [
                "write", library.path, writer.ledger.path, "100000000", "--seed",
                "\(random.next() >> 16)", "--largest", "\(random.pick([100, 1_000, 10_000]))",
            ] + EngineTuning.rolled(&random).option + options
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        writer.process = process
    }

    /// Longer than any of the processes waits for a lock.
    private static let patience = Duration.seconds(120)

    /// Lets the processes work until they have made about so many changes.
    func wait(changes: Int) throws {
        let start = writers.map(\.progress)
        let goal = Int(Double(changes) * bytesPerChange)
        // A busy machine may be slow, but something always gets on.
        var patience = ContinuousClock.now + Self.patience
        var reached = 0
        while ContinuousClock.now < patience {
            let done = zip(writers, start).reduce(0) { $0 + max(0, $1.0.progress - $1.1) }
            if done >= goal { return }
            if done > reached {
                reached = done
                patience = ContinuousClock.now + Self.patience
            }
            for writer in writers where writer.process?.isRunning == false { return }
            usleep(2_000)
        }
        violations.append("\(context): no process gets on any more")
    }

    /// Kills one of them, looks at its part while the others go on, and starts it again.
    func replace(_ index: Int, _ random: inout SeededNumbers) throws {
        let writer = writers[index]
        blame(writer)
        end(writer)
        let account = try account(of: writer)
        if FileManager.default.fileExists(atPath: library.path) {
            let store = try Library.open(library, mode: .readOnly)
            defer { store.close() }
            var audit = LedgerAudit()
            try audit.compare(account, store)
            note(audit)
            writer.state = audit.states.first ?? writer.state
        }
        try start(writer, &random)
    }

    /// Kills all of them, and looks at everything.
    func stop() throws {
        guard writers.contains(where: { $0.process != nil }) else { return }
        for writer in writers { blame(writer) }
        for case let process? in writers.map(\.process) {
            Foundation.kill(process.processIdentifier, SIGKILL)
        }
        for writer in writers { end(writer) }
        for writer in writers { _ = try account(of: writer) }
        let answer = try Exerciser.run(["audit", library.path] + writers.map(\.ledger.path))
        guard answer.status == 0 else {
            violations.append("\(context): the library cannot be opened: \(answer.errors)")
            return
        }
        let audit = try JSONDecoder().decode(LedgerAudit.self, from: Data(answer.output.utf8))
        note(audit)
        for (writer, state) in zip(writers, audit.states) { writer.state = state }
    }

    private func account(of writer: Writer) throws -> Ledger.Account {
        let account = try Ledger.read(writer.ledger)
        if account.acknowledged > 20 {
            let written = writer.progress - writer.beginning
            let now = Double(written) / Double(account.acknowledged)
            bytesPerChange = 0.9 * bytesPerChange + 0.1 * now
        }
        acknowledged += account.acknowledged
        return account
    }

    private func note(_ audit: LedgerAudit) {
        lost += audit.lost.count
        violations += (audit.lost + audit.findings).map { "\(context): \($0)" }
    }

    private func blame(_ writer: Writer) {
        guard let process = writer.process, !process.isRunning else { return }
        violations.append("\(context): a process ended by itself with \(process.terminationStatus)")
    }

    private func end(_ writer: Writer) {
        Self.kill(writer.process)
        writer.process = nil
    }

    private static func kill(_ process: Process?) {
        guard let process else { return }
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
