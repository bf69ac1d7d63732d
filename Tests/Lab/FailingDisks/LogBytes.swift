import Foundation

/// What is known of the bytes of SQLite's log: which a sync covered, and which the kernel may have dropped.
///
/// The log is written from its beginning to its end, and over again: what a failed block had written lies behind the
/// last block that counts, or is written anew.
struct LogBytes {
    private var unsynced = IndexSet()
    private var lost = IndexSet()
    private var end = 0

    mutating func write(_ bytes: Range<Int>) {
        lost.remove(integersIn: bytes)
        unsynced.insert(integersIn: bytes)
        end = bytes.upperBound
    }

    mutating func sync(isDone: Bool) {
        if !isDone { lost.formUnion(unsynced) }
        unsynced = IndexSet()
    }

    mutating func cut() { self = LogBytes() }

    /// Whether a change that is acknowledged now may be lost with the power.
    var isUntrustworthy: Bool { lost.intersects(integersIn: 0..<end) }
}
