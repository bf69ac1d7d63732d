import Foundation
import GRDB
import Glibc

extension LibraryCheck {
    /// Checks for leftovers: staging folders without a process, damaged saved lists, and files that should
    /// have been removed.
    mutating func checkLeftovers() throws {
        for scan in try StagingScan.all(library.layout) where !scan.isAlive {
            add(
                Finding(
                    .stagingLeftover,
                    "A process ended while it imported files. A repair, or opening for writing, removes its leftovers.",
                    at: scan.folder.path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
        for url in library.records.savedLists?.damaged() ?? [] {
            add(
                Finding(
                    .savedListDamaged,
                    "A saved list of photos is damaged. A repair removes it, and the next use makes it again.",
                    at: url.path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
        if try library.words.isSearchIndexWrong() {
            add(
                Finding(
                    .searchIndexDamaged,
                    "The index of words differs from the library, so searches may miss photos. A repair removes it, and the next search makes it again.",
                    at: library.layout.searchIndex.path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
        let waiting = try releasedFiles()
        guard !waiting.isEmpty else { return }
        // A process may be removing these files just now, so the list is read a second time.
        let stillWaiting = Set(try releasedFiles())
        for file in waiting where stillWaiting.contains(file) {
            add(
                Finding(
                    .releasedFileLeftover,
                    "A photo was deleted for good, but its file is still there. A repair, or opening for writing, removes the file.",
                    at: library.layout.original(file).path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
    }

    private func releasedFiles() throws -> [String] {
        try library.core.read { db in try String.fetchAll(db, sql: "SELECT file FROM released_file")
        }
    }
}

/// The state of a folder in the staging area.
struct StagingScan {
    var folder: URL
    /// Whether the process that created the folder is still running.
    var isAlive: Bool
    /// The files that the folder's manifest names.
    var files: Set<String>

    /// Reads all staging folders.
    ///
    /// Throws if one cannot be read, because its files would be taken for orphans.
    static func all(_ layout: LibraryLayout) throws -> [StagingScan] {
        guard FileManager.default.fileExists(atPath: layout.staging.path) else { return [] }
        return try StagingRecovery.folders(layout).map { folder in
            let manifest = try FileOperations.smallFile(folder.appendingPathComponent("manifest"))
            let names =
                manifest.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
            return StagingScan(
                folder: folder,
                isAlive: isAlive(folder),
                files: Set(names.map(String.init))
            )
        }
    }

    private static func isAlive(_ folder: URL) -> Bool {
        // Recovery skips these folders, too.
        if StagingRecovery.isYoungDraft(folder) { return true }
        let owner = open(
            folder.appendingPathComponent("owner").path,
            O_RDONLY | O_NONBLOCK | O_CLOEXEC
        )
        // A process may be removing the folder, or may not have locked its draft yet. Recovery waits for
        // drafts only.
        guard owner >= 0 else { return !StagingRecovery.isOld(folder) }
        defer { FileOperations.closeLocked(owner) }
        return flock(owner, LOCK_SH | LOCK_NB) != 0
    }
}
