import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// One file system with a library on it, which lives through cut after cut.
final class CutDisk {
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
    ///
    /// With a point, the process is stopped at that system call on the database's own file, which only checkpoints
    /// make, and the power is cut then. Without a library on the disk there is no such point yet.
    func cut(_ random: inout SeededNumbers, at point: CheckpointPoint? = nil) throws -> Outcome {
        guard let space else { throw Fault("no mounts of their own") }
        writers += 1
        let point = writers > 1 ? point : nil
        let library = mount.appendingPathComponent("Cut.photolib")
        let ledger = folder.url.appendingPathComponent("ledger")
        try Ledger.begin(ledger, state)
        let start = FileOperationsSize.of(ledger)
        var tuning = EngineTuning.rolled(&random)
        if point != nil { tuning.checkpointPages = random.pick([1, 4, 16]) }
        let trace = folder.url.appendingPathComponent("trace")
        let tracer = point?.launcher(.stop, library, log: trace) ?? []
        let writer = Process()
        let command =
            try space.entrance + tracer + [
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
        if point != nil {
            wait(for: writer) {
                // strace makes the file when it begins.
                (try? String(contentsOf: trace, encoding: .utf8))?.contains("SIGSTOP") == true
            }
        } else if random.chance(0.9) {
            wait(for: writer) { FileOperationsSize.of(ledger) != start }
        }
        let outcome = try Exerciser.run(
            ["cut", mount.path, ledger.path, "\(point == nil ? random.number(below: 250) : 0)"],
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

    /// Waits until a process has come so far, has ended, or takes too long.
    private func wait(for writer: Process, _ isThere: () -> Bool) {
        let patience = ContinuousClock.now + .seconds(20)
        while !isThere(), writer.isRunning, ContinuousClock.now < patience { usleep(1_000) }
    }
}

private enum FileOperationsSize {
    static func of(_ url: URL) -> Int {
        var facts = stat()
        return stat(url.path, &facts) == 0 ? Int(facts.st_size) : 0
    }
}
