import CPhotosSQLite
import GRDB
import GRDBSQLite
import Synchronization

/// Keeps the file of the write-ahead log larger than its content, up to the size at which the log is checkpointed.
///
/// Syncing a commit that makes the file grow takes half as long again as syncing one that overwrites bytes, because the
/// file system writes the new size, too. The atomic is the last known size of the file in bytes.
package final class LogRoom: Sendable {
    /// The number of bytes of each write, which SQLite's own writes do not have.
    package static let writeLength: Int64 = 64 << 10
    /// The number of bytes that are added at a time.
    ///
    /// The bytes reach the disk with the sync of the next commit.
    private static let step: Int64 = 512 << 10
    /// The file grows when fewer bytes than this are left.
    private static let margin: Int64 = 64 << 10
    private static let headerLength: Int64 = 32
    private static let frameLength: Int64 = 24 + 4_096

    private let limit: Int64
    private let size = Atomic<Int64>(0)

    /// Creates the room for a log that is checkpointed after a number of pages.
    init(pages: Int) { limit = Self.length(pages: pages) }

    /// Returns the number of bytes that a log of some pages takes.
    private static func length(pages: Int) -> Int64 { headerLength + Int64(pages) * frameLength }

    /// Returns whether a log of some pages soon fills the file.
    func isDue(pages: Int) -> Bool {
        let size = size.load(ordering: .relaxed)
        return size + Self.writeLength <= limit && Self.length(pages: pages) + Self.margin > size
    }

    /// Lets the file grow by one step, on the connection that writes and under the commit lock.
    ///
    /// If the file cannot grow, for example on a full disk, it is left as it is from then on.
    func extend(_ db: Database) {
        var end: Int64 = 0
        let code = photos_sqlite_extend_log(
            UnsafeMutableRawPointer(db.sqliteConnection),
            Self.step,
            limit,
            &end
        )
        size.store(code == SQLITE_OK ? end : limit, ordering: .relaxed)
    }

    /// Notes that the file was emptied.
    func noteTruncation() { size.store(0, ordering: .relaxed) }
}
