/// The space that files may take in the library's folder, and what must be known before one leaves it.
package struct SpaceRule: Hashable, Sendable {
    /// The bytes that the library's own files may take.
    package var byteCount: Int64
    /// The number of remotes that must have a file before it leaves.
    package var copies: Int
    /// The greatest age in days of the proof of each of these remotes.
    package var proofDays: Int

    package init(byteCount: Int64, copies: Int = 1, proofDays: Int = 30) {
        self.byteCount = byteCount
        self.copies = copies
        self.proofDays = proofDays
    }
}

/// How many of the library's own files are in its folder, and how many are in remotes alone.
package struct SpaceUse: Hashable, Sendable {
    package var local = RemoteTotals.Part()
    /// The files that left, and that a remote is said to have.
    package var elsewhere = RemoteTotals.Part()
    /// The files that left, and that no remote has any more.
    package var lost = RemoteTotals.Part()
    /// The files that stay in folders of forgotten sources, as far as rows know.
    package var forgotten = RemoteTotals.Part()
    /// The files that should be in the folder and are not; none where nobody has looked.
    package var missing = RemoteTotals.Part()
    /// The files that are pinned: they stay, whatever space they take.
    package var pinned = RemoteTotals.Part()

    package init() {}
}

/// A file that may leave the library's folder.
package struct ReleaseCandidate: Hashable, Sendable {
    package var resource: Int64
    /// The name below the folder of originals.
    package var file: String
    package var byteCount: Int64
    /// The nanoseconds since 1970 of the last use that is known.
    package var lastUse: Int64

    package init(resource: Int64, file: String, byteCount: Int64, lastUse: Int64) {
        self.resource = resource
        self.file = file
        self.byteCount = byteCount
        self.lastUse = lastUse
    }
}

/// Chooses the files that leave.
package enum ReleaseChoice {
    /// Returns files in the order in which they leave: those whose last use is longest ago come first.
    ///
    /// File systems note uses once a day, so uses on one day count as the same. Of such files, larger ones go first,
    /// because fewer files then have to be fetched again.
    package static func ordered(_ candidates: [ReleaseCandidate]) -> [ReleaseCandidate] {
        let day: Int64 = 86_400_000_000_000
        return candidates.sorted { one, other in
            let days = (one.lastUse / day, other.lastUse / day)
            if days.0 != days.1 { return days.0 < days.1 }
            if one.byteCount != other.byteCount { return one.byteCount > other.byteCount }
            return one.resource < other.resource
        }
    }

    /// Returns the first files that have so many bytes together.
    ///
    /// - Parameters:
    ///   - files: Files in the order in which they leave.
    ///   - byteCount: The number of bytes to be freed.
    ///   - count: The most files to return.
    /// - Returns: The first ones; all if they do not suffice.
    package static func first(
        of files: ArraySlice<ReleaseCandidate>,
        freeing byteCount: Int64,
        atMost count: Int
    ) -> ArraySlice<ReleaseCandidate> {
        var rest = byteCount
        var end = files.startIndex
        while end < files.endIndex, rest > 0, end - files.startIndex < count {
            rest -= files[end].byteCount
            end += 1
        }
        return files[..<end]
    }
}
