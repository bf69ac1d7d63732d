public import Foundation
public import Photos
import PhotosMedia
import PhotosStore

/// What a library runs on: the first thing to look at when something is odd.
public struct SystemFacts: Hashable, Sendable {
    /// The version of this package.
    public let version: String
    /// The version of the SQLite that is linked.
    public let sqliteVersion: String
    /// SQLite's `synchronous` mode of the library's writer, such as `FULL`; nil when it was opened read-only.
    public let synchronousMode: String?
    /// SQLite's journal mode, such as `wal`.
    public let journalMode: String
    /// The file system of the library; nil when it cannot be told.
    public let fileSystem: FileSystemFacts?
    /// Why the library must not be changed where it lies, and the way out; nil where it may.
    public let placeProblem: String?
    /// What a quick look through the database found; nil when it is sound.
    public let databaseProblem: String?
    /// What is known of the program that looks into files.
    public let worker: WorkerFacts
}

/// What is known of `photokit-media`, the program that looks into pictures and movies.
public struct WorkerFacts: Hashable, Sendable {
    /// Where it was found; nil when it was not.
    public let path: String?
    /// The versions of what it links, by name.
    public let versions: [String: String]
    /// The walls around it that stand, by name, with what is known of each.
    public let walls: [String: String]
    /// The walls that the system does not give it, by name, and why.
    public let missingWalls: [String: String]
    /// Why it reads no files; nil when it does.
    public let refusal: String?
    /// Why it cannot be used, and what to do; nil when it reads a small picture as it should.
    public let problem: String?

    /// Looks for the program, asks it for its versions and walls, and has it read a small picture.
    public init() {
        let reader = MediaExamination.shared.reader
        let client = reader.worker
        path = client?.program
        var versions: [String: String] = [:]
        var walls = WorkerWalls()
        let problem = reader.problem()
        // One that gives no answer is not asked again.
        if problem?.code != .unusable, let client {
            versions = (try? client.versions()) ?? [:]
            walls = (try? client.walls()) ?? walls
        }
        self.versions = versions
        self.walls = walls.up
        missingWalls = walls.missing
        refusal = walls.refusal
        self.problem = problem.map { "\($0)" }
    }
}

/// The version of this package.
public let openPhotoKitVersion = WorkerProgram.version

extension PHPhotoLibrary {
    /// Finds out what the library runs on.
    ///
    /// - Returns: The facts; asking the worker for them may take a moment.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func systemFacts() throws -> SystemFacts {
        do {
            let store = try store()
            let database = try store.databaseFacts()
            return SystemFacts(
                version: openPhotoKitVersion,
                sqliteVersion: database.sqliteVersion,
                synchronousMode: database.synchronousMode,
                journalMode: database.journalMode,
                fileSystem: FileSystemFacts(of: store.layout.root),
                placeProblem: Self.placeProblem(at: store.layout.root),
                databaseProblem: try store.quickCheck(),
                worker: WorkerFacts()
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Tells why a library must not be changed, or made, in a folder.
    ///
    /// - Parameter url: A folder, which need not exist.
    /// - Returns: The reason and the way out, as sentences; nil where nothing speaks against it.
    public static func placeProblem(at url: URL) -> String? {
        VolumeEnvironment().problem(at: url)?.error.message
    }
}
