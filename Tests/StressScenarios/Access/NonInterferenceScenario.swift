import Foundation
import PhotosStore
import PhotosTestSupport

/// Puts the same questions to two libraries that a limited client must not be able to tell apart.
///
/// They are equal in what is selected for the client and differ in everything else: other photos, albums, folders and
/// members, another history, other numbers of all of them. Between the questions their owners go on with it. Every
/// answer, refusal and change of a held result must be the same in both, letter by letter; tokens, which are random,
/// must be equal and unequal to each other in the same places.
struct NonInterferenceScenario: Scenario {
    let name = "non-interference"
    let summary =
        "A limited client cannot tell two libraries apart that are equal in its selection."
    let promises = ["P7"]
    let unit = "calls"

    func count(of length: StressLength) -> Int { length == .short ? 1_000 : 100_000 }

    func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var calls = 0
        var kinds: [String: Int] = [:]
        var visibleChanges = 0
        var violations: [String] = []
        var round: UInt64 = 0
        while calls < order.count, !order.isOver, violations.count < 20 {
            round += 1
            let seed = order.seed &* 1_000 &+ round
            let folder = order.folder.appendingPathComponent("\(round)", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let fault: Twin.Fault? =
                order.isBroken ? (round.isMultiple(of: 2) ? .vocabulary : .log) : nil
            var script = try TwinScript(seed: seed, folder, fault: fault)
            for step in 0..<min(500, order.count - calls) where !order.isOver {
                let outcome = try script.step()
                calls += 1
                kinds[outcome.call, default: 0] += 1
                if let difference = outcome.difference {
                    violations.append("seed \(seed), call \(step), \(outcome.call): \(difference)")
                    break
                }
            }
            visibleChanges += script.visibleChanges
            violations += try script.finish().map { "seed \(seed): \($0)" }
            try? FileManager.default.removeItem(at: folder)
        }
        return ScenarioReport(
            counts: [
                .init("calls", calls), .init("kinds of call", kinds.count),
                .init("pairs of libraries", Int(round)),
                .init("changes that it could see", visibleChanges),
                .init("differences", violations.count),
            ],
            violations: violations
        )
    }
}
