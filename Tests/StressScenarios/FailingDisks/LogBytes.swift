import Foundation

/// What is known of the bytes of SQLite's log: which a sync covered, and which the kernel may have dropped.
///
/// The log is written from its beginning to its end, and over again: what a failed block had written lies behind the
/// last block that counts, or is written anew.
struct LogBytes {
    private var unsynced = IndexSet()
    private var lost = IndexSet()
    private var written = 0
    /// Behind the last bytes that were synced.
    private var end = 0
    private var hasFailed = false
    private var hasSucceeded = false

    mutating func write(_ bytes: Range<Int>) {
        lost.remove(integersIn: bytes)
        unsynced.insert(integersIn: bytes)
        written = bytes.upperBound
    }

    /// A checkpoint syncs what the commits have synced: that it fails says nothing of them.
    mutating func sync(isDone: Bool) {
        guard !unsynced.isEmpty || (isDone && !lost.isEmpty) else { return }
        if isDone {
            end = written
            hasSucceeded = true
        } else {
            lost.formUnion(unsynced)
            hasFailed = true
        }
        unsynced = IndexSet()
    }

    mutating func cut() {
        (unsynced, lost) = (IndexSet(), IndexSet())
        (written, end) = (0, 0)
    }

    /// A change begins, or has been acknowledged.
    mutating func begin() { (hasFailed, hasSucceeded) = (false, false) }

    /// Whether a change that is acknowledged now may be lost with the power.
    ///
    /// Behind a commit that the disk has, another one may fail that only tidies up.
    var isUntrustworthy: Bool {
        lost.intersects(integersIn: 0..<end) || hasFailed && !hasSucceeded
    }
}
