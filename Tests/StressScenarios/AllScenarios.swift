import Foundation

/// All scenarios, in the order of the table.
package enum AllScenarios {
    package static let list: [any Scenario] = [
        KillPointsScenario(),
        RandomKillsScenario(),
        PowerCutsScenario(),
        CheckpointsScenario(),
        DurabilityLintScenario(),
        DiskFullScenario(),
        InputOutputErrorsScenario(),
        SoakScenario(),
        ObserversScenario(),
        NonInterferenceScenario(),
        TokensScenario(),
        ClocksScenario(),
        DamagedLibrariesScenario(),
        PathsScenario(),
        ThreadsScenario(),
        FuzzScenario(),
        HabitsScenario(),
        RemoteHabitsScenario(.folders),
        RemoteHabitsScenario(.services),
        RemoteKillsScenario(),
        RemoteLiesScenario(),
        RemotePowerCutsScenario(),
        RemoteRebuildScenario(),
    ]

    /// Runs one scenario in a folder of its own.
    ///
    /// `count` takes the place of what the length asks for; after `limit` it stops with what it reached.
    package static func run(
        _ scenario: any Scenario,
        _ length: StressLength,
        count: Int? = nil,
        seed: UInt64,
        limit: Duration? = nil
    ) async -> ScenarioResult {
        if let obstacle = scenario.obstacle() {
            let report = ScenarioReport(counts: [], skipped: [obstacle])
            return ScenarioResult(scenario: scenario.name, seed: seed, seconds: 0, report: report)
        }
        let clock = ContinuousClock()
        let start = clock.now
        var result = ScenarioResult(scenario: scenario.name, seed: seed, seconds: 0)
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent(
            "lab-\(scenario.name)-\(UUID().uuidString)",
            isDirectory: true
        )
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            let count = count ?? scenario.count(of: length)
            let order = ScenarioOrder(
                length: length,
                count: count,
                seed: seed,
                folder: folder,
                deadline: limit.map { start + $0 }
            )
            var report = try await scenario.run(order)
            if order.isOver, report.counts.first.map({ $0.number < count }) ?? true {
                report.skipped.append(
                    "the rest of \(count) \(scenario.unit), when its time was over"
                )
            }
            result.report = report
        } catch {
            result.failure = "\(error)"
        }
        result.seconds = (clock.now - start) / .seconds(1)
        // What a failure left behind helps to understand it.
        if result.isGood { try? manager.removeItem(at: folder) }
        return result
    }
}
