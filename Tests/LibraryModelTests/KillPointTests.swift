import Foundation
import LibraryExercise
import PhotosTestSupport
import Testing

/// `kill -9` at single system calls of every kind of operation.
///
/// What it proves: whatever call a process dies at, the next process that opens the library finds every acknowledged
/// block and, of the block that was under way, all or nothing; every file stands with its right bytes, nothing is left
/// over, the database is sound and the history has no gap. A file given away is never gone before its asset is there.
///
/// `PHOTOKIT_TEST_POINTS` sets how many points there are in all; they are spread evenly over the calls.
@Suite(.serialized) struct KillPointTests {
    private struct Tally {
        var points = 0
        var killed = 0
        var lost = 0
        var partial = 0
        var unsound = 0
        var faults: [String] = []
    }

    @Test func `a process killed at any system call loses nothing that it acknowledged`() async throws {
        if let obstacle = SystemCallRig.obstacle() { return skip(obstacle) }
        let wanted = ProcessInfo.processInfo.environment["PHOTOKIT_TEST_POINTS"].flatMap(Int.init) ?? 400
        let folder = try TemporaryFolder()
        let rig = try SystemCallRig(folder: folder.url, picture: TestJPEG(seed: 3).data())
        var courses: [SystemCallRig.Course] = []
        for operation in SystemCallRig.operations { courses.append(try rig.course(of: operation)) }
        let all = courses.flatMap { course in course.points.map { (course, $0) } }
        let count = min(wanted, all.count)
        let chosen = (0..<count).map { all[$0 * all.count / count] }
        let tally = try await run(chosen, rig)
        print(
            "kill points: \(tally.points) points of \(all.count) in \(courses.count) operations, \(tally.killed) killed, \(tally.lost) lost, \(tally.partial) partial, \(tally.unsound) unsound"
        )
        #expect(tally.points >= min(wanted, 300))
        // A program that outlives its point shows nothing.
        #expect(tally.killed * 20 >= tally.points * 19)
        #expect(tally.faults.isEmpty, "\(tally.faults.prefix(10).joined(separator: "\n"))")
    }

    private func run(
        _ points: [(SystemCallRig.Course, SystemCallRig.Point)], _ rig: SystemCallRig
    ) async throws -> Tally {
        try await withThrowingTaskGroup(of: Tally.self) { group in
            for worker in 0..<2 {
                group.addTask {
                    var tally = Tally()
                    for index in stride(from: worker, to: points.count, by: 2) {
                        try Self.kill(points[index].0, at: points[index].1, rig, &tally)
                    }
                    return tally
                }
            }
            return try await group.reduce(into: Tally()) { sum, part in
                sum.points += part.points
                sum.killed += part.killed
                sum.lost += part.lost
                sum.partial += part.partial
                sum.unsound += part.unsound
                sum.faults += part.faults
            }
        }
    }

    private static func kill(
        _ course: SystemCallRig.Course, at point: SystemCallRig.Point, _ rig: SystemCallRig, _ tally: inout Tally
    ) throws {
        let trial = try SystemCallRig.Trial(rig, course.operation)
        let interference = SystemCallRig.Interference.kill(point)
        let outcome = try Exerciser.run(trial.arguments, behind: interference.launcher)
        tally.points += 1
        // strace ends by the signal that ended the program.
        if outcome.wasKilled { tally.killed += 1 }
        let place = "\(course.operation) killed at \(point.call) number \(point.number)"
        guard outcome.wasKilled || outcome.status == 0 else {
            tally.faults.append("\(place): ended with \(outcome.status) \(outcome.errors)")
            return
        }
        let acknowledged = try trial.acknowledged()
        let verdict: LibraryVerdict
        do { verdict = try trial.verdict() } catch {
            tally.unsound += 1
            tally.faults.append("\(place): \(error)")
            return
        }
        if !verdict.findings.isEmpty {
            tally.unsound += 1
            tally.faults.append("\(place): \(verdict.findings)")
        }
        judge(verdict, course, acknowledged, hasSource: trial.hasSource, place, &tally)
        trial.discard()
    }

    private static func judge(
        _ verdict: LibraryVerdict, _ course: SystemCallRig.Course, _ acknowledged: Int,
        hasSource: Bool, _ place: String, _ tally: inout Tally
    ) {
        // Blocks that only tidy up leave the same rows, so the last state that fits counts.
        guard let reached = course.digests.lastIndex(of: verdict.digest) else {
            tally.partial += 1
            tally.faults.append("\(place): the rows are those of no block boundary")
            return
        }
        let isOpening = course.operation == "open"
        let isNext = course.digests.indices.contains(acknowledged + 1)
            && course.digests[acknowledged + 1] == verdict.digest
        if !isOpening, reached < acknowledged {
            tally.lost += 1
            tally.faults.append("\(place): \(acknowledged) acknowledged, \(reached) there")
        } else if !isOpening, course.digests[acknowledged] != verdict.digest, !isNext {
            tally.partial += 1
            tally.faults.append("\(place): \(reached) blocks there, \(acknowledged) acknowledged")
        }
        if course.operation == "importMoving", reached == 0, !hasSource {
            tally.lost += 1
            tally.faults.append("\(place): the file that was given away is gone, and no asset has it")
        }
    }

    /// The rig must notice what it is for: damage done on purpose, and a block that is not there.
    @Test func `damage and loss are noticed`() throws {
        let folder = try TemporaryFolder()
        let rig = try SystemCallRig(folder: folder.url, picture: TestJPEG(seed: 3).data())
        let trial = try SystemCallRig.Trial(rig, "importOne")
        let untouched = try trial.verdict()
        #expect(untouched.findings.isEmpty)
        #expect(try Exerciser.run(trial.arguments).status == 0)
        let done = try trial.verdict()
        #expect(done.findings.isEmpty)
        #expect(done.digest != untouched.digest)
        var tally = Tally()
        let course = SystemCallRig.Course(
            operation: "importOne", digests: [untouched.digest, done.digest], points: [])
        Self.judge(untouched, course, 1, hasSource: true, "lost", &tally)
        #expect(tally.lost == 1)
        Self.judge(
            LibraryVerdict(findings: [], digest: "half", assetCount: 0, changeCount: 0), course, 0,
            hasSource: true, "half", &tally)
        #expect(tally.partial == 1)

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

    private func skip(_ obstacle: String) {
        print("KILL POINTS SKIPPED: \(obstacle). Nothing was shown about killed processes.")
        FileHandle.standardError.write(
            Data("KILL POINTS SKIPPED: \(obstacle). Nothing was shown about killed processes.\n".utf8))
    }
}
