import Foundation
import LibraryExercise
import PhotosTestSupport

/// The tests and a soak under the thread sanitizer, built beside everything else.
package struct ThreadsScenario: Scenario {
    package let name = "thread-sanitizer"
    package let summary = "tests and a soak under the thread sanitizer: 0 reports"
    package let promises = ["P5", "P6"]
    package let unit = "tests"

    package init() {}

    /// What is known of the suite: fewer mean that not all of it ran.
    package func count(of length: StressLength) -> Int { length == .short ? 20 : 1_300 }

    /// Where `Scripts/stress` builds with the sanitizer, seen from the checkout.
    static let folder = ".build/thread"

    package func obstacle() -> String? {
        FileManager.default.isExecutableFile(atPath: Self.folder + "/debug/photokit-dev")
            ? nil
            : "nothing is built with the thread sanitizer: swift build --build-tests --sanitize=thread --scratch-path \(Self.folder)"
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var run = ThreadsRun(order)
        return order.isBroken ? try run.planted() : try run.report()
    }
}

private struct ThreadsRun {
    let order: ScenarioOrder
    private var handover: URL?

    init(_ order: ScenarioOrder) { self.order = order }

    /// What shares most between threads: a short run has time for no more.
    ///
    /// These tests wait for each other's threads, and for a time that has an end, so they are not run beside a thousand
    /// others.
    private static let sharing = "ObserverTests|CallbackOrderTests|LiveResultTests|CheckpointTests"

    mutating func report() throws -> ScenarioReport {
        try prepare()
        var parts = [["--filter", Self.sharing]]
        if order.length == .long { parts.append(["--skip", Self.sharing]) }
        var count = 0
        var violations: [String] = []
        for (number, part) in parts.enumerated() where !order.isOver {
            let arguments =
                [
                    "swift", "test", "--skip-build", "--sanitize=thread", "--scratch-path",
                    ThreadsScenario.folder,
                    // Tests of scenarios start processes that have minutes for their work, not hours.
                    "--skip", "StressScenarioTests",
                ] + part
            let tests = try run("/usr/bin/env", arguments, name: "tests-\(number)")
            count += Self.testCount(tests.text)
            violations += tests.reports
            if tests.status != 0, tests.reports.isEmpty {
                violations.append(
                    "the tests ended with \(tests.status): \(tests.text.suffix(400))"
                )
            }
        }
        if count < order.count, !order.isOver {
            violations.append("only \(count) of \(order.count) tests ran")
        }
        var counts = [ScenarioReport.Count("tests", count)]
        if !order.isOver {
            let soak = try run(
                ThreadsScenario.folder + "/debug/photokit-dev",
                [
                    "stress", "short", "--only", "soak", "--seed", "\(order.seed)", "--count",
                    order.length == .short ? "60" : "2000",
                ],
                name: "soak"
            )
            violations += soak.reports
            if soak.status != 0, soak.reports.isEmpty {
                violations.append("the soak ended with \(soak.status): \(soak.text.suffix(400))")
            }
            counts.append(.init("soak", 1))
        }
        counts.append(.init("reports", violations.count))
        return ScenarioReport(counts: counts, violations: violations)
    }

    private mutating func prepare() throws {
        handover = try LockHandover.library(in: order.folder) { program, arguments in
            let outcome = try run(program, arguments, name: "handover")
            return (outcome.status, outcome.text)
        }
    }

    /// A program with a race in it, which must be reported, and with a lock that is waited for, which must not.
    ///
    /// Its threads begin together: the sanitizer forgets what a thread did that ended long ago.
    mutating func planted() throws -> ScenarioReport {
        try prepare()
        let source = order.folder.appendingPathComponent("race.swift")
        let program = order.folder.appendingPathComponent("race")
        let text = """
            import Foundation
            import Synchronization
            nonisolated(unsafe) var racing = 0
            final class Guarded: Sendable { let count = Mutex(0) }
            let guarded = Guarded()
            let races = CommandLine.arguments.count > 1
            let waiting = Atomic(4)
            let threads = (0..<4).map { _ in
                Thread {
                    waiting.subtract(1, ordering: .relaxed)
                    while waiting.load(ordering: .relaxed) > 0 { sched_yield() }
                    for _ in 0..<20_000 {
                        if races { racing += 1 } else { guarded.count.withLock { $0 += 1 } }
                    }
                }
            }
            for thread in threads { thread.start() }
            while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
            """
        try Data(text.utf8).write(to: source)
        let made = try run(
            "/usr/bin/env",
            ["swiftc", "-sanitize=thread", "-o", program.path, source.path],
            name: "compiler"
        )
        guard made.status == 0 else { throw Fault("the program was not compiled: \(made.text)") }
        let locked = try run(program.path, [], name: "lock")
        guard locked.reports.isEmpty, locked.status == 0 else {
            throw Fault("a lock was taken for a race: \(locked.reports.first ?? locked.text)")
        }
        let outcome = try run(program.path, ["race"], name: "race")
        return ScenarioReport(counts: [.init("tests", 1)], violations: outcome.reports)
    }

    /// How many tests a run says that it has had.
    private static func testCount(_ text: String) -> Int {
        let line = text.split(separator: "\n").last { $0.contains("Test run with ") }
        let words = line?.split(separator: " ") ?? []
        return words.firstIndex(of: "with").flatMap { Int(words[$0 + 1]) } ?? 0
    }

    private func run(
        _ program: String,
        _ arguments: [String],
        name: String
    ) throws -> (status: Int32, text: String, reports: [String]) {
        let log = order.folder.appendingPathComponent("\(name)-report")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TSAN_OPTIONS": "log_path=\(log.path):halt_on_error=0:exitcode=66",
            "SWIFT_BACKTRACE": "enable=no", "LD_PRELOAD": handover?.path ?? "",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self),
            try reports(named: log.lastPathComponent)
        )
    }

    /// The sanitizer writes a file for each process that it has something to say about.
    private func reports(named name: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: order.folder.path)
        return try files.filter { $0.hasPrefix(name) }.sorted().flatMap { file in
            let url = order.folder.appendingPathComponent(file)
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return text.components(separatedBy: "WARNING: ThreadSanitizer:").dropFirst().map {
                "\(file): \($0.split(separator: "\n").prefix(6).joined(separator: " "))"
            }
        }
    }
}
