import Foundation
import PhotosTestSupport
import StressScenarios
import TestPermits
import Testing

/// Each scenario finds nothing in a small run, and finds what was broken on purpose.
@Suite(.permit) struct OrderScenarioTests {
    private func run(
        _ scenario: any Scenario,
        count: Int,
        broken: Bool = false
    ) async throws -> ScenarioReport {
        let folder = try TemporaryFolder(isVolatile: false)
        var order = ScenarioOrder(length: .short, count: count, seed: 11, folder: folder.url)
        order.isBroken = broken
        order.deadline = .now + .seconds(120)
        return try await scenario.run(order)
    }

    private func expectSound(_ scenario: any Scenario, count: Int) async throws {
        let report = try await run(scenario, count: count)
        #expect(report.violations == [])
        #expect(report.counts.first.map { $0.number >= count } == true)
    }

    private func expectCaught(_ scenario: any Scenario, count: Int) async throws {
        let report = try await run(scenario, count: count, broken: true)
        #expect(!report.violations.isEmpty)
        #expect(report.violations.allSatisfy { $0.count > 20 })
    }

    @Test func `a soak finds nothing`() async throws {
        try await expectSound(SoakScenario(), count: 10)
    }

    @Test(.plants(in: "soak")) func `planted: a reader of two states is found out`() async throws {
        try await expectCaught(SoakScenario(), count: 1_900)
    }

    @Test func `observers that poll miss nothing`() async throws {
        try await expectSound(ObserversScenario(), count: 800)
    }

    @Test(.plants(in: "observers")) func `planted: observers that only listen are found out`()
        async throws
    {
        try await expectCaught(ObserversScenario(), count: 20_000)
    }

    @Test func `wrong tokens are refused`() async throws {
        try await expectSound(TokensScenario(), count: 200)
    }

    @Test(.plants(in: "tokens")) func `planted: a check of tokens that is left out is found out`()
        async throws
    {
        try await expectCaught(TokensScenario(), count: 200)
    }

    @Test func `clocks jump without harm`() async throws {
        try await expectSound(ClocksScenario(), count: 20)
    }

    @Test(.plants(in: "clocks")) func `planted: a purge that believes every clock is found out`()
        async throws
    {
        try await expectCaught(ClocksScenario(), count: 200)
    }

    @Test(.plants(in: "thread-sanitizer")) func `planted: a race is reported`() async throws {
        try await expectCaught(ThreadsScenario(), count: 1)
    }

    @Test(
        .plants(in: "fuzz"),
        .enabled(if: FuzzScenario().obstacle() == nil, "the fuzz targets are not built")
    )
    func `planted: a fault of the reference is found out`() async throws {
        try await expectCaught(FuzzScenario(), count: 1)
    }
}
