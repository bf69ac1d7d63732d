import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotosBase

/// The option that selects the library of a command.
struct LibraryOptions: ParsableArguments {
    static let variable = "PHOTOKIT_LIBRARY"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The library's folder. The default is PHOTOKIT_LIBRARY.",
            valueName: "path"
        ),
        completion: .directory
    )
    var library: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Use the access rights of this application instead of those of the owner.",
            valueName: "application"
        )
    )
    var application: String?

    @Flag(
        name: .customLong("as-library"),
        help: "Write to a backup where it stands, which makes it a library of its own."
    )
    var usesBackup = false

    func validate() throws {
        try PathArgument.checkPaths([library], subject: "The path of --library")
    }

    var url: URL {
        library.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? PHPhotoLibrary.defaultLocation
    }

    func openLibrary(
        _ mode: PHPhotoLibrary.AccessMode,
        purgesExpired: Bool = true
    ) throws -> PHPhotoLibrary {
        if mode == .readWrite { try checkIsNoBackup() }
        do {
            return try PHPhotoLibrary.open(
                at: url,
                mode: mode,
                purgesExpired: purgesExpired,
                author: application ?? "photokit",
                user: application.map { .application($0) } ?? .owner
            )
        } catch let error as PHPhotosError {
            throw CommandFailure(Self.exitStatus(for: error), openingMessage(for: error))
        }
    }

    /// Whether there is no library, and its volume is there, so that one could be made.
    var isLibraryMissing: Bool {
        guard !FileManager.default.fileExists(atPath: sentinel) else { return false }
        do {
            try PHPhotoLibrary.open(at: url, mode: .readOnly, user: .owner).close()
        } catch let error as PHPhotosError {
            return error.libraryProblem == .missing
        } catch {}
        return false
    }

    /// Throws where there is no library, with what to do.
    func checkLibraryExists() throws {
        guard !FileManager.default.fileExists(atPath: sentinel) else { return }
        try openLibrary(.readOnly).close()
    }

    /// The file that marks a folder as a library.
    private var sentinel: String { url.appendingPathComponent("LIBRARY").path }

    /// Makes the library, or opens the one that is there.
    func makeLibrary() throws -> (library: PHPhotoLibrary, isNew: Bool) {
        let exists = FileManager.default.fileExists(atPath: sentinel)
        try checkIsNoBackup()
        // A new library must not be inside another library, which owns all files in its folder.
        if !exists { try LibraryGuard.checkIsOutside(url.deletingLastPathComponent()) }
        do {
            let library = try PHPhotoLibrary.open(
                at: url,
                create: true,
                author: "photokit",
                user: .owner
            )
            return (library, !exists)
        } catch let error as PHPhotosError {
            throw CommandFailure(Self.exitStatus(for: error), error.localizedDescription)
        }
    }

    /// Throws if the folder contains a backup where it was made, unless the backup is to be used as a library.
    func checkIsNoBackup() throws {
        guard !usesBackup, PHPhotoLibrary.isBackupWhereItWasMade(at: url) else { return }
        throw CommandFailure(
            .unavailable,
            "\(url.path) is a backup. Writing to it would make it a library of its own, and no later backup could be made there. Copy it to where it is to be used, or say --as-library."
        )
    }

    private func openingMessage(for error: PHPhotosError) -> String {
        let text = error.localizedDescription
        guard error.libraryProblem == .missing else { return text }
        guard library != nil || getenv(Self.variable) != nil else {
            return Self.firstSentence(url.path)
        }
        return text
            + " Or create a library there with \"photokit --library \(ShellWord.quoted(url.path)) init\"."
    }

    /// Returns what to do where nobody named a library, and there is none at the usual path.
    static func firstSentence(_ path: String) -> String {
        "There is no library yet. Create one with \"photokit init\", at \(path). If you have one elsewhere, name it with --library PATH; if it is on another disk, connect it."
    }

    private static func exitStatus(for error: PHPhotosError) -> ExitStatus {
        error.libraryProblem == nil ? Fault.library.status : ExitStatus(error)
    }
}

/// The option that selects text or JSON as output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON for programs, one object per line.")
    var json = false
}

/// A command that works with an open library.
protocol LibraryCommand: AsyncParsableCommand {
    var options: LibraryOptions { get }
    var accessMode: PHPhotoLibrary.AccessMode { get }
    /// Whether opening for writing deletes what was in Recently Deleted for its days.
    var purgesExpired: Bool { get }
    /// Returns an error message of the library as the command should print it.
    func adaptedMessage(_ message: String) -> String
    func run(in library: PHPhotoLibrary) async throws
}

extension LibraryCommand {
    var accessMode: PHPhotoLibrary.AccessMode { .readOnly }

    var purgesExpired: Bool { true }

    func adaptedMessage(_ message: String) -> String { message }

    func run() async throws {
        do {
            let library = try options.openLibrary(accessMode, purgesExpired: purgesExpired)
            defer { library.close() }
            try await library.withCurrent { try await run(in: library) }
            // Fetches cannot throw, so their last error is checked at the end.
            if let reason = library.unavailabilityReason { throw reason }
        } catch let failure as CommandFailure {
            throw CommandFailure(failure.status, adaptedMessage(failure.message))
        } catch let error as PHPhotosError {
            throw CommandFailure(ExitStatus(error), adaptedMessage(error.localizedDescription))
        }
    }
}
