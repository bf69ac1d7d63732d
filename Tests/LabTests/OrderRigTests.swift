import Foundation
import Lab
import PhotosTestSupport
import Testing

/// Each rig finds nothing in a small run, and finds what was broken on purpose.
struct OrderRigTests {
    private func run(_ rig: any Rig, count: Int, broken: Bool = false) async throws -> RigReport {
        let folder = try TemporaryFolder(isVolatile: false)
        var order = RigOrder(length: .short, count: count, seed: 11, folder: folder.url)
        order.isBroken = broken
        order.deadline = .now + .seconds(120)
        return try await rig.run(order)
    }

    private func expectSound(_ rig: any Rig, count: Int) async throws {
        let report = try await run(rig, count: count)
        #expect(report.violations == [])
        #expect(report.counts.first.map { $0.number >= count } == true)
    }

    private func expectCaught(_ rig: any Rig, count: Int) async throws {
        let report = try await run(rig, count: count, broken: true)
        #expect(!report.violations.isEmpty)
        #expect(report.violations.allSatisfy { $0.count > 20 })
    }

    @Test func `a soak finds nothing`() async throws {
        try await expectSound(SoakRig(), count: 10)
    }

    @Test func `a reader of two states is found out`() async throws {
        try await expectCaught(SoakRig(), count: 100_000)
    }

    @Test func `observers that poll miss nothing`() async throws {
        try await expectSound(ObserversRig(), count: 800)
    }

    @Test func `observers that only listen are found out`() async throws {
        try await expectCaught(ObserversRig(), count: 20_000)
    }

    @Test func `wrong tokens are refused`() async throws {
        try await expectSound(TokensRig(), count: 200)
    }

    @Test func `a check of tokens that is left out is found out`() async throws {
        try await expectCaught(TokensRig(), count: 200)
    }

    @Test func `clocks jump without harm`() async throws {
        try await expectSound(ClocksRig(), count: 20)
    }

    @Test func `a purge that believes every clock is found out`() async throws {
        try await expectCaught(ClocksRig(), count: 200)
    }

    @Test func `a planted race is reported`() async throws {
        try await expectCaught(ThreadsRig(), count: 1)
    }

    @Test(.enabled(if: FuzzRig().obstacle() == nil, "the fuzz targets are not built"))
    func `a fault of the reference is found out`() async throws {
        try await expectCaught(FuzzRig(), count: 1)
    }
}
