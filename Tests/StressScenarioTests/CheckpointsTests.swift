import Foundation
import LibraryExercise
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized, .enabled(if: Strace.obstacle == nil, "strace cannot be used here"))
struct CheckpointsTests {
    private func report(_ count: Int, isBroken: Bool) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        return try await CheckpointsScenario().run(
            ScenarioOrder(
                length: .short,
                count: count,
                seed: 3,
                folder: folder.url,
                isBroken: isBroken
            )
        )
    }

    @Test func `a few points find nothing`() async throws {
        let report = try await report(12, isBroken: false)
        #expect(report.counts.first?.number == 12)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(
        .plants(in: "checkpoints"),
        .enabled(if: PowerCutsScenario().obstacle() == nil, "no file system can be cut off here")
    )
    func `planted: commits that are not synced are lost`() async throws {
        let report = try await report(12, isBroken: true)
        #expect(!report.violations.isEmpty)
    }

    @Test func `calls are counted by thread and kind`() {
        let points = CheckpointPoint.read(
            """
            10    pwrite64(3, "SQLite format 3"..., 4096, 0) = 4096
            10    pwrite64(3, "b"..., 4096, 4096 <unfinished ...>
            11    fdatasync(5) = 0
            10    <... pwrite64 resumed>) = 4096
            1200001 fdatasync(3) = 0
            1200001 fdatasync(3) = 0
            11    openat(AT_FDCWD, "c", O_RDONLY) = 5
            """
        )
        #expect(
            points.map(\.name) == [
                "fdatasync number 1 of a checkpoint", "fdatasync number 2 of a checkpoint",
                "pwrite64 number 1 of a checkpoint", "pwrite64 number 2 of a checkpoint",
            ]
        )
    }
}
