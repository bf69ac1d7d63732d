import PhotosStore

/// Distinguishes files that are still being written from complete ones: a value without a clock of its own.
///
/// Times are in seconds since 1970.
package struct QuietFiles: Sendable {
    private struct Seen {
        var numbers: SourceIdentity.Numbers
        var since: Double
        var isClosed: Bool
    }

    /// The number of seconds without a change after which a file is complete.
    private let patience: Double
    /// The same for a file that its writer has closed, in seconds: at most 2.
    ///
    /// Some programs open and close a file for each part that they write.
    private let shortPatience: Double
    private var seen: [ExactText: Seen] = [:]

    package init(patience: Double) {
        self.patience = max(0, patience)
        shortPatience = min(self.patience, 2)
    }

    /// Returns whether a file with these numbers is complete.
    package mutating func isQuiet(
        _ path: String,
        numbers: SourceIdentity.Numbers,
        at now: Double
    ) -> Bool {
        // Files that were written long ago, such as all files at the start, need not be waited for.
        let written = Double(numbers.modification) / 1_000_000_000
        let path = ExactText(path)
        if seen[path] == nil, written < now - patience { return true }
        guard var file = seen[path], file.numbers == numbers else {
            let isClosed = seen[path]?.isClosed ?? false
            seen[path] = Seen(numbers: numbers, since: now, isClosed: isClosed)
            return patience == 0
        }
        if file.since > now { file.since = now }
        seen[path] = file
        guard now >= dueTime(of: file) else { return false }
        seen[path] = nil
        return true
    }

    /// Records that a program has closed a file after writing.
    package mutating func close(_ path: String, at now: Double) {
        let path = ExactText(path)
        if seen[path] != nil {
            seen[path]?.isClosed = true
        } else {
            seen[path] = Seen(
                numbers: SourceIdentity.Numbers(inode: 0, byteCount: -1, modification: 0),
                since: now,
                isClosed: true
            )
        }
    }

    /// Removes files that were due before a time and were not asked about, because they do not exist any
    /// more.
    package mutating func forget(dueBy moment: Double) {
        seen = seen.filter { dueTime(of: $0.value) > moment }
    }

    private func dueTime(of file: Seen) -> Double {
        file.since + (file.isClosed ? shortPatience : patience)
    }

    /// The files that are waited for, and the earliest time when one may be complete; nil where there are
    /// none.
    package var next: (moment: Double, paths: [String])? {
        let waiting = seen.filter { $0.value.numbers.byteCount >= 0 }
        return waiting.values.map(dueTime).min().map { ($0, waiting.keys.map(\.string).sorted()) }
    }
}
