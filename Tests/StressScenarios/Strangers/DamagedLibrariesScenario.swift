import Foundation

/// Libraries whose bytes went bad, and libraries made by strangers, opened and used like any other.
///
/// What it proves: none of them crashes or hangs a program, nothing of a stranger's database runs, nothing outside of
/// the library's folder is touched, what can be detected is, and what is refused is left byte by byte.
package struct DamagedLibrariesScenario: Scenario {
    package let name = "damaged-libraries"
    package let summary = "damaged databases and libraries from strangers"
    package let promises = ["P3", "P8", "P9"]
    package let unit = "libraries"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 200 : 10_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let shop = try StrangerWorkshop(order)
        var tally = StrangerTally()
        var next = 0
        // The fault of the broken variant ends the run, but a library that hangs says nothing about it.
        let size = order.isBroken ? 1 : Self.batch
        while next < order.count, !order.isOver {
            let wave = min(order.count - next, 2 * size)
            let batches = stride(from: next, to: next + wave, by: size)
                .map { Array($0..<min($0 + size, next + wave)) }
            for part in try await SideBySide.map(batches, { try shop.examine($0) }) {
                tally.add(part)
                order.note(part.violations.filter { $0.contains(StrangerWorkshop.notRefused) })
            }
            next += wave
        }
        return tally.report(of: order.seed)
    }

    private static let batch = 25
}

/// What the scenario counts.
struct StrangerTally: Sendable {
    var libraries = 0
    var refused = 0
    var found = 0
    var right = 0
    /// A value changed and SQLite cannot tell: only a backup does.
    var unnoticed = 0
    var violations: [String] = []
    var kinds: Set<String> = []

    mutating func add(_ other: StrangerTally) {
        libraries += other.libraries
        refused += other.refused
        found += other.found
        right += other.right
        unnoticed += other.unnoticed
        violations += other.violations
        kinds.formUnion(other.kinds)
    }

    func report(of seed: UInt64) -> ScenarioReport {
        ScenarioReport(
            counts: [
                .init("libraries", libraries), .init("kinds of damage", kinds.count),
                .init("refused", refused), .init("found by the check", found),
                .init("answered rightly", right), .init("values changed unnoticed", unnoticed),
            ],
            violations: violations
        )
    }
}
