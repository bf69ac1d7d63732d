import Foundation
import LibraryExercise
import PhotosTestSupport

/// Cuts the power of a library's disk and of its remote's while files leave and come back.
///
/// What it proves: after the cut every asset that was promised is there, and each of its files is in the library or in the
/// remote, with its bytes; a row says where.
package struct RemotePowerCutsScenario: Scenario {
    package let name = "remote-power-cuts"
    package let summary =
        "power cuts of a library and its remote while originals leave and come back"
    package let promises = ["P1", "P11"]
    package let unit = "cuts"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 30 : 2_000 }

    package func obstacle() -> String? { CutFileSystem.ext4.obstacle }

    /// The number of cuts that two disks outlive.
    private static let lives = 10

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let kinds = CutFileSystem.allCases.filter { $0.obstacle == nil }
        let numbers = Array(0..<(order.count + Self.lives - 1) / Self.lives)
        let parts = try await SideBySide.map(numbers) { number in
            try Self.cut(
                kinds[number % kinds.count],
                number,
                times: min(Self.lives, order.count - number * Self.lives),
                order
            )
        }
        var report = ScenarioReport(
            counts: [
                .init("cuts", parts.reduce(0) { $0 + $1.cuts }),
                .init("libraries", parts.count { $0.cuts > 0 }),
                .init("lost or wrong", parts.reduce(0) { $0 + $1.violations.count }),
            ],
            violations: parts.flatMap(\.violations)
        )
        report.skipped = CutFileSystem.allCases.compactMap { kind in
            kind.obstacle.map { "\(kind.rawValue): \($0)" }
        }
        return report
    }

    private struct Tally: Sendable {
        var cuts = 0
        var violations: [String] = []
    }

    private static func cut(
        _ kind: CutFileSystem,
        _ number: Int,
        times: Int,
        _ order: ScenarioOrder
    ) throws -> Tally {
        var tally = Tally()
        guard !order.isOver else { return tally }
        // In the broken variant the remote's files and the library's are not on the disk when they are said to be.
        let options = order.isBroken ? ["--omit", ProtocolStep.syncFiles.rawValue] : []
        let disks = try DistantDisks(kind, options: options)
        var random = SeededNumbers(seed: order.seed &* 131_071 &+ UInt64(number))
        for life in 0..<times where !order.isOver {
            let context = "\(kind.rawValue), disks \(number), cut \(life), seed \(order.seed)"
            let violations = try disks.cut(&random)
            tally.cuts += 1
            tally.violations += order.note(violations.map { "\(context): \($0)" })
            // What is broken stays so.
            guard violations.isEmpty else { break }
        }
        return tally
    }
}
