import Foundation
import LibraryGeneration
import PhotosStore

/// Starts the processes, lets them work, and judges what they tell.
final class SoakLeader {
    private let settings: SoakSettings
    private var writers: [ChildProcess] = []
    private var observers: [ChildProcess] = []
    private var memory: [[Int]] = []
    private var faults: [String] = []

    /// Between them everything comes to rest and is compared.
    private static let stretches = 4

    init(_ settings: SoakSettings) { self.settings = settings }

    func run() throws -> (report: String, faults: [String]) {
        let shelf = LibraryShelf(settings.shelf)
        let kept = try shelf.library(
            LibraryRecipe(assets: settings.assets),
            name: settings.size.text
        )
        let folder = settings.shelf.appendingPathComponent(".soak-\(getpid())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("Soak.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: kept.url, to: copy)
        let library = try Library.open(copy)
        defer { library.close() }
        try start(copy)
        try settle(library)
        for _ in 0..<Self.stretches where faults.isEmpty {
            try work()
            try settle(library)
        }
        let reports = try (writers + observers).map { child in
            try child.ask(.report)
            return (child.name, try child.answer(within: 60) ?? SoakReport())
        }
        for child in writers + observers {
            note { try child.quit() }
        }
        let summary = SoakSummary(settings: settings, reports: reports, memory: memory)
        return (summary.text, faults + summary.faults)
    }

    private func start(_ library: URL) throws {
        writers = try (1...max(1, settings.writers)).prefix(settings.writers).map { number in
            try ChildProcess(
                .writer,
                number: number,
                library,
                seed: settings.seed &* 100 &+ UInt64(number),
                pace: settings.pace
            )
        }
        observers = try (1...max(1, settings.observers)).prefix(settings.observers).map { number in
            try ChildProcess(
                .observer,
                number: number,
                library,
                seed: settings.seed,
                pace: settings.pace
            )
        }
        memory = Array(repeating: [], count: settings.observers)
        for child in writers + observers { _ = try child.answer(within: 300) }
    }

    private func work() throws {
        // What a comparison leaves to be written behind it is no part of the work.
        sleep(2)
        let seconds = Double(settings.seconds) / Double(Self.stretches)
        for child in observers + writers { try child.ask(.work(seconds: seconds)) }
        for child in observers { _ = try child.answer(within: 60) }
        let start = SoakClock.now
        for second in 1...max(1, Int(seconds)) {
            let next = start + UInt64(second) * 1_000_000_000
            let now = SoakClock.now
            if next > now { usleep(UInt32((next - now) / 1_000)) }
            for (number, child) in observers.enumerated() {
                memory[number].append(child.memory.resident)
            }
        }
        for child in writers { note { _ = try child.answer(within: seconds + 120) } }
    }

    private func settle(_ library: Library) throws {
        let sequence = try library.currentPosition().sequence
        for child in observers { try child.ask(.settle(sequence: sequence)) }
        for child in observers { note { _ = try child.answer(within: 300) } }
    }

    private func note(_ body: () throws -> Void) {
        do { try body() } catch { faults.append("\(error)") }
    }
}
