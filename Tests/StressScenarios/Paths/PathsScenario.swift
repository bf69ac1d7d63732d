import Foundation
import PhotosTestSupport

/// Names that lead elsewhere through every way into and out of a library, and folders that become links while
/// something works in them.
///
/// What it proves: nothing outside of the folder that was meant is read into a library, written, or removed, nothing
/// crashes, and the library is sound afterwards.
package struct PathsScenario: Scenario {
    package let name = "paths"
    package let summary = "nasty names at every entry point, and races with symbolic links"
    package let promises = ["P4", "P8"]
    package let unit = "rounds of races"

    /// One of so many names goes through the entries that take a library or programs of their own for each name.
    private let spacing: Int

    package init(spacing: Int = 1) { self.spacing = spacing }

    package func count(of length: StressLength) -> Int { length == .short ? 60 : 10_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let memory = try TemporaryFolder()
        var sent = 0
        let first = Int(order.seed % UInt64(spacing))
        let names = stride(from: first, to: NastyNames.all.count, by: spacing)
            .map { NastyNames.all[$0] }
        var violations: [String] = []
        for entry in PathEntry.allCases where !order.isOver {
            if order.isBroken, entry != .export { continue }
            let arena = try PathArena(in: memory.url, entry.rawValue)
            let before = arena.outside()
            let (count, faults) = try await entry.run(
                arena,
                order.length,
                sparse: names,
                isBroken: order.isBroken
            )
            sent += count
            violations += faults.map { "seed \(order.seed), \(entry.rawValue): \($0)" }
            let after = arena.outside()
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            if !changed.isEmpty {
                violations.append(
                    "seed \(order.seed), \(entry.rawValue): outside changed at \(changed.sorted().prefix(5))"
                )
            }
            try FileManager.default.removeItem(at: arena.top)
        }
        let arena = try PathArena(in: memory.url, "races")
        var races = try LinkRaces(arena, isBroken: order.isBroken)
        let before = arena.outside()
        try await races.run(rounds: order.count) { order.isOver }
        if arena.outside() != before {
            violations.append("seed \(order.seed), races: files outside changed")
        }
        violations += races.faults.map { "seed \(order.seed), races: \($0)" }
        return ScenarioReport(
            counts: [
                .init("rounds of races", races.rounds), .init("swaps", races.swaps),
                .init("names", NastyNames.all.count), .init("names at entries", sent),
                .init("entries", PathEntry.allCases.count),
            ],
            violations: violations
        )
    }
}
