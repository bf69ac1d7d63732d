import CPhotosSystem
import Glibc

/// Unpacks archives, each in a process of its own: an archive of a stranger may not touch this one.
package struct ArchiveUnpacker: Sendable {
    /// What an archive may hold.
    package struct Limits: Sendable {
        package var bytes: Int64
        package var entries: Int

        package init(bytes: Int64, entries: Int = 5_000_000) {
            self.bytes = bytes
            self.entries = entries
        }

        /// Photos hardly shrink in an archive: one that swells beyond this is a trap.
        ///
        /// - Parameter byteCount: The size of the archive.
        package init(archiveOf byteCount: Int64) {
            self.init(bytes: (1 << 30) + byteCount.multipliedReportingOverflow(by: 32).partialValue)
        }
    }

    package struct Report: Hashable, Sendable {
        package struct Skipped: Hashable, Sendable {
            package var path: String
            package var reason: String
        }

        package var files = 0
        package var bytes: Int64 = 0
        package var skipped: [Skipped] = []
        /// What is wrong with the archive; what stands before that was unpacked.
        package var damage: String?

        package init() {}
    }

    private let program: String
    private let environment: [String: String]
    private let patience: Duration

    /// - Parameters:
    ///   - environment: Where the worker program is looked for.
    ///   - patience: How long it may say nothing.
    /// - Throws: ``ArchiveError`` where there is no worker program.
    package init(
        environment: [String: String],
        patience: Duration = .seconds(120)
    ) throws(ArchiveError) {
        guard let program = WorkerProgram.find(environment: environment) else {
            throw ArchiveError(.workerMissing)
        }
        self.program = program
        self.environment = environment
        self.patience = patience
    }

    /// Unpacks an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive, open for reading. ZIP and tar are known, the latter also compressed by gzip.
    ///   - folder: An empty folder, open. It may hold files even where this throws.
    ///   - limits: What it may hold.
    ///   - isCancelled: Asked again and again whether to stop.
    ///   - tell: Called with the bytes that are unpacked so far.
    /// - Returns: What was unpacked and what was not.
    /// - Throws: ``ArchiveError`` where nothing can be made of the archive.
    package func unpack(
        _ archive: Int32,
        into folder: Int32,
        limits: Limits,
        isCancelled: () -> Bool = { false },
        tell: (Int64) -> Void = { _ in }
    ) throws(ArchiveError) -> Report {
        var process = try UnpackProcess(
            program,
            arguments: ["unpack", "\(limits.bytes)", "\(limits.entries)"]
                + WallsPolicy.arguments(environment: environment),
            environment: WorkerProcess.passedOn(environment),
            archive: archive,
            folder: folder
        )
        var report = Report()
        while true {
            let message = try process.next(patience: patience, isCancelled: isCancelled)
            switch message {
            case .file(_, let bytes):
                report.files += 1
                report.bytes += bytes
                tell(report.bytes)
            case .skipped(let path, let reason):
                report.skipped.append(.init(path: path, reason: reason))
            case .progress(let bytes): tell(bytes)
            case .done(let files, _):
                guard files == report.files else {
                    throw ArchiveError(.badReply, "it counts other files than it told")
                }
                return report
            case .failed(.damaged, let reason):
                report.damage = reason
                return report
            case .failed(.unknown, let reason): throw ArchiveError(.unknown, reason)
            case .failed(.tooLarge, let reason): throw ArchiveError(.tooLarge, reason)
            case .failed(.disk, let reason): throw ArchiveError(.disk, reason)
            case .failed(.walls, let reason): throw ArchiveError(.noWalls, reason)
            }
        }
    }
}
