import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit) struct DamagedLibrariesTests {
    @Test func `a few damaged libraries find nothing`() async throws {
        let folder = try TemporaryFolder()
        let report = try await DamagedLibrariesScenario().run(
            ScenarioOrder(length: .short, count: 90, seed: 3, folder: folder.url)
        )
        #expect(report.counts.first?.number == 90)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test func `a history at the end of its numbers once killed a program`() throws {
        let folder = try TemporaryFolder()
        let order = ScenarioOrder(length: .short, count: 1, seed: 20201, folder: folder.url)
        let tally = try StrangerWorkshop(order).examine([8_520])
        #expect(tally.libraries == 1)
        #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
    }

    /// Row numbers and places in the log at the end of their range, which once killed whoever counted on.
    @Test(arguments: [UInt64(1), 2]) func `libraries that once killed a program`(
        seed: UInt64
    )
        async throws
    {
        let folder = try TemporaryFolder()
        let shop = try StrangerWorkshop(
            ScenarioOrder(length: .short, count: 1, seed: seed, folder: folder.url)
        )
        let tally = try shop.examine([54, 137, 220, 223])
        #expect(tally.libraries == 4)
        #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "damaged-libraries"))
    func `planted: a library that is used unseen is noticed`() async throws {
        let folder = try TemporaryFolder()
        let report = try await DamagedLibrariesScenario().run(
            ScenarioOrder(length: .short, count: 25, seed: 3, folder: folder.url, isBroken: true)
        )
        #expect(report.violations.contains { $0.contains(StrangerWorkshop.notRefused) })
    }
}

@Suite(.permit, .serialized) struct PathsTests {
    @Test func `nasty names and a few races find nothing`() async throws {
        let folder = try TemporaryFolder()
        // The stress tests send all names through all entries.
        let report = try await PathsScenario(spacing: 5).run(
            ScenarioOrder(length: .short, count: 6, seed: 3, folder: folder.url)
        )
        #expect(report.counts.first?.number == 6)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "paths")) func `planted: names and links that are followed are noticed`()
        async throws
    {
        let folder = try TemporaryFolder()
        let report = try await PathsScenario().run(
            ScenarioOrder(length: .short, count: 9, seed: 3, folder: folder.url, isBroken: true)
        )
        #expect(report.violations.contains { $0.contains("export: outside changed") })
        #expect(report.violations.contains { $0.contains("races") })
    }

    @Test func `there are names enough, each once`() {
        #expect(NastyNames.all.count >= 120)
        // By their bytes: some are equal as texts.
        #expect(Set(NastyNames.all.map { Array($0.utf8) }).count == NastyNames.all.count)
    }
}
