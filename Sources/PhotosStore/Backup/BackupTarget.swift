import CPhotosSystem
import Crypto
import Foundation
import Glibc
import PhotosBase

/// The folder that a backup or a restoration fills: an earlier one, or a draft beside the destination.
struct BackupTarget {
    let layout: LibraryLayout
    private let destination: URL
    let isNew: Bool

    /// Opens an earlier backup, or creates a draft, for the backup of an open library.
    ///
    /// - Throws: ``StoreError`` where the destination is neither free nor an untouched backup of the library.
    init(_ destination: URL, of library: Library) throws {
        let (target, root) = (
            VolumeEnvironment.realPath(destination.standardizedFileURL),
            VolumeEnvironment.realPath(library.layout.root)
        )
        guard !MountTable.isInside(target, folder: root), !MountTable.isInside(root, folder: target)
        else {
            throw StoreError(
                .unsuitableDestination,
                "A backup cannot be inside the library, nor the library inside it. Choose another folder than \(destination.path)."
            )
        }
        try self.init(destination, of: library.identity.library)
    }

    /// Opens an earlier backup, or creates a draft.
    ///
    /// - Parameters:
    ///   - destination: The final path of the copy.
    ///   - library: The identifier of the library that is copied or restored.
    /// - Throws: ``StoreError`` where the destination is neither free nor an untouched backup of the library.
    init(_ destination: URL, of library: UUID) throws {
        let url = destination.standardizedFileURL
        self.destination = url
        if let holder = LibraryLayout.library(holding: url.deletingLastPathComponent()) {
            throw StoreError(
                .unsuitableDestination,
                "\(url.path) lies in the photo library \(holder.path), in which only the library itself may write. Choose a folder outside of it."
            )
        }
        var facts = stat()
        guard stat(url.path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFDIR else {
            throw StoreError(
                .unsuitableDestination,
                "\(url.path) is not a folder. Choose a path that does not exist yet, or an earlier backup of this library."
            )
        }
        let there = LibraryLayout(root: url)
        if access(there.sentinel.path, F_OK) == 0 {
            try Self.checkIsBackup(there, of: library)
            (layout, isNew) = (there, false)
            return
        }
        let found = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        guard found?.isEmpty != false else {
            throw StoreError(
                .unsuitableDestination,
                "\(url.path) is a folder with other things in it. Choose a path that does not exist yet, or an earlier backup of this library."
            )
        }
        let parent = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .readOnly,
                (error as? CocoaError)?.code == .fileWriteVolumeReadOnly
                    ? "The folder \(parent.path) cannot be made for the backup: its file system is read-only. Choose another folder."
                    : "The folder \(parent.path) cannot be made for the backup. Check the path and its permissions.",
                cause: error
            )
        }
        // The name is the same each time, so that the next backup resumes after one that ended early.
        let draft = parent.appendingPathComponent(
            Self.draftName(of: url.lastPathComponent),
            isDirectory: true
        )
        (layout, isNew) = (LibraryLayout(root: draft), true)
        try FileOperations.makeFolder(draft)
    }

    /// Returns the name of a draft: `.NAME.backup`, with a checksum instead of a name that would be too long.
    static func draftName(of name: String) -> String {
        let whole = ".\(name).backup"
        guard whole.utf8.count > FileName.longest else { return whole }
        let sum = SHA256.hash(data: Array(name.utf8)).prefix(16)
        return "." + Hexadecimal.digits(of: sum) + ".backup"
    }

    private static func checkIsBackup(_ there: LibraryLayout, of library: UUID) throws {
        try LibraryValidation.checkFolder(there)
        let sentinel = try Sentinel.read(there)
        let log = FileOperations.size(URL(fileURLWithPath: there.database.path + "-wal")) ?? 0
        guard sentinel.library == library else {
            throw StoreError(
                .unsuitableDestination,
                "\(there.root.path) is another library, or a backup of one. Choose another folder."
            )
        }
        guard sentinel.database == .unknown, log == 0 else {
            throw StoreError(
                .unsuitableDestination,
                "\(there.root.path) is a library that has been used, and what was done in it would be undone. Choose another folder."
            )
        }
    }

    /// Returns whether a folder contains a backup that nobody has opened for writing.
    static func isUntouched(_ layout: LibraryLayout) -> Bool {
        (try? Sentinel.read(layout))?.database == .unknown
    }

    /// Returns whether a folder contains a backup that nobody has opened for writing, where it was made.
    static func standsWhereMade(_ layout: LibraryLayout) -> Bool {
        guard let sentinel = try? Sentinel.read(layout), sentinel.database == .unknown,
            let backup = sentinel.backup
        else { return false }
        return (try? Sentinel.FileIdentity.of(layout.database)) == backup
    }

    /// Runs `body` while no other backup fills the folder, and nobody opens it for writing.
    func whileLocked<Result>(
        _ environment: EngineEnvironment,
        body: () throws -> Result
    ) throws -> Result {
        for folder in layout.folders { try FileOperations.makeFolder(folder) }
        try LibraryValidation.checkFolder(layout)
        return try CommitLock(layout)
            .withLock(timeout: Double(environment.tuning.patience)) {
                // If another backup finished the draft meanwhile, it has its final name now.
                guard FileManager.default.fileExists(atPath: layout.root.path) else {
                    throw StoreError(.busy, "Another backup was made at the same place. Try again.")
                }
                return try body()
            }
    }

    /// Gives the copy a database and a sentinel.
    ///
    /// - Parameters:
    ///   - database: The database, on the volume of the copy.
    ///   - sentinel: The sentinel.
    ///   - isBackup: Whether the copy is a backup, which programs for people write to only on request.
    /// - Throws: ``StoreError``.
    func publishDatabase(_ database: URL, sentinel: Sentinel, isBackup: Bool) throws {
        guard rename(database.path, layout.database.path) == 0 else {
            throw StoreError.system("Renaming to", path: layout.database.path, code: errno)
        }
        try FileOperations.syncFolder(layout.databaseFolder)
        if access(layout.commitNotifier.path, F_OK) != 0 {
            try FileOperations.replace(layout.commitNotifier, with: [0])
        }
        // The sentinel names no database file. Opening the copy for writing therefore gives it a new
        // incarnation.
        var sentinel = sentinel
        sentinel.backup = isBackup ? try .of(layout.database) : nil
        try sentinel.write(layout)
    }

    /// Removes files of an earlier backup that no row mentions any more, and returns their number.
    func removeOthers(than files: [PromisedFile]) throws -> Int {
        let wanted = Set(files.map(\.file))
        var count = 0
        for file in OrphanSearch.present(below: layout.originals) where !wanted.contains(file) {
            guard LibraryLayout.isOriginalName(file) else { continue }
            try FileOperations.removeOriginal(file, in: layout)
            count += 1
        }
        return count
    }

    /// Flushes the folders, and moves a new backup to its destination.
    func moveToDestination() throws {
        let left = try FileManager.default.contentsOfDirectory(
            at: layout.staging,
            includingPropertiesForKeys: nil
        )
        for url in left { try FileOperations.unlink(url) }
        for folder in layout.folders + [layout.root] { try FileOperations.syncFolder(folder) }
        guard isNew else { return }
        rmdir(destination.path)
        let code = photos_rename_exclusive(layout.root.path, destination.path)
        guard code == 0 else {
            throw StoreError.system("Renaming to", path: destination.path, code: code)
        }
        try FileOperations.syncFolder(destination.deletingLastPathComponent())
    }

    // MARK: Files

    /// Moves complete files from the staging folder of the copy to their final paths, durably.
    func placeFiles(_ files: [PromisedFile], fileSystem: FileSystemSync) throws {
        guard !files.isEmpty else { return }
        try fileSystem.syncContents(files.map(draft))
        let folders = Set(files.map { layout.original($0.file).deletingLastPathComponent() })
        for folder in folders { try FileOperations.makeFolder(folder) }
        try FileOperations.syncFolder(layout.originals)
        for file in files {
            try FileOperations.moveOriginal(draft(file), to: file.file, in: layout)
        }
    }

    /// Returns the path of a file in the staging folder of the copy.
    func draft(_ file: PromisedFile) -> URL {
        layout.staging.appendingPathComponent(String(file.file.dropFirst(3)))
    }
}
