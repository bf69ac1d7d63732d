import Foundation
import LibraryExercise

/// A library that is rebuilt from its remote alone.
///
/// What it proves: the rebuilt library has every row and every byte of the other one, and its check finds nothing.
package struct RemoteRebuildScenario: Scenario {
    package let name = "remote-rebuild"
    package let summary =
        "a library rebuilt from its remote alone, compared row by row and byte by byte"
    package let promises = ["P1"]
    package let unit = "assets"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 500 : 100_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let folder = order.folder
        let outcome = try await SideBySide.map([0]) { _ in
            try DistantCopy(in: folder).run(
                order.count,
                seed: order.seed,
                isForgetful: order.isBroken,
                isOver: { order.isOver }
            )
        }[0]
        order.note(outcome.findings)
        return ScenarioReport(
            counts: [
                .init("assets", outcome.assets), .init("changes", outcome.changes),
                .init("tables", outcome.tables),
                .init("differences", outcome.findings.count),
            ],
            violations: outcome.findings
        )
    }
}
