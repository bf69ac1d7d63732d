import Foundation
import LibraryExercise
import PhotosStore

/// `kill -9` at single system calls of every kind of operation, on every thread.
///
/// What it proves: whatever call a process dies at, the next process that opens the library finds every acknowledged
/// block and, of the block that was under way, all or nothing; every file stands with its right bytes, nothing is left
/// over, the database is sound and the history has no gap. A file given away is never gone before its asset is there.
package struct KillPointsScenario: Scenario {
    package let name = "kill-points"
    package let summary = "kill -9 at the n-th system call of each kind of operation"
    package let promises = ["P1", "P2", "P3", "P4", "P5"]
    package let unit = "points"

    private let operations: [LibraryOperation]

    package init() { self.init(LibraryOperation.allCases) }

    /// - Parameter operations: What is killed.
    init(_ operations: [LibraryOperation]) { self.operations = operations }

    package func count(of length: StressLength) -> Int { length == .short ? 300 : 10_000 }

    package func obstacle() -> String? { Strace.obstacle }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let steps: [ProtocolStep] = order.isBroken ? [.publishBeforeCommit] : []
        let operations: [LibraryOperation] =
            order.isBroken ? [.importOne, .livePhoto, .edit] : self.operations
        var tally = Tally()
        var variation = 0
        var kinds = 0
        while tally.points < order.count, !order.isOver {
            let bench = try OperationBench(
                in: order.folder,
                .number(variation, seed: order.seed),
                omitting: steps
            )
            let courses = try await SideBySide.map(operations) { try bench.course(of: $0) }
            kinds = max(kinds, courses.count)
            let all = courses.flatMap { course in course.points.map { (course, $0) } }
            let count = min(order.count - tally.points, all.count)
            let chosen = (0..<count).map { all[$0 * all.count / count] }
            let context = "variation \(variation) of seed \(order.seed)"
            let parts = try await SideBySide.map(chosen) { course, point in
                if order.isOver { return Tally() }
                let tally = try Self.kill(course, at: point, bench, context)
                order.note(tally.violations)
                return tally
            }
            for part in parts { tally.add(part) }
            bench.discard()
            variation += 1
        }
        // A program that outlives its point shows nothing; threads that share work do not reach all of theirs.
        if tally.killed * 10 < tally.points * 9 {
            tally.violations.append(
                "only \(tally.killed) of \(tally.points) processes were killed: the points are not those of the operations"
            )
        }
        return ScenarioReport(
            counts: [
                .init("points", tally.points), .init("kinds of operation", kinds),
                .init("libraries", variation), .init("killed", tally.killed),
                .init("lost", tally.broken[.lost] ?? 0),
                .init("partial", tally.broken[.partial] ?? 0),
                .init("unsound", tally.broken[.unsound] ?? 0),
            ],
            violations: tally.violations
        )
    }

    private struct Tally: Sendable {
        var points = 0
        var killed = 0
        var broken: [KillPointJudge.Breach: Int] = [:]
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            points += other.points
            killed += other.killed
            broken.merge(other.broken, uniquingKeysWith: +)
            violations += other.violations
        }

        mutating func note(_ breach: KillPointJudge.Breach, _ sentence: String) {
            broken[breach, default: 0] += 1
            violations.append(sentence)
        }
    }

    private static func kill(
        _ course: OperationCourse,
        at point: SystemCallPoint,
        _ bench: OperationBench,
        _ variation: String
    ) throws -> Tally {
        let trial = try OperationBench.Trial(bench, course.operation)
        let outcome = try Exerciser.run(
            trial.arguments,
            behind: Strace.Interference.kill(point).launcher
        )
        var tally = Tally(points: 1, killed: outcome.wasKilled ? 1 : 0)
        let context = "\(course.operation.rawValue) killed at \(point.name), \(variation)"
        // strace ends by the signal that ended the program.
        guard outcome.wasKilled || outcome.status == 0 else {
            tally.note(.unsound, "\(context): ended with \(outcome.status) \(outcome.errors)")
            return tally
        }
        let verdict: LibraryVerdict
        do { verdict = try trial.verdict() } catch {
            tally.note(.unsound, "\(context): \(error)")
            return tally
        }
        let breaches = KillPointJudge(course: course).breaches(
            verdict,
            acknowledged: trial.acknowledged(),
            hasSource: trial.hasSource
        )
        for (breach, sentence) in breaches { tally.note(breach, "\(context): \(sentence)") }
        if !course.operation.isSteady, breaches.isEmpty {
            try finish(course, trial, context, &tally)
        }
        if course.operation == .backup, breaches.isEmpty {
            do { try judgeCopy(trial, verdict, context, &tally) } catch {
                tally.note(.unsound, "\(context): \(error)")
            }
        }
        trial.discard()
        return tally
    }

    /// Where a copy stands it is whole, whatever else lies there; the next backup makes it the library as it is.
    ///
    /// Between the database and the file LIBRARY these two tell of different copies, which whoever opens it settles.
    private static func judgeCopy(
        _ trial: OperationBench.Trial,
        _ library: LibraryVerdict,
        _ context: String,
        _ tally: inout Tally
    ) throws {
        let leftovers = ["orphanFile", "stagingLeftover", "sentinelDiffers"]
        let found = try trial.verdictOfCopy()?.findings.filter { finding in
            !leftovers.contains { finding.hasPrefix($0) }
        }
        if let found, !found.isEmpty { tally.note(.unsound, "\(context), the copy: \(found)") }
        let again = try Exerciser.run(trial.arguments + ["1"])
        let copy = try trial.verdictOfCopy()
        guard again.status == 0, let copy, copy.findings.isEmpty else {
            return tally.note(
                .unsound,
                "\(context), backed up again: \(copy?.findings ?? []) \(again.errors)"
            )
        }
        if copy.digest != library.digest {
            tally.note(.partial, "\(context), backed up again: the copy has other rows")
        }
    }

    /// What was killed is done again, and then is as if nothing had been.
    private static func finish(
        _ course: OperationCourse,
        _ trial: OperationBench.Trial,
        _ context: String,
        _ tally: inout Tally
    ) throws {
        let again = try Exerciser.run(trial.arguments + ["--seed", "14"])
        guard again.status == 0 else {
            return tally.note(.unsound, "\(context): cannot be done again: \(again.errors)")
        }
        let verdict = try trial.verdict()
        if !verdict.findings.isEmpty {
            tally.note(.unsound, "\(context), done again: \(verdict.findings)")
        }
        if verdict.assetCount != course.assetCount {
            tally.note(
                .partial,
                "\(context), done again: \(verdict.assetCount) assets instead of \(course.assetCount)"
            )
        }
    }
}
