import Foundation
import GRDB
import Glibc

/// A new look of an original whose bytes are what they were: it was given a second name, or lost one.
///
/// Noted in its row, so that the file is not read again to see whether it is whole.
struct FileRenewal: Hashable, Sendable {
    /// The name below the folder of originals.
    var file: String
    var before: FileState
    var after: FileState

    /// What stands at a path: its state, and what a write to it would change.
    struct Look: Hashable, Sendable {
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

        /// Whether nothing else than names and permissions can have changed in between.
        func hasBytes(of other: Look) -> Bool {
            state.inode == other.state.inode && byteCount == other.byteCount
                && modification == other.modification
        }
    }

    /// - Returns: nil where the file looks as before, is gone, or was written to.
    init?(_ file: String, from before: Look?, to after: Look?) {
        guard let before, let after, before.state != after.state, before.hasBytes(of: after) else {
            return nil
        }
        (self.file, self.before, self.after) = (file, before.state, after.state)
    }

    /// Notes new looks in the rows that know the old ones.
    static func note(_ renewals: [FileRenewal], _ db: Database) throws {
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
