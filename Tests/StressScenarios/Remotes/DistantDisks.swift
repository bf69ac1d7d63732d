import Foundation
import LibraryExercise
import PhotosTestSupport

/// Two file systems, one with a library and one with its remote, whose power is cut at the same moment again and again.
final class DistantDisks {
    private struct Disk {
        let kind: CutFileSystem
        let image: URL
        let mount: URL

        var mounting: String { "mount -o loop '\(image.path)' '\(mount.path)'" }
    }

    private let folder: TemporaryFolder
    private let space: MountSpace
    private let disks: [Disk]
    private let options: [String]
    private var library: URL { disks[0].mount.appendingPathComponent("Distant.photolib") }
    private var place: URL { disks[1].mount.appendingPathComponent("place", isDirectory: true) }
    /// The notes are outside of both disks.
    private var notes: URL { folder.url.appendingPathComponent("notes") }

    /// Makes both disks.
    ///
    /// - Parameters:
    ///   - kind: The file system of the library's disk; the remote's has ext4.
    ///   - options: Further arguments of the process that uses the disks.
    /// - Throws: ``Fault`` where the disks cannot be made.
    init(_ kind: CutFileSystem, options: [String]) throws {
        folder = try TemporaryFolder()
        space = try MountSpace()
        self.options = options
        let root = folder.url
        disks = [("library", kind), ("remote", .ext4)].map { name, kind in
            Disk(
                kind: kind,
                image: root.appendingPathComponent(name + ".image"),
                mount: root.appendingPathComponent(name, isDirectory: true)
            )
        }
        for disk in disks {
            try FileManager.default.createDirectory(
                at: disk.mount,
                withIntermediateDirectories: true
            )
            try space.require(
                "truncate -s \(disk.kind.size)M '\(disk.image.path)' && \(disk.kind.making(disk.image)) && \(disk.mounting)"
            )
        }
        try space.require("mkdir '\(place.path)' && sync -f '\(place.path)'")
    }

    deinit {
        for disk in disks { _ = try? space.run("umount '\(disk.mount.path)'") }
    }

    /// Has a process send files away and fetch them, cuts the power at a moment of chance, and looks at what is left.
    ///
    /// - Parameter random: Decides the moment.
    /// - Returns: What is lost or wrong, a sentence each.
    /// - Throws: ``Fault`` where the power cannot be cut.
    func cut(_ random: inout SeededNumbers) throws -> [String] {
        let worker = Process()
        let command =
            try space.entrance + [
                Exerciser.path(), "distant", library.path, place.path, notes.path, "--seed",
                "\(random.next() >> 16)",
            ] + options
        worker.executableURL = URL(fileURLWithPath: command[0])
        worker.arguments = Array(command.dropFirst())
        worker.standardInput = FileHandle.nullDevice
        worker.standardError = FileHandle.nullDevice
        let steps = Pipe()
        worker.standardOutput = steps
        try worker.run()
        StepCount.wait(for: random.number(below: Self.mostSteps), of: steps)
        // The order of the two cuts changes: a machine gives no disk a moment more than the other.
        let mounts = random.chance(0.5) ? disks : disks.reversed()
        let outcome = try Exerciser.run(
            ["cut-all", "\(random.number(below: Self.longestStep))", notes.path]
                + mounts.map(\.mount.path),
            behind: space.entrance
        )
        if worker.isRunning { kill(worker.processIdentifier, SIGKILL) }
        worker.waitUntilExit()
        guard outcome.status == 0 else { throw Fault("no cut: \(outcome.errors)") }
        for disk in disks { try space.require("umount '\(disk.mount.path)' && \(disk.mounting)") }
        let answer = try Exerciser.run(
            ["distant-audit", library.path, notes.path],
            behind: space.entrance
        )
        guard answer.status == 0 else {
            return ["the library cannot be opened any more: \(answer.errors)"]
        }
        return answer.output.split(separator: "\n").map(String.init)
    }

    /// The number of steps that a process begins at most before the power is cut.
    private static let mostSteps = 24
    /// The most milliseconds between the beginning of a step and the cut.
    private static let longestStep = 40
}

/// Counts the steps that a process says it begins.
enum StepCount {
    /// Waits until a process has written that it begins so many steps, or has ended.
    static func wait(for steps: Int, of pipe: Pipe) {
        var begun = 0
        while begun < steps {
            let lines = pipe.fileHandleForReading.availableData
            if lines.isEmpty { return }
            begun += lines.count { $0 == UInt8(ascii: "\n") }
        }
    }
}
