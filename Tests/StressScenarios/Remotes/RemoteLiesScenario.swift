import Foundation
import LibraryExercise
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// Remotes that lie, while files leave a library for them and come back.
///
/// What it proves: a file leaves only if a remote has its bytes at that moment, no other bytes are ever given to it, and
/// with a second, honest remote every file comes back.
package struct RemoteLiesScenario: Scenario {
    package let name = "remote-lies"
    package let summary = "remotes that lie about what they store, and lose and change it"
    package let promises = ["P1", "P11"]
    package let unit = "lies"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 600 : 100_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var tally = DistantTrial.Tally()
        var number: UInt64 = 0
        while tally.lies < order.count, !order.isOver {
            let trials = try await SideBySide.map([number, number + 1]) { number in
                var trial = try DistantTrial(
                    seed: order.seed &+ number &* 7919,
                    isBroken: order.isBroken
                )
                return try trial.run()
            }
            for trial in trials { tally.add(trial) }
            order.note(tally.violations)
            number += 2
        }
        return ScenarioReport(
            counts: [
                .init("lies", tally.lies), .init("libraries", Int(number)),
                .init("files that left", tally.released), .init("files fetched", tally.fetched),
                .init("lost or wrong", tally.violations.count),
            ],
            violations: tally.violations
        )
    }
}
