import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Power cuts on ext4 and XFS, while a process writes to a library there.
///
/// What it proves: after the cut the library has every block that was acknowledged, each file with its right bytes,
/// and of the block under way all or nothing; nothing is left over. The acknowledgements lie outside the file system
/// that is cut off, which loses everything that did not reach its device.
package struct PowerCutsScenario: Scenario {
    package let name = "power-cuts"
    package let summary = "power cuts on ext4 and XFS while a process writes"
    package let promises = ["P1", "P2", "P3", "P4", "P5"]
    package let unit = "cuts"
    /// What is left out in the broken variant.
    let omits: ProtocolStep

    package init() { omits = .syncFiles }

    init(omitting step: ProtocolStep) { omits = step }

    package func count(of length: StressLength) -> Int { length == .short ? 60 : 2_000 }

    package func obstacle() -> String? {
        let obstacles = CutFileSystem.allCases.map(\.obstacle)
        return obstacles.contains(nil) ? nil : obstacles.compactMap(\.self).first
    }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let possible = CutFileSystem.allCases.filter { $0.obstacle == nil }
        let share = (order.count + possible.count - 1) / possible.count
        let omits = order.isBroken ? [omits] : []
        let parts = try await SideBySide.map(possible) { kind in
            try Self.cut(kind, share, order, omits)
        }
        var report = ScenarioReport(counts: [])
        var sum = Tally()
        for part in parts { sum.add(part) }
        report.counts = [.init("cuts", sum.cuts)]
        report.counts += zip(possible, parts).map { .init("on \($0.rawValue)", $1.cuts) }
        report.counts += [
            .init("acknowledged changes", sum.acknowledged), .init("lost", sum.lost),
            .init("wrong files or leftovers", sum.wrong),
        ]
        report.violations = sum.violations
        report.skipped = CutFileSystem.allCases.compactMap { kind in
            kind.obstacle.map { "\(kind.rawValue): \($0)" }
        }
        return report
    }

    private struct Tally: Sendable {
        var cuts = 0
        var acknowledged = 0
        var lost = 0
        var wrong = 0
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            cuts += other.cuts
            acknowledged += other.acknowledged
            lost += other.lost
            wrong += other.wrong
            violations += other.violations
        }
    }

    /// How many cuts one file system lives through before a new one is made.
    private static let lives = 8

    private static func cut(
        _ kind: CutFileSystem,
        _ count: Int,
        _ order: ScenarioOrder,
        _ omits: [ProtocolStep]
    ) throws -> Tally {
        var tally = Tally()
        var number = 0
        while tally.cuts < count, !order.isOver {
            let seed = order.seed &+ UInt64(number)
            let disk = try CutDisk(kind, omits)
            for life in 0..<min(lives, count - tally.cuts) where !order.isOver {
                let context = "\(kind.rawValue), cut \(life) of disk \(number), seed \(order.seed)"
                var random = SeededNumbers(seed: seed &* 64 &+ UInt64(life))
                let outcome = try disk.cut(&random)
                tally.cuts += 1
                tally.acknowledged += outcome.acknowledged
                tally.lost += outcome.audit.lost.count
                tally.wrong += outcome.audit.findings.count
                let breaches = outcome.audit.lost + outcome.audit.findings
                tally.violations += order.note(breaches.map { "\(context): \($0)" })
                // What is broken stays so.
                if !breaches.isEmpty { break }
            }
            number += 1
        }
        return tally
    }
}

/// One file system with a library on it, which lives through cut after cut.
private final class CutDisk {
    private let folder: TemporaryFolder
    private let space = try? MountSpace()
    private let image: URL
    private let mount: URL
    private let omits: [ProtocolStep]
    private var state = LedgerState()
    private var writers = 0

    init(_ kind: CutFileSystem, _ omits: [ProtocolStep]) throws {
        folder = try TemporaryFolder()
        image = folder.url.appendingPathComponent("image")
        mount = folder.url.appendingPathComponent("mount")
        self.omits = omits
        let manager = FileManager.default
        try manager.createDirectory(at: mount, withIntermediateDirectories: true)
        guard manager.createFile(atPath: image.path, contents: nil) else {
            throw Fault("\(image.path) cannot be made")
        }
        guard truncate(image.path, off_t(kind.size) << 20) == 0 else {
            throw Fault("no room for \(image.path)")
        }
        try run(kind.making(image) + " && " + mounting)
    }

    deinit { _ = try? space?.run("umount '\(mount.path)'") }

    private var mounting: String { "mount -o loop '\(image.path)' '\(mount.path)'" }

    private func run(_ script: String) throws {
        guard let space else { throw Fault("no mounts of their own") }
        try space.require(script)
    }

    struct Outcome {
        var acknowledged: Int
        var audit: LedgerAudit
    }

    /// Has a process write, cuts the power at a moment of chance, and looks at what is left.
    func cut(_ random: inout SeededNumbers) throws -> Outcome {
        guard let space else { throw Fault("no mounts of their own") }
        writers += 1
        let library = mount.appendingPathComponent("Cut.photolib")
        let ledger = folder.url.appendingPathComponent("ledger")
        try Ledger.begin(ledger, state)
        let start = FileOperationsSize.of(ledger)
        let tuning = EngineTuning.rolled(&random)
        let writer = Process()
        let command =
            try space.entrance + [
                Exerciser.path(), "write", library.path, ledger.path, "1000000", "--seed",
                "\(random.next() >> 16)",
            ] + tuning.option + omits.flatMap { ["--omit", $0.rawValue] }
        writer.executableURL = URL(fileURLWithPath: command[0])
        writer.arguments = Array(command.dropFirst())
        writer.standardInput = FileHandle.nullDevice
        writer.standardOutput = FileHandle.nullDevice
        writer.standardError = FileHandle.nullDevice
        try writer.run()
        // Now and then the cut comes while the library is opened, or made.
        if random.chance(0.9) {
            let patience = ContinuousClock.now + .seconds(20)
            while FileOperationsSize.of(ledger) == start, writer.isRunning,
                ContinuousClock.now < patience
            {
                usleep(1_000)
            }
        }
        let outcome = try Exerciser.run(
            ["cut", mount.path, ledger.path, "\(random.number(below: 250))"],
            behind: space.entrance
        )
        if writer.isRunning { kill(writer.processIdentifier, SIGKILL) }
        writer.waitUntilExit()
        guard outcome.status == 0 else { throw Fault("no cut: \(outcome.errors)") }
        try run("umount '\(mount.path)' && \(mounting)")
        let account = try Ledger.read(ledger)
        let answer = try Exerciser.run(
            ["audit", library.path, ledger.path],
            behind: space.entrance
        )
        var audit = LedgerAudit()
        if answer.status == 0 {
            audit = try JSONDecoder().decode(LedgerAudit.self, from: Data(answer.output.utf8))
            state = audit.states.first ?? state
        } else {
            audit.findings = ["the library cannot be opened any more: \(answer.errors)"]
        }
        return Outcome(acknowledged: account.acknowledged, audit: audit)
    }
}

private enum FileOperationsSize {
    static func of(_ url: URL) -> Int {
        var facts = stat()
        return stat(url.path, &facts) == 0 ? Int(facts.st_size) : 0
    }
}
