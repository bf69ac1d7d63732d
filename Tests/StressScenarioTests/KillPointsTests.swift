import Foundation
import LibraryExercise
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(.permit, .serialized, .enabled(if: Strace.obstacle == nil, "strace cannot be used here"))
struct KillPointsTests {
    @Test func `a few points find nothing`() async throws {
        let folder = try TemporaryFolder()
        let report = try await KillPointsScenario().run(
            ScenarioOrder(length: .short, count: 12, seed: 1, folder: folder.url)
        )
        #expect(report.counts.first?.number == 12)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test func `a backup that is killed leaves a whole copy, or none, and the next goes on`()
        async throws
    {
        let folder = try TemporaryFolder()
        let report = try await KillPointsScenario([.backup]).run(
            ScenarioOrder(length: .short, count: 16, seed: 1, folder: folder.url)
        )
        #expect(report.counts.first?.number == 16)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "kill-points"))
    func `planted: files that are moved behind the commit are found missing`() async throws {
        let folder = try TemporaryFolder()
        let report = try await KillPointsScenario().run(
            ScenarioOrder(length: .short, count: 90, seed: 1, folder: folder.url, isBroken: true)
        )
        #expect(!report.violations.isEmpty)
    }

    /// The scenario must notice what it is for: damage done on purpose, and a block that is not there.
    @Test func `damage and loss are noticed`() throws {
        let folder = try TemporaryFolder()
        let bench = try OperationBench(in: folder.url)
        let trial = try OperationBench.Trial(bench, .importOne)
        let untouched = try trial.verdict()
        #expect(untouched.findings.isEmpty)
        #expect(try Exerciser.run(trial.arguments).status == 0)
        let done = try trial.verdict()
        #expect(done.findings.isEmpty)
        #expect(done.digest != untouched.digest)
        let judge = KillPointJudge(
            course: OperationCourse(
                operation: .importOne,
                digests: [untouched.digest, done.digest],
                assetCount: done.assetCount,
                points: []
            )
        )
        #expect(
            judge.breaches(untouched, acknowledged: 1, hasSource: true).map(\.0) == [.lost]
        )
        let half = LibraryVerdict(findings: [], digest: "half", assetCount: 0, changeCount: 0)
        #expect(judge.breaches(half, acknowledged: 0, hasSource: true).map(\.0) == [.partial])
        #expect(judge.breaches(done, acknowledged: 0, hasSource: true).isEmpty)

        let originals = trial.library.appendingPathComponent("originals")
        let files = try FileManager.default.subpathsOfDirectory(atPath: originals.path)
            .filter { $0.contains("/") }.sorted()
        let first = originals.appendingPathComponent(try #require(files.first))
        let bytes = try Data(contentsOf: first)
        try FileManager.default.removeItem(at: first)
        #expect(try !trial.verdict().findings.isEmpty)
        var wrong = bytes
        wrong[wrong.count / 2] ^= 1
        try wrong.write(to: first)
        #expect(try !trial.verdict().findings.isEmpty)
        try bytes.write(to: first)
        #expect(try trial.verdict().findings.isEmpty)
        try bytes.write(to: first.deletingLastPathComponent().appendingPathComponent("orphan.jpg"))
        #expect(try !trial.verdict().findings.isEmpty)
    }

    @Test func `points are counted by thread and kind, behind the mark`() {
        let points = SystemCallPoint.read(
            """
            10    openat(AT_FDCWD, "a", O_RDONLY) = 3
            10 pwrite64(3, "begin   "..., 64, 0) = 64
            10 openat(AT_FDCWD, "b", O_RDONLY <unfinished ...>
            11 openat(AT_FDCWD, "c", O_RDONLY) = 5
            10 <... openat resumed>) = 4
            11 fsync(5) = 0
            11 fsync(5) = 0
            10 fsync(4) = 0
            """
        )
        #expect(
            points.map(\.name) == [
                "openat number 2", "fsync number 1", "fsync number 2 of another thread",
            ]
        )
        #expect(points[1].before == ["openat": 2, "pwrite64": 1])
    }
}
