import Foundation
import GRDB
import Glibc

/// A new state of an original whose bytes did not change, because the file got or lost a hard link.
///
/// The state is recorded in the row, so that the file need not be read again to verify it.
struct FileRenewal: Hashable, Sendable {
    /// The name below the folder of originals.
    var file: String
    var before: FileState
    var after: FileState

    /// The state of the file at a path, with the size and date that a write would change.
    struct Snapshot: Hashable, Sendable {
        var state: FileState
        var byteCount: Int64
        var modification: Int64

        init?(_ url: URL) {
            var facts = stat()
            guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            state = FileState(facts)
            byteCount = Int64(facts.st_size)
            modification = FolderListing.nanoseconds(facts.st_mtim)
        }

        /// Returns whether nothing but names and permissions can have changed between two states.
        func hasBytes(of other: Snapshot) -> Bool {
            state.inode == other.state.inode && byteCount == other.byteCount
                && modification == other.modification
        }
    }

    /// - Returns: nil if the file's state is unchanged, or if the file was removed or written to.
    init?(_ file: String, from before: Snapshot?, to after: Snapshot?) {
        guard let before, let after, before.state != after.state, before.hasBytes(of: after) else {
            return nil
        }
        (self.file, self.before, self.after) = (file, before.state, after.state)
    }

    /// Records new states in the rows that have the old ones.
    static func recordRenewals(_ renewals: [FileRenewal], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE resource SET inode = ?, status_change = ?
                WHERE file = ? AND inode = ? AND status_change = ?
                """
        )
        for renewal in renewals {
            try statement.run(in: db) { columns in
                columns.integer(renewal.after.inode)
                columns.integer(renewal.after.statusChange)
                columns.text(renewal.file)
                columns.integer(renewal.before.inode)
                columns.integer(renewal.before.statusChange)
            }
        }
    }
}
