package import Foundation
import Synchronization

/// One way of trying to break a library, many times over.
///
/// What chance decides in it comes from the seed of its order, so that a failure can be had again. It needs nothing
/// but the order's folder, and ends only processes that it started itself.
package protocol Scenario: Sendable {
    /// What it is called in the table and on the command line, as `kill-points`.
    var name: String { get }
    /// What it does and what must hold, in the words of the table.
    var summary: String { get }
    /// Which promises of `Documentation/Reliability.md` it puts to the test, as `P1`.
    var promises: [String] { get }
    /// What is counted, as `points`, and how many of them each length asks for.
    var unit: String { get }
    func count(of length: StressLength) -> Int

    /// Why it cannot run on this machine, in a sentence that says what is missing; nil where it can.
    func obstacle() -> String?

    /// Runs it.
    ///
    /// What it finds stands in the report; it throws only when it could not do its work.
    func run(_ order: ScenarioOrder) async throws -> ScenarioReport
}

extension Scenario {
    package func obstacle() -> String? { nil }
}

/// How much a run of the stress tests does.
package enum StressLength: String, CaseIterable, Sendable {
    /// All scenarios in a few minutes, at each commit.
    case short
    /// All scenarios for hours, before a release.
    case long
}

/// What a scenario is asked to do.
package struct ScenarioOrder: Sendable {
    package var length: StressLength
    /// How many of its units it does at least.
    package var count: Int
    package var seed: UInt64
    /// An empty folder of its own, which goes with the run.
    package var folder: URL
    /// Leaves out a step that the engine needs for its promise: the scenario must then find something.
    package var isBroken: Bool
    /// When it is to stop early and report the count that it reached.
    package var deadline: ContinuousClock.Instant?
    private let detection = Detection()

    /// Whether the fault of a broken run was detected; shared by the copies of an order.
    private final class Detection: Sendable {
        let isDone = Mutex(false)
    }

    package init(
        length: StressLength,
        count: Int,
        seed: UInt64,
        folder: URL,
        isBroken: Bool = false,
        deadline: ContinuousClock.Instant? = nil
    ) {
        self.length = length
        self.count = count
        self.seed = seed
        self.folder = folder
        self.isBroken = isBroken
        self.deadline = deadline
    }

    /// Whether a scenario is to begin nothing more, because its time is up or the fault of a broken run was detected.
    ///
    /// The report then holds what was done until then.
    package var isOver: Bool {
        if isBroken, detection.isDone.withLock({ $0 }) { return true }
        return deadline.map { ContinuousClock.now >= $0 } ?? false
    }

    /// Ends a broken run if there are violations, and returns them.
    @discardableResult
    package func note(_ violations: [String]) -> [String] {
        if isBroken, !violations.isEmpty { detection.isDone.withLock { $0 = true } }
        return violations
    }
}
