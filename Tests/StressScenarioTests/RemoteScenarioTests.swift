import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized) struct RemoteScenarioTests {
    private func report(
        _ scenario: any Scenario,
        _ count: Int,
        isBroken: Bool = false
    ) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        return try await scenario.run(
            ScenarioOrder(
                length: .short,
                count: count,
                seed: 3,
                folder: folder.url,
                isBroken: isBroken
            )
        )
    }

    @Test func `a few kills lose nothing`() async throws {
        let report = try await report(RemoteKillsScenario(), 10)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first?.number == 10)
    }

    @Test(.plants(in: "remote-kills"))
    func `planted: an engine that believes without a proof loses files when it is killed`()
        async throws
    {
        let report = try await report(RemoteKillsScenario(), 40, isBroken: true)
        #expect(!report.violations.isEmpty)
    }

    @Test func `a few lies lose nothing`() async throws {
        let report = try await report(RemoteLiesScenario(), 60)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts[2].number > 0)
        #expect(report.counts[3].number > 0)
    }

    @Test(.plants(in: "remote-lies")) func `planted: an engine that believes a liar is found out`()
        async throws
    {
        let report = try await report(RemoteLiesScenario(), 2_000, isBroken: true)
        #expect(!report.violations.isEmpty)
    }

    @Test(
        .enabled(
            if: CutFileSystem.ext4.obstacle == nil,
            "Loop devices with ext4 cannot be mounted here."
        )
    )
    func `a few power cuts lose nothing`() async throws {
        let report = try await report(RemotePowerCutsScenario(), 10)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first?.number == 10)
    }

    @Test(
        .plants(in: "remote-power-cuts"),
        .enabled(
            if: CutFileSystem.ext4.obstacle == nil,
            "Loop devices with ext4 cannot be mounted here."
        )
    )
    func `planted: an engine that syncs no file loses some when the power is cut`() async throws {
        let report = try await report(RemotePowerCutsScenario(), 40, isBroken: true)
        #expect(!report.violations.isEmpty)
    }

    @Test func `a rebuilt library is equal, row by row`() async throws {
        let report = try await report(RemoteRebuildScenario(), 130)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first?.number ?? 0 > 120)
    }

    @Test(.plants(in: "remote-rebuild"))
    func `planted: a rebuilt library with another row is found out`() async throws {
        let report = try await report(RemoteRebuildScenario(), 10, isBroken: true)
        #expect(!report.violations.isEmpty)
    }
}
