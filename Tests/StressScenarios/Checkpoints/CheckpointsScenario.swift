import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// `kill -9` and power cuts at single system calls of checkpoints, which run behind the acknowledgements.
///
/// What it proves: whatever call of a checkpoint a process dies at, every acknowledged block is there, of the block that
/// was under way all or nothing, the database is sound and the history has no gap.
package struct CheckpointsScenario: Scenario {
    package let name = "checkpoints"
    package let summary = "kill -9 and power cuts at the n-th system call of checkpoints"
    package let promises = ["P1", "P2", "P5"]
    package let unit = "points"

    private static let operations: [LibraryOperation] = [
        .properties, .members, .everything, .importBatch, .purge, .mixed,
    ]

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 80 : 3_000 }

    package func obstacle() -> String? { Strace.obstacle }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let obstacle = PowerCutsScenario().obstacle()
        // Without synced commits only a power cut loses something.
        let cuts = obstacle == nil ? order.isBroken ? order.count : order.count / 4 : 0
        let kills = order.isBroken ? 0 : order.count - cuts
        var tally = try await kill(kills, order)
        try cut(cuts, order, &tally)
        return ScenarioReport(
            counts: [
                .init("points", tally.kills + tally.cuts), .init("killed", tally.killed),
                .init("power cuts", tally.cuts), .init("lost or partial", tally.lost),
                .init("unsound", tally.unsound),
            ],
            violations: tally.violations,
            skipped: obstacle.map { ["power cuts: \($0)"] } ?? []
        )
    }

    private struct Tally: Sendable {
        var kills = 0
        var killed = 0
        var cuts = 0
        var lost = 0
        var unsound = 0
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            kills += other.kills
            killed += other.killed
            cuts += other.cuts
            lost += other.lost
            unsound += other.unsound
            violations += other.violations
        }
    }

    // MARK: Kills

    private func kill(_ count: Int, _ order: ScenarioOrder) async throws -> Tally {
        var tally = Tally()
        var variation: UInt64 = 0
        while tally.kills < count, !order.isOver {
            var tuning = EngineTuning()
            tuning.checkpointPages = 1
            // Every second library has logs that checkpoints truncate.
            if variation % 2 == 1 { tuning.truncatingCheckpoint = 1 << 12 }
            let seed = order.seed &+ variation
            let bench = try OperationBench(
                in: order.folder,
                OperationVariation(seed: seed >> 32 | 1, pictures: 16, tuning: tuning),
                settles: true
            )
            let courses = try await SideBySide.map(Self.operations) { operation in
                (try bench.course(of: operation), try bench.checkpoints(of: operation))
            }
            let all = courses.flatMap { course, points in points.map { (course, $0) } }
            let wanted = min(count - tally.kills, all.count)
            let chosen = (0..<wanted).map { all[$0 * all.count / wanted] }
            let context = "variation \(variation) of seed \(order.seed)"
            let parts = try await SideBySide.map(chosen) { course, point in
                if order.isOver { return Tally() }
                var tally = try Self.kill(course, at: point, bench, context)
                // A busy machine joins checkpoints. A run that ended before its point for that reason is repeated.
                for _ in 0..<2 where tally.killed == 0 && !order.isOver {
                    var again = try Self.kill(course, at: point, bench, context)
                    again.violations += tally.violations
                    again.lost += tally.lost
                    again.unsound += tally.unsound
                    tally = again
                }
                order.note(tally.violations)
                return tally
            }
            for part in parts { tally.add(part) }
            bench.discard()
            variation += 1
        }
        if tally.killed * 5 < tally.kills * 4 {
            tally.violations.append(
                "only \(tally.killed) of \(tally.kills) processes were killed: the points are not those of checkpoints"
            )
        }
        return tally
    }

    private static func kill(
        _ course: OperationCourse,
        at point: CheckpointPoint,
        _ bench: OperationBench,
        _ variation: String
    ) throws -> Tally {
        let trial = try OperationBench.Trial(bench, course.operation)
        let outcome = try Exerciser.run(
            trial.arguments,
            behind: point.launcher(.kill, trial.library)
        )
        var tally = Tally(kills: 1, killed: outcome.wasKilled ? 1 : 0)
        let context = "\(course.operation.rawValue) killed at \(point.name), \(variation)"
        do {
            guard outcome.wasKilled || outcome.status == 0 else {
                throw Fault("ended with \(outcome.status) \(outcome.errors)")
            }
            let breaches = KillPointJudge(course: course).breaches(
                try trial.verdict(),
                acknowledged: trial.acknowledged(),
                hasSource: trial.hasSource
            )
            for (breach, sentence) in breaches {
                if breach == .unsound { tally.unsound += 1 } else { tally.lost += 1 }
                tally.violations.append("\(context): \(sentence)")
            }
        } catch {
            tally.unsound += 1
            tally.violations.append("\(context): \(error)")
        }
        trial.discard()
        return tally
    }

    // MARK: Power cuts

    /// How many cuts one file system lives through before a new one is made; its first one makes the library.
    private static let lives = 10

    private func cut(_ count: Int, _ order: ScenarioOrder, _ tally: inout Tally) throws {
        var random = SeededNumbers(seed: order.seed)
        while tally.cuts < count, !order.isOver {
            let kind = tally.cuts / Self.lives % 2 == 0 ? CutFileSystem.ext4 : .xfs
            let disk = try CutDisk(kind, order.isBroken ? [.syncCommits] : [])
            for life in 0..<min(Self.lives, count - tally.cuts) where !order.isOver {
                // A checkpoint of a few pages ends with one sync of the database.
                let isSync = random.chance(0.3)
                let point = CheckpointPoint(
                    call: isSync ? "fdatasync" : "pwrite64",
                    number: 1 + random.number(below: isSync ? 6 : 60)
                )
                let outcome = try disk.cut(&random, at: point)
                tally.cuts += 1
                tally.lost += outcome.audit.lost.count
                tally.unsound += outcome.audit.findings.count
                let breaches = outcome.audit.lost + outcome.audit.findings
                let context =
                    "\(kind.rawValue) cut at \(point.name), life \(life), seed \(order.seed)"
                tally.violations += order.note(breaches.map { "\(context): \($0)" })
                // What is broken stays so.
                if !breaches.isEmpty { break }
            }
        }
    }
}
