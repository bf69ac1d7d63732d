package import Foundation

/// The decision which copies of the database a remote keeps.
package enum SnapshotRetention {
    /// The number of newest copies that are kept in any case.
    package static let newest = 4
    /// The number of days for which the last copy of each day is kept.
    package static let days = 30
    /// The number of copies from which they are removed, so that parts are rarely compared.
    package static let least = 8

    /// Returns the names of copies to remove; none if there are few.
    ///
    /// - Parameters:
    ///   - names: The names of all copies.
    ///   - now: The present.
    /// - Returns: Names of copies with a date, oldest first.
    package static func surplusNames(among names: [String], now: Date) -> [String] {
        let dated = names.compactMap { name in SnapshotIndex.date(of: name).map { (name, $0) } }
            .sorted { ($0.1, $0.0) > ($1.1, $1.0) }
        var days: Set<Int> = []
        var surplus: [String] = []
        for (index, (name, date)) in dated.enumerated() {
            let day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
            let isRecent = now.timeIntervalSince(date) <= Double(Self.days) * 86_400
            let isLastOfDay = days.insert(day).inserted
            if index >= newest, !(isRecent && isLastOfDay) { surplus.append(name) }
        }
        return surplus.count >= least ? surplus.reversed() : []
    }
}
