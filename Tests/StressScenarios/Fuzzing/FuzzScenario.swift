import Foundation
import LibraryExercise
import PhotosTestSupport

/// Runs the fuzz targets: first under the fuzzer, which looks for new ways through the code, then as a storm, for number.
package struct FuzzScenario: Scenario {
    package let name = "fuzz"
    package let summary =
        "predicates against a reference, tokens and log entries, headers, messages: 0 traps, 0 mismatches"
    package let promises = ["P8", "P9"]
    package let unit = "executions"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 200_000 : 100_000_000 }

    /// Where `Scripts/fuzz` builds the targets, seen from the checkout.
    static let programs = "Tools/Fuzz/.build/debug"

    package func obstacle() -> String? {
        let missing = FuzzTarget.allCases.map(\.rawValue).filter {
            !FileManager.default.isExecutableFile(atPath: "\(Self.programs)/\($0)")
        }
        return missing.isEmpty
            ? nil : "the fuzz targets are not built in \(Self.programs): run Scripts/fuzz --build"
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        var run = FuzzRun(order)
        return try run.report()
    }
}

/// The targets, and which part of all executions falls to each: what costs little is done more often.
enum FuzzTarget: String, CaseIterable {
    case predicates = "FuzzPredicates"
    case tokens = "FuzzTokens"
    case files = "FuzzFiles"
    case messages = "FuzzMessages"

    var part: Double {
        switch self {
        case .predicates: 0.01
        case .tokens: 0.5
        case .files: 0.035
        case .messages: 0.455
        }
    }

    var label: String {
        switch self {
        case .predicates: "predicates"
        case .tokens: "tokens and log entries"
        case .files: "files"
        case .messages: "messages"
        }
    }
}

private struct FuzzRun {
    let order: ScenarioOrder
    /// What ends the fuzzing of a target: a number of executions in a short run, and seconds.
    let fuzzingLimits: [String]
    private var executions: [FuzzTarget: Int] = [:]
    private var fuzzed = 0
    private var violations: [String] = []

    init(_ order: ScenarioOrder) {
        self.order = order
        let isShort = order.length == .short && !order.isBroken
        let seconds = order.isBroken ? 20 : isShort ? 25 : 60
        fuzzingLimits = ["-max_total_time=\(seconds)"] + (isShort ? ["-runs=20000"] : [])
    }

    mutating func report() throws -> ScenarioReport {
        // Only the reference of predicates can be told to say the wrong thing.
        let targets = order.isBroken ? [FuzzTarget.predicates] : FuzzTarget.allCases
        for target in targets where !order.isOver { try fuzz(target) }
        if !order.isBroken { try stormAll() }
        let total = executions.values.reduce(0, +)
        var counts = [
            ScenarioReport.Count("executions", total), .init("of them under the fuzzer", fuzzed),
        ]
        counts += FuzzTarget.allCases.map { .init("of \($0.label)", executions[$0] ?? 0) }
        return ScenarioReport(counts: counts, violations: violations)
    }

    private mutating func fuzz(_ target: FuzzTarget) throws {
        let corpus = order.folder.appendingPathComponent(target.rawValue, isDirectory: true)
        try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
        let program = URL(fileURLWithPath: "\(FuzzScenario.programs)/\(target.rawValue)")
        _ = try run(program, ["seed", corpus.path])
        let outcome = try run(
            program,
            fuzzingLimits + [
                "-seed=\(UInt32(truncatingIfNeeded: order.seed | 1))", "-max_len=98304",
                "-timeout=5", "-rss_limit_mb=2048", "-print_final_stats=1", "-print_funcs=0",
                "-verbosity=0", "-artifact_prefix=\(order.folder.path)/", corpus.path,
            ]
        )
        let label = "stat::number_of_executed_units:"
        let line = outcome.text.split(separator: "\n").last { $0.hasPrefix(label) }
        let done = line.flatMap {
            Int($0.dropFirst(label.count).trimmingCharacters(in: .whitespaces))
        }
        executions[target, default: 0] += done ?? 0
        fuzzed += done ?? 0
        guard outcome.status != 0 || done == nil else { return }
        violations.append(
            "\(target.rawValue) ended with \(outcome.status) under the fuzzer: \(sentence(outcome.text)) The input lies in \(order.folder.path)."
        )
    }

    /// In rounds over all targets, so that a run that ends early has done its part of each.
    private mutating func stormAll() throws {
        var next: [FuzzTarget: Int] = [:]
        var round = 0
        while executions.values.reduce(0, +) < order.count, !order.isOver, violations.isEmpty {
            for target in FuzzTarget.allCases where !order.isOver && violations.isEmpty {
                let left = order.count - executions.values.reduce(0, +)
                let wanted = Int(Double(order.count) * target.part) - (executions[target] ?? 0)
                let share = max(1_000, min(wanted / max(1, 10 - round), left))
                try storm(target, first: next[target] ?? 0, count: share)
                next[target, default: 0] += share
            }
            round += 1
        }
    }

    private mutating func storm(_ target: FuzzTarget, first: Int, count: Int) throws {
        let progress = order.folder.appendingPathComponent("progress-\(target.rawValue)")
        let program = URL(fileURLWithPath: "\(FuzzScenario.programs)/\(target.rawValue)")
        let outcome = try run(
            program,
            ["storm", "\(order.seed)", "\(first)", "\(count)", "300", progress.path]
        )
        let last = outcome.text.split(separator: "\n").last { $0.hasPrefix("executions ") }
        let done = last.flatMap { Int($0.dropFirst("executions ".count)) }
        executions[target, default: 0] += done ?? 0
        guard outcome.status != 0 || done == nil else { return }
        let bytes = (try? Data(contentsOf: progress)) ?? Data()
        let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        violations.append(
            "\(target.rawValue) ended with \(outcome.status): \(sentence(outcome.text)) Have it again with: \(program.path) storm \(order.seed) \(number) 1 60 /dev/shm/progress"
        )
    }

    /// What a target said about its end.
    private func sentence(_ text: String) -> String {
        let lines = text.split(separator: "\n")
        let line = lines.first {
            $0.contains("MISMATCH") || $0.contains("ERROR") || $0.contains("Fatal")
        }
        return String((line ?? lines.last ?? "it said nothing").prefix(400)) + "."
    }

    private func run(
        _ program: URL,
        _ arguments: [String]
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        // An account of a crash takes minutes with programs of this size.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["PHOTOKIT_FUZZ_FAULT"] = order.isBroken ? "1" : nil
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
