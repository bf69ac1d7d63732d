/// When the time in Recently Deleted is over.
package enum RetentionClock {
    /// Microseconds of a day.
    package static let day: Int64 = 86_400_000_000

    /// Returns whether assets may be purged because their time is over.
    ///
    /// A purge reaches all machines, so a wrong clock must not make one.
    ///
    /// - Parameters:
    ///   - clock: The own clock, in microseconds since 1970.
    ///   - remote: The remote's clock at the same moment; nil if it said none.
    /// - Returns: Whether both agree to less than a day.
    package static func mayPurge(clock: Int64, remote: Int64?) -> Bool {
        guard let remote else { return false }
        let (difference, overflow) = clock.subtractingReportingOverflow(remote)
        return !overflow && difference > -day && difference < day
    }

    /// Returns the date in Recently Deleted after a block was applied.
    ///
    /// The date is that of the block which applied the trashing here, never that of another machine's clock.
    ///
    /// - Parameters:
    ///   - before: The date before the block.
    ///   - isTrashed: Whether the asset is shown in Recently Deleted after the block.
    ///   - block: The date of the block here.
    /// - Returns: The date; nil outside of Recently Deleted.
    package static func trashedDate(
        before: Double?,
        isTrashed: Bool,
        block: Double
    ) -> Double? {
        isTrashed ? before ?? block : nil
    }
}
