public import Foundation
public import Photos
import PhotosMedia
import PhotosStore

/// Facts about the system that a library uses, to be read first when a problem occurs.
public struct SystemFacts: Hashable, Sendable {
    /// The version of this package.
    public let version: String
    /// The version of the linked SQLite.
    public let sqliteVersion: String
    /// SQLite's `synchronous` mode of the library's writer, such as `FULL`; nil when it was opened read-only.
    public let synchronousMode: String?
    /// SQLite's journal mode, such as `wal`.
    public let journalMode: String
    /// The file system of the library; nil if unknown.
    public let fileSystem: FileSystemFacts?
    /// The reason why the library must not be changed in its folder, and the solution; nil if it may be changed.
    public let folderProblem: String?
    /// The files and folders of the library that this user may not read or write, as sentences with what mends it.
    public let permissionProblems: [String]
    /// The result of a quick check of the database; nil if it is intact.
    public let databaseProblem: String?
    /// Facts about the program that reads files.
    public let worker: WorkerFacts
}

/// Facts about `photokit-media`, the program that reads pictures and movies, and its part `photokit-decoders`.
public struct WorkerFacts: Hashable, Sendable {
    /// The path of the program; nil if it was not found.
    public let path: String?
    /// The versions of both programs and the libraries that they link, by name.
    public let versions: [String: String]
    /// The parts of the sandbox that are active in both programs, by name, with details.
    public let sandboxParts: [String: String]
    /// The parts of the sandbox that the system does not support, by name, with the reason.
    public let missingSandboxParts: [String: String]
    /// The reason why it refuses to read files; nil if it reads them.
    public let refusal: String?
    /// The reason why it cannot be used, and the solution; nil if it reads a small picture correctly.
    public let problem: String?

    /// Finds the program, asks for its versions and its sandbox, and lets it read a small picture.
    public init() {
        let reader = MediaExamination.shared.reader
        let client = reader.worker
        path = client?.program
        var versions: [String: String] = [:]
        var sandbox = WorkerSandbox()
        let problem = reader.problem(.readerAndDecoder)
        // A program that did not answer is not asked again.
        if problem?.code != .unusable, let client {
            for kind in WorkerKind.allCases {
                versions.merge((try? client.versions(of: kind)) ?? [:]) { first, _ in first }
            }
            sandbox =
                WorkerKind.allCases.compactMap { try? client.sandbox(of: $0) }
                .reduce(nil) { $0?.common(with: $1) ?? $1 } ?? sandbox
        }
        self.versions = versions
        sandboxParts = sandbox.active
        missingSandboxParts = sandbox.missing
        refusal = sandbox.refusal
        self.problem = problem.map { "\($0)" }
    }
}

/// The version of this package.
public let openPhotoKitVersion = WorkerProgram.version

extension PHPhotoLibrary {
    /// Reads facts about the system that the library uses.
    ///
    /// - Returns: The facts; starting the worker for them may take a moment.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func systemFacts() throws -> SystemFacts {
        do {
            let store = try store()
            let database = try DatabaseFacts(of: store)
            return SystemFacts(
                version: openPhotoKitVersion,
                sqliteVersion: database.sqliteVersion,
                synchronousMode: database.synchronousMode,
                journalMode: database.journalMode,
                fileSystem: FileSystemFacts(of: store.layout.root),
                folderProblem: Self.folderProblem(at: store.layout.root),
                permissionProblems: Self.permissionProblems(at: store.layout.root),
                databaseProblem: try store.core.quickCheck(),
                worker: WorkerFacts()
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns which files and folders of a library this user may not read or write, as after a command ran with `sudo`.
    ///
    /// - Parameter url: The folder of a library.
    /// - Returns: Sentences with the paths and what mends it; none if the user may use everything, or there is no library.
    public static func permissionProblems(at url: URL) -> [String] {
        let (problems, rest) = LibraryPermissions(LibraryLayout(root: url)).run()
        let named = problems.map { "\($0.url.path): \($0.message(url))" }
        return rest == 0
            ? named : named + ["\(rest) more files and folders cannot be used by this user."]
    }

    /// Returns the reason why a library must not be changed or created in a folder.
    ///
    /// - Parameter url: A folder, which need not exist.
    /// - Returns: The reason and the solution, as sentences; nil if the folder is suitable.
    public static func folderProblem(at url: URL) -> String? {
        VolumeEnvironment().problem(at: url)?.error.message
    }
}
