import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit) struct NonInterferenceTests {
    private func run(isBroken: Bool, _ count: Int) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let order = ScenarioOrder(
            length: .short,
            count: count,
            seed: 3,
            folder: folder.url,
            isBroken: isBroken
        )
        return try await NonInterferenceScenario().run(order)
    }

    @Test func `two libraries that differ outside a selection answer alike`() async throws {
        let report = try await run(isBroken: false, 250)
        #expect(report.violations.isEmpty, "\(report.violations)")
        #expect(report.counts.first?.number == 250)
    }

    @Test(.plants(in: "non-interference"))
    func `planted: a history and suggestions that tell a limited client too much are noticed`()
        async throws
    {
        let violations = try await run(isBroken: true, 500).violations
        #expect(violations.contains { $0.contains(", suggestions: ") }, "\(violations)")
        #expect(violations.contains { !$0.contains(", suggestions: ") }, "\(violations)")
    }
}
