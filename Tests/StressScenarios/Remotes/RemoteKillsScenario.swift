import Foundation
import Glibc
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Kills a process while files leave a library for a remote and come back.
///
/// What it proves: at whatever moment the process ends, every asset that was promised is there, and each of its files is
/// in the library or in the remote, with its bytes; a row says where.
package struct RemoteKillsScenario: Scenario {
    package let name = "remote-kills"
    package let summary = "kill -9 while originals leave for a remote and come back"
    package let promises = ["P1", "P11"]
    package let unit = "kills"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 60 : 10_000 }

    /// The number of processes that one library outlives.
    private static let lives = 40

    /// The number of steps that a process begins at most before it is killed.
    private static let mostSteps = 16
    /// The most microseconds between the beginning of a step and the kill.
    private static let longestStep = 30_000

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let numbers = Array(0..<(order.count + Self.lives - 1) / Self.lives)
        let parts = try await SideBySide.map(numbers) { number in
            try Self.kill(
                number,
                times: min(Self.lives, order.count - number * Self.lives),
                order
            )
        }
        return ScenarioReport(
            counts: [
                .init("kills", parts.reduce(0) { $0 + $1.kills }),
                .init("libraries", parts.count { $0.kills > 0 }),
                .init("lost or wrong", parts.reduce(0) { $0 + $1.violations.count }),
            ],
            violations: parts.flatMap(\.violations)
        )
    }

    private struct Tally: Sendable {
        var kills = 0
        var violations: [String] = []
    }

    private static func kill(
        _ number: Int,
        times: Int,
        _ order: ScenarioOrder
    ) throws -> Tally {
        let folder = order.folder.appendingPathComponent("\(number)", isDirectory: true)
        let place = folder.appendingPathComponent("place", isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let library = folder.appendingPathComponent("Distant.photolib", isDirectory: true)
        let notes = folder.appendingPathComponent("notes")
        var random = SeededNumbers(seed: order.seed &* 65_537 &+ UInt64(number))
        var tally = Tally()
        for life in 0..<times where !order.isOver {
            let context = "library \(number), life \(life), seed \(order.seed)"
            let worker = Process()
            worker.executableURL = URL(fileURLWithPath: try Exerciser.path())
            worker.arguments =
                [
                    "distant", library.path, place.path, notes.path, "--seed",
                    "\(random.next() >> 16)",
                ]
                + (order.isBroken ? ["--hasty"] : [])
            worker.standardInput = FileHandle.nullDevice
            let (steps, errors) = (Pipe(), Pipe())
            worker.standardOutput = steps
            worker.standardError = errors
            try worker.run()
            StepCount.wait(for: random.number(below: Self.mostSteps), of: steps)
            usleep(UInt32(random.number(below: Self.longestStep)))
            let isRunning = worker.isRunning
            Glibc.kill(worker.processIdentifier, SIGKILL)
            let text = errors.fileHandleForReading.readDataToEndOfFile()
            worker.waitUntilExit()
            var violations: [String] = []
            if isRunning {
                tally.kills += 1
            } else {
                violations = ["it ended by itself: \(String(decoding: text, as: UTF8.self))"]
            }
            violations += try DistantLibrary.losses(library, notes: notes)
            tally.violations += order.note(violations.map { "\(context): \($0)" })
            guard violations.isEmpty else { break }
        }
        if tally.violations.isEmpty { try? FileManager.default.removeItem(at: folder) }
        return tally
    }
}
