import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Traces processes that acknowledge changes, and checks the order of what they ask of the disk.
///
/// What it proves: every new original is synced after its last write, and its folder after it got its name there,
/// before the log is synced that mentions it; the log is synced before a change is acknowledged; a file goes only
/// after the commit that released it.
package struct DurabilityLintScenario: Scenario {
    package let name = "durability-lint"
    package let summary =
        "the order of writes and syncs in traces of processes that acknowledge changes"
    package let promises = ["P1", "P2", "P3", "P4"]
    package let unit = "changes"
    /// What is left out in the broken variant.
    let omits: ProtocolStep

    package init() { omits = .syncFolders }

    init(omitting step: ProtocolStep) { omits = step }

    package func count(of length: StressLength) -> Int { length == .short ? 1_000 : 50_000 }

    package func obstacle() -> String? { Strace.obstacle }

    /// How many changes one process makes.
    private static let batch = 500

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let steps = order.isBroken ? [omits] : []
        let bench = try OperationBench(in: order.folder, omitting: steps)
        var parts = try await SideBySide.map(LibraryOperation.allCases) { operation in
            if order.isOver { return Part(name: "", lint: DurabilityLint(library: "", ledger: "")) }
            let part = try Self.follow(operation, bench)
            order.note(part.lint.violations)
            return part
        }
        let done = parts.reduce(0) { $0 + $1.lint.acknowledged }
        let batches = max(0, order.count - done + Self.batch - 1) / Self.batch
        parts += try await SideBySide.map(Array(0..<batches)) { number in
            if order.isOver { return Part(name: "", lint: DurabilityLint(library: "", ledger: "")) }
            let count = min(Self.batch, order.count - done - number * Self.batch)
            let part = try Self.follow(batch: number, of: count, order, steps)
            order.note(part.lint.violations)
            return part
        }
        bench.discard()
        return ScenarioReport(
            counts: [
                .init("changes", parts.reduce(0) { $0 + $1.lint.acknowledged }),
                .init("new originals", parts.reduce(0) { $0 + $1.lint.published }),
                .init("removed", parts.reduce(0) { $0 + $1.lint.removed }),
                .init("kinds of operation", LibraryOperation.allCases.count),
            ],
            violations: parts.flatMap { part in
                part.lint.violations.map { "\(part.name), seed \(order.seed): \($0)" }
            }
        )
    }

    private struct Part: Sendable {
        var name: String
        var lint: DurabilityLint
    }

    private static func follow(
        _ operation: LibraryOperation,
        _ bench: OperationBench
    ) throws -> Part {
        let trial = try OperationBench.Trial(bench, operation)
        defer { trial.discard() }
        let lint = try trace(
            trial.arguments,
            library: trial.library,
            ledger: trial.acknowledgements,
            in: trial.folder
        )
        return Part(name: operation.rawValue, lint: lint)
    }

    private static func follow(
        batch number: Int,
        of count: Int,
        _ order: ScenarioOrder,
        _ steps: [ProtocolStep]
    ) throws -> Part {
        let folder = order.folder.appendingPathComponent("batch-\(number)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = folder.appendingPathComponent("Traced.photolib")
        let ledger = folder.appendingPathComponent("ledger")
        try Ledger.begin(ledger, LedgerState())
        var random = SeededNumbers(seed: order.seed &+ UInt64(number) &* 65_537)
        let tuning = EngineTuning.rolled(&random)
        let lint = try trace(
            [
                "write", library.path, ledger.path, "\(count)", "--seed", "\(random.next() >> 16)",
                "--largest", "4000",
            ] + tuning.option + steps.flatMap { ["--omit", $0.rawValue] },
            library: library,
            ledger: ledger,
            in: folder
        )
        return Part(name: "batch \(number)", lint: lint)
    }

    private static func trace(
        _ arguments: [String],
        library: URL,
        ledger: URL,
        in folder: URL
    ) throws -> DurabilityLint {
        let log = folder.appendingPathComponent("trace")
        let outcome = try Exerciser.run(
            arguments,
            behind: Strace.launcher(
                ["-y", "-s", "16", "-e", "trace=\(TracedCall.calls)"],
                log: log
            )
        )
        guard outcome.status == 0 else { throw Fault("\(arguments) fails: \(outcome.errors)") }
        var lint = DurabilityLint(library: library.path, ledger: ledger.path)
        var calls = TracedCalls()
        let text = try String(contentsOf: log, encoding: .utf8)
        for line in text.split(separator: "\n") {
            if let call = calls.next(line) { lint.follow(call) }
        }
        return lint
    }
}
