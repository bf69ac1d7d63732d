import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized, .enabled(if: Strace.obstacle == nil, "strace cannot be used here"))
struct FailingDisksTests {
    private func order(
        _ count: Int,
        _ folder: TemporaryFolder,
        isBroken: Bool = false
    ) -> ScenarioOrder {
        ScenarioOrder(length: .short, count: count, seed: 1, folder: folder.url, isBroken: isBroken)
    }

    @Test func `a full disk is told of, and then work goes on`() async throws {
        let folder = try TemporaryFolder()
        let report = try await DiskFullScenario().run(order(12, folder))
        #expect(report.counts.first?.number == (report.skipped.isEmpty ? 12 : 6))
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "disk-full"))
    func `planted: files that are moved behind the commit are missing when the disk is full`()
        async throws
    {
        let folder = try TemporaryFolder()
        let report = try await DiskFullScenario().run(order(30, folder, isBroken: true))
        #expect(!report.violations.isEmpty)
    }

    @Test func `a failing disk is told of`() async throws {
        let folder = try TemporaryFolder()
        let report = try await InputOutputErrorsScenario().run(order(2, folder))
        #expect(report.counts.first?.number == 2)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    /// A long run found it (seed 61125): an import went on, one file at a time, when a sync of its block had failed.
    @Test func `an import trusts no file whose sync has failed`() async throws {
        let folder = try TemporaryFolder()
        let scenario = InputOutputErrorsScenario(
            [.importFolder],
            failing: "pwrite64,fsync,fdatasync"
        )
        let report = try await scenario.run(order(1, folder))
        #expect(try #require(report.counts.last).number >= 3)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "io-errors"))
    func `planted: files that are moved behind the commit are missing when that fails`()
        async throws
    {
        let folder = try TemporaryFolder()
        let report = try await InputOutputErrorsScenario().run(order(1, folder, isBroken: true))
        #expect(!report.violations.isEmpty)
    }
}

@Suite(.permit) struct FailedSyncsTests {
    private func violations(_ lines: String...) -> [String] {
        var syncs = FailedSyncs(library: "/l", ledger: "/k")
        for line in lines { if let call = TracedCall(Substring(line)) { syncs.follow(call) } }
        return syncs.violations
    }

    private let failure = "7 fsync(4</l/staging/s/a>) = -1 EIO (Input/output error) (INJECTED)"
    private let success = "7 fsync(4</l/staging/s/a>) = 0"
    private let write = #"7 write(4</l/staging/s/a>, "..."..., 10) = 10"#
    private let acknowledged = #"7 pwrite64(9</k>, "ack   "..., 64, 64) = 64"#
    private let frame = #"7 pwrite64(3</l/database/library.sqlite-wal>, "..."..., 96, 32) = 96"#
    private let nextFrame =
        #"7 pwrite64(3</l/database/library.sqlite-wal>, "..."..., 96, 128) = 96"#
    private let log = "7 fdatasync(3</l/database/library.sqlite-wal>) = 0"
    private let brokenLog =
        "7 fdatasync(3</l/database/library.sqlite-wal>) = -1 EIO (Input/output error)"

    @Test func `a sync is not repeated`() {
        #expect(violations(failure, success).count == 1)
        #expect(violations(failure, failure).count == 1)
        #expect(violations(failure, write, success).isEmpty)
        #expect(violations(success, success).isEmpty)
    }

    @Test func `nothing is acknowledged that the log does not have`() {
        #expect(violations(frame, log, acknowledged).isEmpty)
        #expect(violations(frame, brokenLog, acknowledged).count == 1)
        #expect(violations(frame, brokenLog, log, acknowledged).count == 1)
        #expect(violations(frame, brokenLog, nextFrame, log, acknowledged).count == 1)
        #expect(violations(frame, log, acknowledged, nextFrame, brokenLog, acknowledged).count == 1)
    }

    @Test func `what was synced, is written again or lies behind the end is trusted`() {
        #expect(violations(frame, log, brokenLog, acknowledged).isEmpty)
        #expect(violations(frame, log, acknowledged, brokenLog, acknowledged).isEmpty)
        #expect(violations(frame, brokenLog, frame, log, acknowledged).isEmpty)
        #expect(violations(frame, log, nextFrame, brokenLog, acknowledged).isEmpty)
        #expect(violations(frame, nextFrame, brokenLog, frame, log, acknowledged).isEmpty)
        let cut = "7 ftruncate(3</l/database/library.sqlite-wal>, 0) = 0"
        #expect(violations(frame, brokenLog, cut, nextFrame, log, acknowledged).isEmpty)
    }
}
