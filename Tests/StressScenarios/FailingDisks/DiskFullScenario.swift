import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// A disk that is full: at every single write, once and for ever, and at every size of a small one.
///
/// What it proves: the change fails with an error that says so, everything can still be read, nothing is there in
/// part or left over, no process dies of it; and when there is space, work goes on, in the same process and in the
/// next one.
package struct DiskFullScenario: Scenario {
    package let name = "disk-full"
    package let summary =
        "no space at the n-th write, once and for ever, and on disks of all small sizes"
    package let promises = ["P1", "P2", "P3"]
    package let unit = "points"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 60 : 2_000 }

    package func obstacle() -> String? { Strace.obstacle }

    private struct Case: Sendable {
        var course: OperationCourse
        var point: SystemCallPoint
        var isForEver: Bool

        var name: String {
            "\(course.operation.rawValue), no space \(isForEver ? "from" : "at") \(point.name)\(isForEver ? " on" : "")"
        }
    }

    private struct Result: Sendable {
        var isDone = false
        var wasRefused = false
        var violations: [String] = []
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let isLong = order.count >= count(of: .long)
        let half = order.isBroken ? order.count : order.count / 2
        let writes = try await refuseWrites(order, isLong ? .max : half)
        var report = ScenarioReport(counts: [], skipped: [])
        var sizes: [Result] = []
        if let obstacle = SmallDisk.obstacle {
            report.skipped.append("small disks: \(obstacle)")
        } else {
            let count =
                isLong ? max(200, order.count - writes.count) : order.count - half
            sizes = try await SmallDisk.sizes(count).parallel { size in
                guard !order.isOver else { return Result() }
                let context = "\(size.name), seed \(order.seed)"
                let (refusals, sentences) = try SmallDisk(size).fill(
                    seed: order.seed
                )
                return Result(
                    isDone: true,
                    wasRefused: refusals > 0,
                    violations: sentences.map { "\(context): \($0)" }
                )
            }
        }
        let all = writes + sizes
        report.counts = [
            .init("points", all.count(where: \.isDone)),
            .init("writes refused", writes.count(where: \.isDone)),
            .init("sizes of disks", sizes.count(where: \.isDone)),
            .init("points where the caller was told", all.count(where: \.wasRefused)),
        ]
        report.violations = all.flatMap(\.violations)
        return report
    }

    private func refuseWrites(_ order: ScenarioOrder, _ limit: Int) async throws -> [Result] {
        let steps: [ProtocolStep] = order.isBroken ? [.publishBeforeCommit] : []
        let bench = try OperationBench(in: order.folder, omitting: steps)
        let all: [LibraryOperation] =
            order.isBroken ? [.importOne, .edit] : LibraryOperation.allCases
        // An operation is traced several times before its first point, so a few points are those of a few operations.
        let operations = all.spread(limit)
        let courses = try await SideBySide.map(operations) { operation in
            var course = try bench.course(of: operation)
            // The broken variant gives files their names too late, so its fault shows where files are renamed.
            course.points = try bench.points(of: operation, Strace.writingCalls)
                .filter { !order.isBroken || $0.call.hasPrefix("rename") }
            return course
        }
        let cases = courses.flatMap { course in
            course.points.flatMap { point in
                [true, false].map { Case(course: course, point: point, isForEver: $0) }
            }
        }
        let results = try await cases.spread(limit).parallel { item in
            guard !order.isOver else { return Result() }
            let interference: Strace.Interference =
                item.isForEver
                ? .failFrom(item.point, "ENOSPC", calls: Strace.writingCalls)
                : .failOnce(item.point, "ENOSPC")
            // The tracer counts the calls of each thread, so that work on new threads is refused once more.
            let isOver = !item.isForEver && item.course.operation.isSteady
            let trial = try FailingTrial(
                item.course,
                bench,
                behind: interference.launcher,
                triesAgain: isOver,
                goesOn: !isOver
            )
            return Result(
                isDone: true,
                wasRefused: trial.wasRefused,
                violations: order.note(trial.sentences.map { "\(item.name): \($0)" })
            )
        }
        bench.discard()
        return results
    }
}

extension Array where Element: Sendable {
    /// Does something with each element, several at once.
    func parallel<Result: Sendable>(
        _ body: @escaping @Sendable (Element) throws -> Result
    ) async throws -> [Result] {
        try await SideBySide.map(self, body)
    }
}
