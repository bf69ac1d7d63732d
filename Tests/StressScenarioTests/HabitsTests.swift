import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized) struct HabitsTests {
    private func report(
        _ steps: Int,
        seed: UInt64,
        isBroken: Bool = false
    ) async throws
        -> ScenarioReport
    {
        let folder = try TemporaryFolder()
        var order = ScenarioOrder(length: .short, count: steps, seed: seed, folder: folder.url)
        order.isBroken = isBroken
        order.deadline = .now + .seconds(1_800)
        return try await HabitsScenario().run(order)
    }

    @Test func `a few days of habits lose nothing`() async throws {
        let report = try await report(120, seed: 7)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first.map { $0.number >= 120 } == true)
    }

    @Test func `the same seed does the same`() async throws {
        #expect(try await report(60, seed: 3) == report(60, seed: 3))
    }

    @Test(.plants(in: "habits"))
    func `planted: duplicates that are believed without a look at the original are found out`()
        async throws
    {
        let report = try await report(2_000, seed: 7, isBroken: true)
        #expect(!report.violations.isEmpty)
    }
}
