import Foundation
import LibraryExercise
import PhotosStore

/// A disk that fails: errors of every call, for once and from then on, interrupted calls, and reads that give less
/// than was asked for.
///
/// What it proves: the caller gets an error of ours and nothing is harmed; what can be read is read on; what was
/// acknowledged is there. No sync is trusted that follows a failed one.
package struct InputOutputErrorsScenario: Scenario {
    package let name = "io-errors"
    package let summary = "input/output errors, short reads and interrupted calls at every n"
    package let promises = ["P1", "P2", "P3"]
    package let unit = "operations"

    private let operations: [LibraryOperation]
    private let calls: String

    package init() {
        self.init(
            [
                .importOne, .edit, .members, .purge, .open, .importFolder, .livePhoto, .mixed,
                .revert, .properties, .checkpoint, .importMoving, .deleteFolder, .previews,
            ],
            failing: Strace.failingCalls
        )
    }

    /// - Parameters:
    ///   - operations: What is tried.
    ///   - calls: Which system calls fail.
    init(_ operations: [LibraryOperation], failing calls: String) {
        self.operations = operations
        self.calls = calls
    }

    /// Of each effect on each operation, in a short run.
    private static let shortSample = 8

    package func count(of length: StressLength) -> Int {
        length == .short ? 5 : operations.count
    }

    package func obstacle() -> String? { Strace.obstacle }

    private enum Effect: Sendable {
        case once(SystemCallPoint, String)
        case forEver(SystemCallPoint, String)
        case shortRead(Int)

        var name: String {
            switch self {
            case .once(let point, let error): "\(error) at \(point.name)"
            case .forEver(let point, let error): "\(error) from \(point.name) on"
            case .shortRead(let number): "short read number \(number)"
            }
        }
    }

    private struct Result: Sendable {
        var isDone = false
        var wasRefused = false
        var failedSyncs = 0
        var violations: [String] = []
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let omitted: [ProtocolStep] = order.isBroken ? [.publishBeforeCommit] : []
        let bench = try OperationBench(in: order.folder, omitting: omitted)
        var results: [Result] = []
        var done = 0
        for operation in operations.prefix(order.count) where !order.isOver {
            let course = try bench.course(of: operation)
            // What the broken variant does wrong shows where files are renamed.
            let points = try bench.points(of: operation, calls)
                .filter { !order.isBroken || $0.call.hasPrefix("rename") }
            let limit = order.length == .short ? Self.shortSample : .max
            var effects = points.spread(limit).map { Effect.once($0, "EIO") }
            effects += points.spread(limit).map { Effect.once($0, "EINTR") }
            // Reads go on where only writes fail.
            let writes = Set(Strace.writingCalls.split(separator: ",").map(String.init))
            effects += points.filter { writes.contains($0.call) }.spread(limit).map {
                Effect.forEver($0, "EIO")
            }
            let reads = try Self.countReads(course.operation, bench)
            effects += Array(1...max(1, reads)).spread(limit).map { Effect.shortRead($0) }
            results += try await effects.parallel { effect in
                guard !order.isOver else { return Result() }
                let result = try Self.fail(effect, course, bench)
                order.note(result.violations)
                return result
            }
            done += order.isOver ? 0 : 1
        }
        bench.discard()
        return ScenarioReport(
            counts: [
                .init("operations", done),
                .init("points", results.count(where: \.isDone)),
                .init("points where the caller was told", results.count(where: \.wasRefused)),
                .init("failed syncs", results.reduce(0) { $0 + $1.failedSyncs }),
            ],
            violations: results.flatMap(\.violations)
        )
    }

    private static func countReads(
        _ operation: LibraryOperation,
        _ bench: OperationBench
    ) throws -> Int {
        let trial = try OperationBench.Trial(bench, operation)
        defer { trial.discard() }
        let outcome = try Exerciser.run(trial.arguments + ["--short-read", "0"])
        guard let count = outcome.output.split(separator: "\n").last.flatMap({ Int($0) }) else {
            throw Fault("the reads of \(operation) were not counted: \(outcome.errors)")
        }
        return count
    }

    private static func fail(
        _ effect: Effect,
        _ course: OperationCourse,
        _ bench: OperationBench
    ) throws -> Result {
        var options: [String] = []
        var injection: [String] = []
        switch effect {
        case .once(let point, let error):
            injection = ["-e", "inject=\(point.call):error=\(error):when=\(point.number)"]
        case .forEver(let point, let error):
            injection = Strace.failing(Strace.writingCalls, from: point, with: error)
        case .shortRead(let number): options = ["--short-read", "\(number)"]
        }
        let log = bench.folder.appendingPathComponent("trace-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        let calls = TracedCall.calls + ",read,pread64,rmdir"
        let launcher = Strace.launcher(
            ["-y", "-s", "16", "-e", "trace=\(calls)"] + injection,
            log: log
        )
        let trial = try FailingTrial(course, bench, behind: launcher, options: options)
        var syncs = FailedSyncs(library: trial.library, ledger: trial.ledger)
        var reader = TracedCalls()
        for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
            if let call = reader.next(line) { syncs.follow(call) }
        }
        let context = "\(course.operation.rawValue), \(effect.name)"
        return Result(
            isDone: true,
            wasRefused: trial.wasRefused,
            failedSyncs: syncs.failures,
            violations: (trial.sentences + syncs.violations).map { "\(context): \($0)" }
        )
    }
}
