import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Kills processes that write to one library at moments of chance, one or all of them, and starts them again with an
/// engine that is tuned otherwise.
///
/// What it proves: whatever the others do meanwhile, the library has every change that a killed process was promised,
/// and of the one under way all or nothing; when all are dead, files, rows and history are sound and nothing is left
/// over. What is expected is known from ledgers outside the library.
package struct RandomKillsScenario: Scenario {
    package let name = "random-kills"
    package let summary =
        "kill -9 at random of several processes on one library, options re-rolled at each start"
    package let promises = ["P1", "P2", "P3", "P4", "P5"]
    package let unit = "kills"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 100 : 5_000 }

    private static let writers = 4
    /// So many changes are acknowledged between two kills, about.
    private static let changesBetweenKills = 105
    /// So many kills there are at most until all die at once and the whole library is looked at.
    private static let killsBetweenStops = 40

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var random = SeededNumbers(seed: order.seed)
        let crew = try KillCrew(
            in: order.folder,
            count: Self.writers,
            options: order.isBroken ? ["--hasty"] : [],
            &random
        )
        let gap = order.length == .long ? Self.changesBetweenKills : 12
        var kills = 0
        var stops = 0
        while kills < order.count, !order.isOver, crew.violations.isEmpty {
            crew.context = "kill \(kills) of seed \(order.seed)"
            try crew.wait(changes: 1 + random.number(below: 2 * gap))
            if kills % Self.killsBetweenStops == Self.killsBetweenStops - 1
                || kills + 1 >= order.count
            {
                kills += Self.writers
                stops += 1
                try crew.stop()
                if kills < order.count { try crew.start(&random) }
            } else {
                kills += 1
                try crew.replace(random.number(below: Self.writers), &random)
            }
        }
        try crew.stop()
        return ScenarioReport(
            counts: [
                .init("kills", kills), .init("acknowledged changes", crew.acknowledged),
                .init("of all at once", stops), .init("lost or partial", crew.lost),
                .init("other findings", crew.violations.count - crew.lost),
            ],
            violations: crew.violations
        )
    }
}
