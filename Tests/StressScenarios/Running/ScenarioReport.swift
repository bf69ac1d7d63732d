/// What a scenario did and found.
package struct ScenarioReport: Codable, Hashable, Sendable {
    /// A number and what it counts, as 300 `points`; shown in this order, the scenario's own unit first.
    package struct Count: Codable, Hashable, Sendable {
        package var label: String
        package var number: Int

        package init(_ label: String, _ number: Int) {
            self.label = label
            self.number = number
        }
    }

    package var counts: [Count]
    /// What broke a promise, a sentence each that says how to have it again.
    package var violations: [String]
    /// What the machine did not allow, a sentence each; that part counts as skipped.
    package var skipped: [String]

    package init(counts: [Count], violations: [String] = [], skipped: [String] = []) {
        self.counts = counts
        self.violations = violations
        self.skipped = skipped
    }
}

/// A line of the stress tests' table.
package struct ScenarioResult: Codable, Sendable {
    package var scenario: String
    package var seed: UInt64
    package var seconds: Double
    /// Nil when the scenario did not run at all.
    package var report: ScenarioReport?
    /// Why it did not run or end.
    package var failure: String?

    package init(
        scenario: String,
        seed: UInt64,
        seconds: Double,
        report: ScenarioReport? = nil,
        failure: String? = nil
    ) {
        self.scenario = scenario
        self.seed = seed
        self.seconds = seconds
        self.report = report
        self.failure = failure
    }

    /// Whether it ran, or could not, and found nothing.
    package var isGood: Bool { failure == nil && report?.violations.isEmpty != false }
}
