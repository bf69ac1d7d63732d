/// Whether a file with the name and inode of a known file is that file, or one that was made after it was removed.
///
/// File systems give the inode of a removed file to the next one.
package enum InodeUse: Hashable, Sendable {
    /// The file existed when the known file was written: a program wrote to it.
    case kept
    /// The file was made after the known file was last seen.
    case reused
    /// Nothing shows which of them it is.
    case unknown

    /// All times are in nanoseconds since 1970.
    ///
    /// - Parameters:
    ///   - birth: When the file was made; nil if its file system does not record it.
    ///   - modification: The modification time that the known file had.
    ///   - swept: When the source was last swept; nil if it never was.
    ///   - now: The present time. A later modification time is none.
    package init(birth: Int64?, modification: Int64, swept: Int64?, now: Int64) {
        guard let birth else {
            self = .unknown
            return
        }
        if birth <= modification, modification <= now {
            self = .kept
        } else if let swept, birth > swept - Self.tick {
            self = .reused
        } else {
            self = .unknown
        }
    }

    /// The longest time by which the clock of file systems is late, in nanoseconds, doubled.
    private static let tick: Int64 = 20_000_000
}
