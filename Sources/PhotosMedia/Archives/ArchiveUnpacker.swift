import CPhotosSystem
import Glibc

/// Unpacks each archive in a process of its own, because an untrusted archive must not affect this process.
package struct ArchiveUnpacker: Sendable {
    /// The limits on an archive's content.
    package struct Limits: Sendable {
        package var bytes: Int64
        package var entries: Int

        package init(bytes: Int64, entries: Int = 5_000_000) {
            self.bytes = bytes
            self.entries = entries
        }

        /// Computes the limits for an archive: at most 1 GiB plus 32 times the archive's size.
        ///
        /// Photos hardly get smaller in an archive. An archive with more content than this is an attack.
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
        /// The reason why unpacking stopped in a damaged archive.
        ///
        /// The files before the damage were unpacked.
        package var damage: String?

        package init() {}
    }

    private let program: String
    private let environment: [String: String]
    private let patience: Duration

    /// Finds the worker program.
    ///
    /// - Parameters:
    ///   - environment: The environment variables, in which the worker program is searched.
    ///   - patience: The longest time between two messages of the worker.
    /// - Throws: ``ArchiveError`` if there is no worker program.
    package init(
        environment: [String: String],
        patience: Duration = .seconds(120)
    ) throws(ArchiveError) {
        guard let program = WorkerProgram.findWorker(environment: environment) else {
            throw ArchiveError(.workerMissing)
        }
        self.program = program
        self.environment = environment
        self.patience = patience
    }

    /// Unpacks an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive, open for reading: ZIP, or tar, which may be compressed by gzip.
    ///   - folder: An empty folder, open. After an error, it may contain files.
    ///   - limits: The limits on the archive's content.
    ///   - isCancelled: A closure that is called repeatedly, and returns whether to stop.
    ///   - notify: A closure that gets the number of bytes unpacked so far.
    /// - Returns: The report of files that were unpacked, and of entries that were not.
    /// - Throws: ``ArchiveError`` if the archive cannot be read.
    package func unpackArchive(
        _ archive: Int32,
        into folder: Int32,
        limits: Limits,
        isCancelled: () -> Bool = { false },
        notify: (Int64) -> Void = { _ in }
    ) throws(ArchiveError) -> Report {
        var process = try UnpackProcess(
            program,
            arguments: ["unpack", "\(limits.bytes)", "\(limits.entries)"]
                + SandboxPolicy.arguments(environment: environment),
            environment: WorkerProcess.passedOn(environment),
            archive: archive,
            folder: folder
        )
        var report = Report()
        while true {
            let message = try process.nextMessage(patience: patience, isCancelled: isCancelled)
            switch message {
            case .file(_, let bytes):
                report.files += 1
                report.bytes += bytes
                notify(report.bytes)
            case .skipped(let path, let reason):
                report.skipped.append(.init(path: path, reason: reason))
            case .progress(let bytes): notify(bytes)
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
            case .failed(.decoders, let reason): throw ArchiveError(.decodersMissing, reason)
            case .failed(.sandbox, let reason): throw ArchiveError(.noSandbox, reason)
            }
        }
    }
}
