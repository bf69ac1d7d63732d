import Foundation
import LibraryExercise
import Synchronization

/// A place where file systems are mounted that nobody else sees, and that goes with this process.
///
/// A process that does nothing holds it: it ends when the pipe to it breaks, and its mounts and loop devices with it.
final class MountSpace: Sendable {
    private let holder: Mutex<Process>
    private let pipe = Pipe()
    private let identifier: Int32

    /// Nil where file systems can be mounted; else why not, in a sentence.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "Only root may mount file systems." }
        guard let space = try? MountSpace() else {
            return "This system gives no mounts of their own."
        }
        let folder = FileManager.default.temporaryDirectory.path
        guard (try? space.run("mount -t tmpfs none '\(folder)'"))?.status == 0 else {
            return "This system does not permit file systems to be mounted."
        }
        return nil
    }()

    init() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--mount", "--propagation", "private", "/bin/cat"]
        process.standardInput = pipe
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        identifier = process.processIdentifier
        holder = Mutex(process)
        // It answers when it lives in its own space.
        try pipe.fileHandleForWriting.write(contentsOf: Data("ready".utf8))
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw Fault("unshare gives no mounts of their own")
        }
    }

    deinit {
        try? pipe.fileHandleForWriting.close()
        holder.withLock { $0.waitUntilExit() }
    }

    /// What a command begins with that is to see the mounts.
    var entrance: [String] { ["/usr/bin/nsenter", "--mount=/proc/\(identifier)/ns/mnt", "--"] }

    @discardableResult
    func run(_ script: String) throws -> Exerciser.Outcome {
        try Exerciser.run(command: entrance + ["/bin/sh", "-c", script])
    }

    /// Runs a script that must not fail.
    func require(_ script: String) throws {
        let outcome = try run(script)
        guard outcome.status == 0 else { throw Fault("\(script): \(outcome.errors)") }
    }
}

/// A kind of file system, in an image that lies in memory where there is room.
enum CutFileSystem: String, CaseIterable, Sendable {
    case ext4
    case xfs

    /// Nil where such a file system can be made, mounted and cut off.
    var obstacle: String? {
        if let obstacle = MountSpace.obstacle { return obstacle }
        let program = "/usr/sbin/mkfs.\(rawValue)"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            return "mkfs.\(rawValue) is not installed. Install it with Scripts/install --tests."
        }
        guard FileManager.default.fileExists(atPath: "/dev/loop-control") else {
            return "This machine has no loop devices."
        }
        return nil
    }

    /// Megabytes; XFS takes no smaller ones.
    var size: Int { self == .ext4 ? 128 : 320 }

    func making(_ image: URL) -> String {
        let options = self == .ext4 ? "-q -F" : "-q -f"
        return "/usr/sbin/mkfs.\(rawValue) \(options) '\(image.path)'"
    }
}
