import Crypto
import Foundation
import Glibc
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Makes damaged libraries out of sound ones, and has them examined by processes of their own.
struct StrangerWorkshop: Sendable {
    private let order: ScenarioOrder
    /// In memory: this is not about what a disk does.
    private let memory: TemporaryFolder
    private var folder: URL { memory.url }
    private let closed: URL
    private let withLog: URL
    private let digests: [Bool: String]
    private var options: [String] {
        order.isBroken ? ["--omit", ProtocolStep.validateLibraries.rawValue] : []
    }

    init(_ order: ScenarioOrder) throws {
        self.order = order
        memory = try TemporaryFolder()
        let folder = memory.url
        closed = folder.appendingPathComponent("Closed.photolib")
        withLog = folder.appendingPathComponent("WithLog.photolib")
        for (folder, log) in [(closed, "closed"), (withLog, "log")] {
            let outcome = try Exerciser.run(["strange-prepare", folder.path, "\(order.seed)", log])
            guard outcome.status == 0 else { throw Fault("no library was made: \(outcome.errors)") }
        }
        var digests: [Bool: String] = [:]
        for (folder, hasLog) in [(closed, false), (withLog, true)] {
            // Beside the library: nobody writes a backup into a library's folder.
            let place = memory.url.appendingPathComponent(hasLog ? "sound-log" : "sound-closed")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            let copy = place.appendingPathComponent("Sound.photolib")
            try FileManager.default.copyItem(at: folder, to: copy)
            let list = place.appendingPathComponent("sound.list")
            try Data(copy.path.utf8).write(to: list)
            let outcome = try Exerciser.run(["strange-examine", list.path])
            let verdict = try StrangerList.read(outcome.output).verdicts[0]
            guard let verdict, !verdict.isDetected, verdict.strangeErrors.isEmpty,
                let digest = verdict.digest
            else {
                throw Fault(
                    "a sound library is not found sound: \(verdict.map { "\($0)" } ?? outcome.errors)"
                )
            }
            digests[hasLog] = digest
            try FileManager.default.removeItem(at: place)
        }
        self.digests = digests
    }

    /// The violation of a library that must be refused, and was opened.
    static let notRefused = "it was not refused"

    /// One damaged library.
    private struct Case {
        var number: Int
        var damage: StrangerDamage
        /// Holds the library and the folder beside it that nothing may touch.
        var folder: URL
        var before: [String: String] = [:]
        var outside: [String: String] = [:]

        var library: URL { folder.appendingPathComponent("Strange.photolib") }
    }

    func examine(_ numbers: [Int]) throws -> StrangerTally {
        var tally = StrangerTally()
        var cases = try numbers.map(make)
        defer { for item in cases { try? FileManager.default.removeItem(at: item.folder) } }
        while !cases.isEmpty {
            let list = folder.appendingPathComponent("\(cases[0].number).list")
            defer { try? FileManager.default.removeItem(at: list) }
            try Data(cases.map(\.library.path).joined(separator: "\n").utf8).write(to: list)
            let outcome = try Exerciser.run(["strange-examine", list.path] + options)
            let (verdicts, unfinished) = try StrangerList.read(outcome.output)
            for (index, verdict) in verdicts { judge(cases[index], verdict, &tally) }
            guard let unfinished else {
                if outcome.status != 0 || verdicts.count != cases.count {
                    throw Fault("the examination ended early: \(outcome.errors.suffix(500))")
                }
                break
            }
            let culprit = cases[unfinished]
            tally.libraries += 1
            tally.violations.append(
                sentence(
                    culprit,
                    outcome.status == SIGALRM
                        ? "hung"
                        : "killed the process (\(outcome.status)): \(Self.essence(outcome.errors))"
                )
            )
            for item in cases[...unfinished] {
                try? FileManager.default.removeItem(at: item.folder)
            }
            cases.removeFirst(unfinished + 1)
        }
        return tally
    }

    /// Of what a process said when it died, the reason and where it was.
    private static func essence(_ text: String) -> String {
        text.split(separator: "\n").filter { $0.contains("Fatal error") || $0.contains(" at /") }
            .prefix(6).joined(separator: "; ")
    }

    private func make(_ number: Int) throws -> Case {
        var numbers = SeededNumbers(seed: order.seed &* 1_000_003 &+ UInt64(number))
        let all =
            order.isBroken
            ? StrangerDamage.all.filter { $0.demand == .refusal } : StrangerDamage.all
        let damage = all[number % all.count]
        var item = Case(
            number: number,
            damage: damage,
            folder: folder.appendingPathComponent("case-\(number)")
        )
        let outside = item.folder.appendingPathComponent("outside")
        let inner = outside.appendingPathComponent("folder")
        try StrangerDamage.makeFolder(inner)
        let secret = Data(TestJPEG(seed: 99).data())
        try secret.write(to: outside.appendingPathComponent("secret.jpg"))
        try secret.write(to: inner.appendingPathComponent("secret.jpg"))
        try FileManager.default.copyItem(
            at: damage.needsLog ? withLog : closed,
            to: item.library
        )
        do {
            try damage.apply(LibraryLayout(root: item.library), outside, &numbers)
        } catch {
            throw Fault("library \(number) could not be damaged (\(damage.name)): \(error)")
        }
        item.before = Self.state(item.library)
        item.outside = Self.state(outside)
        return item
    }

    // MARK: Judging

    private func judge(
        _ item: Case,
        _ verdict: StrangerExamination.Verdict,
        _ tally: inout StrangerTally
    ) {
        tally.libraries += 1
        tally.kinds.insert(item.damage.name)
        if Self.state(item.folder.appendingPathComponent("outside")) != item.outside {
            tally.violations.append(sentence(item, "something outside was touched"))
        }
        for error in verdict.strangeErrors {
            tally.violations.append(sentence(item, "an error without a name: \(error)"))
        }
        let isRefused = verdict.readingRefusal != nil && verdict.writingRefusal != nil
        if isRefused {
            tally.refused += 1
            if Self.state(item.library) != item.before {
                tally.violations.append(sentence(item, "it was refused, and changed all the same"))
            }
        } else if verdict.isDetected {
            tally.found += 1
        } else if verdict.digest == digests[item.damage.needsLog] {
            tally.right += 1
        } else {
            tally.unnoticed += 1
        }
        switch item.damage.demand {
        case .refusal where !isRefused:
            tally.violations.append(sentence(item, Self.notRefused))
        case .detection
        where !verdict.isDetected && verdict.digest != digests[item.damage.needsLog]:
            tally.violations.append(sentence(item, "the damage was not found"))
        default: break
        }
    }

    private func sentence(_ item: Case, _ what: String) -> String {
        "seed \(order.seed), library \(item.number) (\(item.damage.name)): \(what)"
    }

    /// Every path below a folder, with what is there; SQLite's index of the log and locks say nothing.
    private static func state(_ folder: URL) -> [String: String] {
        var sight: [String: String] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
            guard !path.hasSuffix("-shm"), !path.hasSuffix(".lock") else { continue }
            let file = folder.appendingPathComponent(path).path
            var facts = stat()
            guard lstat(file, &facts) == 0 else { continue }
            var words = "\(facts.st_mode)"
            if facts.st_mode & S_IFMT == S_IFREG {
                let data = (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data()
                // A log that is empty is as good as none.
                if path.hasSuffix("-wal"), data.isEmpty { continue }
                words += " \(Array(SHA256.hash(data: data)).prefix(8))"
            }
            sight[path] = words
        }
        return sight
    }
}
