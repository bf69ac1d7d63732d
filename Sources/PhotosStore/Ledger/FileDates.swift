package import Foundation

/// Decides which dates of files in a folder distinguish a file from others of the same name and size.
///
/// A camera whose clock has lost its time gives many files one date, or an impossible one.
package struct FileDates: Sendable {
    private let shared: Set<Int64>
    private let latest: Int64

    /// - Parameters:
    ///   - listing: The present files of the folder.
    ///   - now: The time of the clock that gives files their dates.
    package init(_ listing: FolderListing, now: Date) {
        var counts: [Int64: Int] = [:]
        for file in listing.files where Self.isRound(file.modification) {
            counts[file.modification, default: 0] += 1
        }
        shared = Set(counts.lazy.filter { $0.value >= Self.bulk }.map(\.key))
        let seconds = now.timeIntervalSince1970 + Self.zones
        latest = Int64(max(0, min(seconds, 9e9))) * 1_000_000_000
    }

    /// Returns whether a modification time, in nanoseconds since 1970, distinguishes its file.
    package func distinguish(_ modification: Int64) -> Bool {
        modification >= Self.earliest && modification <= latest && !shared.contains(modification)
    }

    /// The number of files with one date from which the date says nothing about each of them.
    package static let bulk = 5

    /// The end of the first day of the calendar of FAT, 1980-01-01, in nanoseconds since 1970.
    ///
    /// FAT records local times, so the first day of that calendar may begin half a day earlier or later.
    private static let earliest: Int64 = 315_619_200_000_000_000

    /// The number of seconds by which a local time may be ahead of the clock.
    private static let zones: TimeInterval = 86_400

    /// Whether a camera may have given the date: their file systems count hundredths of a second at best.
    ///
    /// The dates of files that a program wrote at once on another file system are equal, too, but not round.
    private static func isRound(_ modification: Int64) -> Bool {
        modification.isMultiple(of: 10_000_000)
    }
}
