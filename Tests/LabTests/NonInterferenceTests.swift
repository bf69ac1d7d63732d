import Foundation
import Lab
import PhotosTestSupport
import Testing

struct NonInterferenceTests {
    private let rig = Lab.rigs.first { $0.name == "non-interference" }

    private func run(isBroken: Bool, _ count: Int) async throws -> RigReport {
        let folder = try TemporaryFolder()
        let order = RigOrder(
            length: .short,
            count: count,
            seed: 3,
            folder: folder.url,
            isBroken: isBroken
        )
        return try await #require(rig).run(order)
    }

    @Test func `two libraries that differ outside a selection answer alike`() async throws {
        let report = try await run(isBroken: false, 250)
        #expect(report.violations.isEmpty, "\(report.violations)")
        #expect(report.counts.first?.number == 250)
    }

    @Test func `a history that tells a limited client too much is noticed`() async throws {
        #expect(try await !run(isBroken: true, 250).violations.isEmpty)
    }
}
