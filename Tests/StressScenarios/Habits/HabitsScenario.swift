import Foundation
import PhotosTestSupport

/// What people do by habit with files, between imports, sweeps, backups and checks.
///
/// They remove, move, copy, touch and cut files of a card, of a source in place and of the library's own folder, swap
/// cards, unmount disks, take the worker away, edit one photo twice, and move files that somebody still writes to. What was
/// acknowledged stands outside the library, by the checksums of the bytes. After each round everything that was acknowledged
/// and lost must be named by a check, and come back where a copy of its bytes is in reach.
package struct HabitsScenario: Scenario {
    package let name = "habits"
    package let summary =
        "files removed, moved, copied and cut by habit between imports, sweeps, backups and checks"
    package let promises = ["P3", "P10"]
    package let unit = "steps"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 300 : 10_000 }

    /// A library that grew for so many steps is left for a new one.
    private static let stepsOfLife = 250

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var tally = HabitsTally()
        var life = 0
        while tally.steps < order.count, !order.isOver, tally.violations.isEmpty {
            let folder = order.folder.appendingPathComponent("life-\(life)", isDirectory: true)
            let run = try HabitsRun(
                in: folder,
                seed: order.seed &+ UInt64(life) &* 1_000_003,
                name: "life \(life) of seed \(order.seed)",
                isBroken: order.isBroken
            )
            try await run.live(min(Self.stepsOfLife, order.count - tally.steps), order)
            run.world.close()
            tally.add(run.tally)
            if tally.violations.isEmpty { try? FileManager.default.removeItem(at: folder) }
            life += 1
        }
        return tally.report(lives: life)
    }
}

/// What was done and found.
struct HabitsTally {
    var steps = 0
    var rounds = 0
    /// Contents that the library said it has, again and again.
    var acknowledged = 0
    /// Contents that habits took from the library.
    var lost = 0
    var broughtBack = 0
    /// Those of which no copy was in reach.
    var beyondReach = 0
    /// How often each kind of step was done.
    var kinds: [String: Int] = [:]
    var violations: [String] = []

    mutating func add(_ other: HabitsTally) {
        steps += other.steps
        rounds += other.rounds
        acknowledged += other.acknowledged
        lost += other.lost
        broughtBack += other.broughtBack
        beyondReach += other.beyondReach
        kinds.merge(other.kinds, uniquingKeysWith: +)
        violations += other.violations
    }

    func report(lives: Int) -> ScenarioReport {
        ScenarioReport(
            counts: [
                .init("steps", steps), .init("kinds of step", kinds.count),
                .init("rounds", rounds), .init("libraries", lives),
                .init("acknowledgements", acknowledged), .init("contents lost", lost),
                .init("brought back", broughtBack), .init("without a copy in reach", beyondReach),
            ],
            violations: violations
        )
    }
}
