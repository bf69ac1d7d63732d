import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Power cuts on ext4 and XFS, while a process writes to a library there.
///
/// What it proves: after the cut the library has every block that was acknowledged, each file with its right bytes,
/// and of the block under way all or nothing; nothing is left over. The acknowledgements lie outside the file system
/// that is cut off, which loses everything that did not reach its device.
package struct PowerCutsScenario: Scenario {
    package let name = "power-cuts"
    package let summary = "power cuts on ext4 and XFS while a process writes"
    package let promises = ["P1", "P2", "P3", "P4", "P5"]
    package let unit = "cuts"
    /// What is left out in the broken variant.
    let omits: ProtocolStep

    package init() { omits = .syncFiles }

    init(omitting step: ProtocolStep) { omits = step }

    package func count(of length: StressLength) -> Int { length == .short ? 60 : 2_000 }

    package func obstacle() -> String? {
        let obstacles = CutFileSystem.allCases.map(\.obstacle)
        return obstacles.contains(nil) ? nil : obstacles.compactMap(\.self).first
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let possible = CutFileSystem.allCases.filter { $0.obstacle == nil }
        let share = (order.count + possible.count - 1) / possible.count
        let omits = order.isBroken ? [omits] : []
        let parts = try await SideBySide.map(possible) { kind in
            try Self.cut(kind, share, order, omits)
        }
        var report = ScenarioReport(counts: [])
        var sum = Tally()
        for part in parts { sum.add(part) }
        report.counts = [.init("cuts", sum.cuts)]
        report.counts += zip(possible, parts).map { .init("on \($0.rawValue)", $1.cuts) }
        report.counts += [
            .init("acknowledged changes", sum.acknowledged), .init("lost", sum.lost),
            .init("wrong files or leftovers", sum.wrong),
        ]
        report.violations = sum.violations
        report.skipped = CutFileSystem.allCases.compactMap { kind in
            kind.obstacle.map { "\(kind.rawValue): \($0)" }
        }
        return report
    }

    private struct Tally: Sendable {
        var cuts = 0
        var acknowledged = 0
        var lost = 0
        var wrong = 0
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            cuts += other.cuts
            acknowledged += other.acknowledged
            lost += other.lost
            wrong += other.wrong
            violations += other.violations
        }
    }

    /// How many cuts one file system lives through before a new one is made.
    private static let lives = 8

    private static func cut(
        _ kind: CutFileSystem,
        _ count: Int,
        _ order: ScenarioOrder,
        _ omits: [ProtocolStep]
    ) throws -> Tally {
        var tally = Tally()
        var number = 0
        while tally.cuts < count, !order.isOver {
            let seed = order.seed &+ UInt64(number)
            let disk = try CutDisk(kind, omits)
            for life in 0..<min(lives, count - tally.cuts) where !order.isOver {
                let context = "\(kind.rawValue), cut \(life) of disk \(number), seed \(order.seed)"
                var random = SeededNumbers(seed: seed &* 64 &+ UInt64(life))
                let outcome = try disk.cut(&random)
                tally.cuts += 1
                tally.acknowledged += outcome.acknowledged
                tally.lost += outcome.audit.lost.count
                tally.wrong += outcome.audit.findings.count
                let breaches = outcome.audit.lost + outcome.audit.findings
                tally.violations += order.note(breaches.map { "\(context): \($0)" })
                // What is broken stays so.
                if !breaches.isEmpty { break }
            }
            number += 1
        }
        return tally
    }
}
