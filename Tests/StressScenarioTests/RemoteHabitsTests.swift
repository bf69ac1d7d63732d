import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized) struct RemoteHabitsTests {
    private func report(
        _ steps: Int,
        of kinds: RemoteHabitsScenario.Kinds = .folders,
        seed: UInt64,
        isBroken: Bool = false
    ) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        var order = ScenarioOrder(length: .short, count: steps, seed: seed, folder: folder.url)
        order.isBroken = isBroken
        order.deadline = .now + .seconds(1_800)
        return try await RemoteHabitsScenario(kinds).run(order)
    }

    @Test func `a few days of habits with remotes lose nothing`() async throws {
        let report = try await report(120, seed: 7)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first.map { $0.number >= 120 } == true)
        #expect(report.counts.contains { $0.label == "files that left" && $0.number > 0 })
    }

    @Test func `the same seed does the same`() async throws {
        #expect(try await report(60, seed: 3) == report(60, seed: 3))
    }

    @Test(.plants(in: "remote-habits"))
    func `planted: files that leave without a look into their remotes are found out`()
        async throws
    {
        let report = try await report(2_000, seed: 7, isBroken: true)
        #expect(!report.violations.isEmpty)
    }

    // MARK: Services over HTTP

    private static var servicesRun: Bool { RemoteHabitsScenario(.services).obstacle() == nil }
    private static let needs: Comment = "photokit-transfer and python3 are needed."

    @Test(.enabled(if: servicesRun, needs))
    func `a few days of habits with services that lie over HTTP lose nothing`() async throws {
        let report = try await report(60, of: .services, seed: 7)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
        #expect(report.counts.first.map { $0.number >= 60 } == true)
        #expect(report.counts.contains { $0.label == "files that left" && $0.number > 0 })
        #expect(report.counts.contains { $0.label == "lies" && $0.number > 0 })
    }

    @Test(.plants(in: "service-habits"), .enabled(if: servicesRun, needs))
    func `planted: files that leave without a look are found out over HTTP`() async throws {
        let report = try await report(60, of: .services, seed: 7, isBroken: true)
        #expect(
            report.violations.contains { $0.contains(" leave, of which 0 of ") },
            "\(report)"
        )
    }
}
