import Foundation
import GRDB
import Glibc

extension LibraryCheck {
    /// Nothing stays behind of blocks that ended: no staging folder without its process, no file to be removed.
    mutating func checkLeftovers() throws {
        for look in try StagingScan.all(library.layout) where !look.isAlive {
            add(
                Finding(
                    .stagingLeftover,
                    "A process ended while it brought files in. A repair, or opening for writing, removes what it left.",
                    at: look.folder.path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
        for url in library.savedLists?.damaged() ?? [] {
            add(
                Finding(
                    .savedListDamaged,
                    "A saved result of a fetch is damaged. It is made again when it is missed; a repair removes it.",
                    at: url.path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
        let waiting = try releasedFiles()
        guard !waiting.isEmpty else { return }
        // A process that is just removing them needs a moment; what it is done with is gone at the second look.
        let stillWaiting = Set(try releasedFiles())
        for file in waiting where stillWaiting.contains(file) {
            add(
                Finding(
                    .releasedFileLeftover,
                    "An asset was deleted for good, but its file not yet. A repair, or opening for writing, removes it.",
                    at: library.layout.original(file).path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
    }

    private func releasedFiles() throws -> [String] {
        try library.read { db in try String.fetchAll(db, sql: "SELECT file FROM released_file") }
    }
}

/// A folder of the staging area, seen from outside.
struct StagingScan {
    var folder: URL
    /// Whether the process that made it still lives.
    var isAlive: Bool
    /// What its manifest names.
    var files: Set<String>

    /// Throws what keeps one of them from being read: its files would pass for nobody's.
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
        // Recovery leaves those in peace, too.
        if StagingRecovery.isYoungDraft(folder) { return true }
        let owner = open(
            folder.appendingPathComponent("owner").path,
            O_RDONLY | O_NONBLOCK | O_CLOEXEC
        )
        // A process that is just removing it, or has not settled in a draft yet, needs a moment; recovery waits for drafts alone.
        guard owner >= 0 else { return !StagingRecovery.isOld(folder) }
        defer { close(owner) }
        return flock(owner, LOCK_SH | LOCK_NB) != 0
    }
}
