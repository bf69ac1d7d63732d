import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Many processes on one library for a while, and none of them ever sees half a change.
package struct SoakScenario: Scenario {
    package let name = "soak"
    package let summary =
        "4 writers, 8 readers, 2 observers, a checkpointer: whole groups, no gaps, sums equal, memory and descriptors flat"
    package let promises = ["P1", "P2", "P5", "P6"]
    package let unit = "changes"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 2_000 : 500_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let run = try SoakRun(order, seconds: seconds(order))
        return try run.report()
    }

    /// How long it lasts at least; fewer changes than a short run asks for are wanted at once.
    private func seconds(_ order: ScenarioOrder) -> Double {
        if order.count < count(of: .short) { return 0 }
        return order.length == .short ? 60 : 1_800
    }
}

/// One soak: stretches of work, and a moment of quiet behind each, in which everything is compared.
private final class SoakRun {
    private let order: ScenarioOrder
    private let seconds: Double
    private let folder: URL
    private let store: Library
    private let first: Int64
    private var writers: [LineProcess] = []
    private var readers: [LineProcess] = []
    private var observers: [LineProcess] = []
    private var checkpointer: LineProcess?
    private var footprints: [[(resident: Int, descriptors: Int)]] = []
    private var violations: [String] = []
    private var largestLog: Int64 = 0
    private var largestIdleLog: Int64 = 0

    private static let writerCount = 4
    private static let readerCount = 8
    private static let observerCount = 2
    /// Idle, as the engine promises.
    private static let logLimit: Int64 = 64 << 20

    init(_ order: ScenarioOrder, seconds: Double) throws {
        self.order = order
        self.seconds = seconds
        folder = order.folder.appendingPathComponent("Soak.photolib", isDirectory: true)
        store = try SoakScene.prepare(folder)
        first = try store.currentPosition().sequence
    }

    private var all: [LineProcess] {
        writers + readers + observers + (checkpointer.map { [$0] } ?? [])
    }

    func report() throws -> ScenarioReport {
        try start()
        let begin = ContinuousClock.now
        var stretches = 0
        while violations.isEmpty, !order.isOver,
            try done() < order.count || (ContinuousClock.now - begin) / .seconds(1) < seconds
        {
            try work()
            settle()
            stretches += 1
        }
        let counts = finish(stretches)
        judgeFootprints()
        return ScenarioReport(counts: counts, violations: violations)
    }

    private func done() throws -> Int { Int(try store.currentPosition().sequence - first) }

    private func start() throws {
        func parts(_ name: String, _ count: Int, _ more: [String] = []) throws -> [LineProcess] {
            try (1...count).map { number in
                let seed = order.seed &* 1_000 &+ UInt64(number)
                return try ScenarioParts.start(
                    "\(name) \(number)",
                    [name, folder.path, "\(seed)"] + more
                )
            }
        }
        observers = try parts("soak-observer", Self.observerCount)
        writers = try parts("soak-writer", Self.writerCount)
        readers = try parts("soak-reader", Self.readerCount, order.isBroken ? ["torn"] : [])
        checkpointer = try parts("soak-checkpointer", 1)[0]
        footprints = Array(repeating: [], count: all.count)
    }

    private func work() throws {
        let stretch = seconds == 0 ? 2.0 : order.length == .short ? 12 : 20
        let active = writers + readers + (checkpointer.map { [$0] } ?? [])
        for process in active { try process.ask("work \(stretch)") }
        let end = ContinuousClock.now + .seconds(stretch)
        while ContinuousClock.now < end {
            usleep(100_000)
            largestLog = max(largestLog, logSize)
        }
        for process in active { note { _ = try process.answer(within: stretch + 120) } }
    }

    private var logSize: Int64 {
        let path = store.layout.database.path + "-wal"
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        return size?.int64Value ?? 0
    }

    /// Nobody writes: what everybody has must be what there is.
    private func settle() {
        note {
            let sequence = try store.currentPosition().sequence
            let quiet = readers + observers + (checkpointer.map { [$0] } ?? [])
            for process in quiet { try process.ask("settle \(sequence)") }
            for process in quiet { note { _ = try process.answer(within: 300) } }
        }
        largestIdleLog = max(largestIdleLog, logSize)
        for (place, process) in all.enumerated() { footprints[place].append(process.footprint) }
    }

    private func finish(_ stretches: Int) -> [ScenarioReport.Count] {
        var acknowledged = 0
        var reads = 0
        var checkpoints = 0
        note {
            for writer in writers {
                try writer.ask("rest")
                acknowledged += Int(try writer.answer()) ?? 0
            }
            for reader in readers {
                try reader.ask("rest")
                reads += Int(try reader.answer().split(separator: " ").first ?? "") ?? 0
            }
            for process in observers {
                try process.ask("rest")
                _ = try process.answer()
            }
            if let checkpointer {
                try checkpointer.ask("rest")
                checkpoints = Int(try checkpointer.answer()) ?? 0
            }
            for process in all { try process.quit() }
        }
        note {
            let logged = try done()
            if violations.isEmpty, logged != acknowledged {
                throw Fault("\(acknowledged) changes were acknowledged, the log has \(logged)")
            }
            let report = try LibraryCheck(store, readingBytes: true).run()
            for finding in report.findings { violations.append(say("the check found \(finding)")) }
            guard largestIdleLog <= Self.logLimit else {
                throw Fault("the idle write-ahead log has \(largestIdleLog) bytes")
            }
        }
        store.close()
        return [
            .init("changes", acknowledged),
            .init("changed rows", acknowledged * SoakScene.groupSize),
            .init("readings", reads), .init("checkpoints", checkpoints),
            .init("quiet points", stretches), .init("MB of log at most", Int(largestLog >> 20)),
            .init(
                "MB of memory together",
                footprints.compactMap { $0.last?.resident }.reduce(0, +) >> 20
            ),
        ]
    }

    /// Flat behind the first third; of memory only long runs can tell.
    private func judgeFootprints() {
        for (process, measured) in zip(all, footprints) where measured.count >= 6 {
            let (before, after) = (
                measured.prefix(measured.count / 3), measured.suffix(measured.count / 3)
            )
            let descriptors = (
                before.map(\.descriptors).max() ?? 0, after.map(\.descriptors).max() ?? 0
            )
            if descriptors.1 > descriptors.0 {
                violations.append(
                    say(
                        "\(process.name) has \(descriptors.1) descriptors open, before \(descriptors.0)"
                    )
                )
            }
            guard measured.count >= 30 else { continue }
            let memory = (before.map(\.resident).max() ?? 0, after.map(\.resident).max() ?? 0)
            if Double(memory.1) > Double(memory.0) * 1.05 {
                violations.append(say("\(process.name) grew from \(memory.0) to \(memory.1) bytes"))
            }
        }
    }

    private func note(_ body: () throws -> Void) {
        do { try body() } catch { violations.append(say("\(error)")) }
    }

    private func say(_ sentence: String) -> String { "\(sentence) (seed \(order.seed))" }
}
