import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// One soak: stretches of work, and a quiet point after each, at which everything is compared.
final class SoakRun {
    private let order: ScenarioOrder
    private let plan: SoakPlan
    private let folder: URL
    private let store: Library
    private let first: Int64
    /// The position up to which changes were counted, and the number of those that no editor made.
    private var counted: Int64
    private var logged = 0
    private var processes = SoakProcesses()
    private var footprints: [[(resident: Int, descriptors: Int)]] = []
    /// The resident bytes of each viewer, second by second.
    private var viewerMemory: [[Int]] = []
    private var violations: [String] = []
    private var largestLog: Int64 = 0
    private var largestIdleLog: Int64 = 0
    private var summary = ""

    /// The engine's limit of an idle log.
    private static let logLimit: Int64 = 64 << 20

    /// Adds the soak's groups to a library that nobody else has open.
    init(_ order: ScenarioOrder, _ store: Library, _ folder: URL, _ plan: SoakPlan) throws {
        (self.order, self.plan, self.folder, self.store) = (order, plan, folder, store)
        try SoakScene.prepare(store)
        first = try store.history.currentPosition().sequence
        counted = first
    }

    func result() throws -> (report: ScenarioReport, summary: String) {
        processes = try SoakProcesses.start(plan, order, folder)
        footprints = Array(repeating: [], count: processes.all.count)
        viewerMemory = Array(repeating: [], count: processes.viewers.count)
        let begin = ContinuousClock.now
        var stretches = 0
        if plan.isMeasured { settle() }
        while violations.isEmpty, !order.isOver,
            try done() < order.count || (ContinuousClock.now - begin) / .seconds(1) < plan.seconds
        {
            try work()
            settle()
            stretches += 1
        }
        let counts = finish(stretches)
        judgeFootprints()
        return (ScenarioReport(counts: counts, violations: violations), summary)
    }

    private func done() throws -> Int { Int(try store.history.currentPosition().sequence - first) }

    private func work() throws {
        // What a comparison leaves to be written after it is no part of what is measured.
        if plan.isMeasured { sleep(2) }
        for process in processes.viewers {
            try process.ask("work")
            _ = try process.answer(within: 60)
        }
        for process in processes.active { try process.ask("work \(plan.stretch)") }
        let start = ContinuousClock.now
        let end = start + .seconds(plan.stretch)
        var second = 0.0
        while ContinuousClock.now < end {
            usleep(100_000)
            largestLog = max(largestLog, logSize)
            guard (ContinuousClock.now - start) / .seconds(1) >= second + 1 else { continue }
            second += 1
            for (index, process) in processes.viewers.enumerated() {
                viewerMemory[index].append(process.footprint.resident)
            }
        }
        for process in processes.active {
            note { _ = try process.answer(within: plan.stretch + 120) }
        }
    }

    private var logSize: Int64 {
        let path = store.layout.database.path + "-wal"
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        return size?.int64Value ?? 0
    }

    /// Compares everything while nobody writes.
    private func settle() {
        note {
            let sequence = try store.history.currentPosition().sequence
            // The history may be shorter than a long soak.
            logged += try store.history.changes(after: counted, upTo: sequence, limit: .max)
                .count { !$0.author.hasPrefix(SoakEditor.author) }
            counted = sequence
            for process in processes.compared { try process.ask("settle \(sequence)") }
            for process in processes.compared { note { _ = try process.answer(within: 300) } }
        }
        largestIdleLog = max(largestIdleLog, logSize)
        for (index, process) in processes.all.enumerated() {
            footprints[index].append(process.footprint)
        }
    }

    private func finish(_ stretches: Int) -> [ScenarioReport.Count] {
        var (acknowledged, made, reads, checkpoints) = (0, 0, 0, 0)
        note {
            made = try judgeMadeAssets()
            try measure()
            for process in processes.writers { acknowledged += try process.lastNumber("rest") }
            for process in processes.readers { reads += try process.lastNumber("rest") }
            for process in processes.checkpointers {
                checkpoints += try process.lastNumber("rest")
            }
            for process in processes.observers + processes.editors + processes.viewers {
                _ = try process.lastNumber("rest")
            }
            for process in processes.all { try process.quit() }
        }
        note {
            guard !violations.isEmpty || logged == acknowledged else {
                throw Fault("\(acknowledged) changes were acknowledged, the log has \(logged)")
            }
            let findings = try LibraryCheck(store, readingBytes: true).run().findings
            // The assets of generated libraries have no files.
            for finding in findings where finding.code != .assetWithoutOriginal {
                violations.append(sentence("the check found \(finding)"))
            }
            guard largestIdleLog <= Self.logLimit else {
                throw Fault("the idle write-ahead log has \(largestIdleLog) bytes")
            }
        }
        store.close()
        return [
            .init("changes", acknowledged),
            .init("changed rows", (acknowledged - made) * SoakScene.groupSize),
            .init("made assets", made), .init("readings", reads),
            .init("checkpoints", checkpoints), .init("quiet points", stretches),
            .init("MB of log at most", Int(largestLog >> 20)),
            .init(
                "MB of memory together",
                footprints.compactMap { $0.last?.resident }.reduce(0, +) >> 20
            ),
        ]
    }

    /// Compares the shared album with the assets whose making was acknowledged: each is there once, with its caption.
    private func judgeMadeAssets() throws -> Int {
        let scene = try SoakScene(folder, isReadOnly: true)
        defer { scene.store.close() }
        var expected: [String: String] = [:]
        for (process, seed) in zip(processes.writers, processes.writerSeeds) {
            try process.ask("made")
            let made = try process.answer().split(separator: " ").map(String.init)
            let captions = SoakWriter.captions(seed: seed, count: made.count)
            expected.merge(zip(made, captions)) { $1 }
        }
        let members = try scene.madeAssets()
        let found = Dictionary(
            members.map { ($0.localIdentifier, $0.extendedMetadata.caption ?? "") }
        ) { first, _ in first }
        guard members.count == expected.count, found == expected else {
            throw Fault(
                "\(expected.count) assets were acknowledged, the album has \(members.count), \(found.count { expected[$0.key] == $0.value }) of them as acknowledged"
            )
        }
        return expected.count
    }

    private func measure() throws {
        let reports = try (processes.editors + processes.viewers).map { process in
            try process.ask("report")
            return (process.name, try SoakMeasurements(line: process.answer(within: 60)))
        }
        let summary = SoakSummary(plan: plan, reports: reports, memory: viewerMemory)
        self.summary = summary.text
        violations += summary.faults.map(sentence)
    }

    /// Compares the last third of the quiet points with the first third; only long runs show a growth of memory.
    private func judgeFootprints() {
        for (process, measured) in zip(processes.all, footprints) where measured.count >= 6 {
            let (before, after) = (
                measured.prefix(measured.count / 3), measured.suffix(measured.count / 3)
            )
            let descriptors = (
                before.map(\.descriptors).max() ?? 0, after.map(\.descriptors).max() ?? 0
            )
            if descriptors.1 > descriptors.0 {
                violations.append(
                    sentence(
                        "\(process.name) has \(descriptors.1) descriptors open, before \(descriptors.0)"
                    )
                )
            }
            guard measured.count >= 30 else { continue }
            let memory = (before.map(\.resident).max() ?? 0, after.map(\.resident).max() ?? 0)
            if Double(memory.1) > Double(memory.0) * 1.05 {
                violations.append(
                    sentence("\(process.name) grew from \(memory.0) to \(memory.1) bytes")
                )
            }
        }
    }

    private func note(_ body: () throws -> Void) {
        do { try body() } catch { violations.append(sentence("\(error)")) }
    }

    private func sentence(_ text: String) -> String { "\(text) (seed \(order.seed))" }
}

extension LineProcess {
    /// Asks for something, and returns the number at the beginning of the answer, or 0.
    fileprivate func lastNumber(_ request: String) throws -> Int {
        try ask(request)
        return Int(try answer().split(separator: " ").first ?? "") ?? 0
    }
}
