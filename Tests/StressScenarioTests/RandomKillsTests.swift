import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized) struct RandomKillsTests {
    private func report(kills: Int, isBroken: Bool) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        return try await RandomKillsScenario().run(
            ScenarioOrder(
                length: .short,
                count: kills,
                seed: 2,
                folder: folder.url,
                isBroken: isBroken
            )
        )
    }

    @Test func `a few kills find nothing`() async throws {
        let report = try await report(kills: 12, isBroken: false)
        #expect(report.counts.first.map { $0.number >= 12 } == true)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "random-kills"))
    func `planted: a writer that acknowledges before the commit is found out`() async throws {
        let report = try await report(kills: 30, isBroken: true)
        #expect(!report.violations.isEmpty)
    }
}
