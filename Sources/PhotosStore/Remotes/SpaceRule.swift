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
    package var elsewhere = RemoteTotals.Part()
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
    /// Returns the files whose last use is longest ago, until enough bytes are free.
    ///
    /// File systems note uses once a day, so uses on one day count as the same. Of such files, larger ones go first,
    /// because fewer files then have to be fetched again.
    ///
    /// - Parameters:
    ///   - candidates: The files that may leave.
    ///   - byteCount: The number of bytes to be freed.
    /// - Returns: Some of the candidates in the order in which they leave; all if they do not suffice.
    package static func files(
        of candidates: [ReleaseCandidate],
        freeing byteCount: Int64
    ) -> [ReleaseCandidate] {
        let day: Int64 = 86_400_000_000_000
        let ordered = candidates.sorted { one, other in
            let days = (one.lastUse / day, other.lastUse / day)
            if days.0 != days.1 { return days.0 < days.1 }
            if one.byteCount != other.byteCount { return one.byteCount > other.byteCount }
            return one.resource < other.resource
        }
        var chosen: [ReleaseCandidate] = []
        var rest = byteCount
        for candidate in ordered {
            guard rest > 0 else { break }
            chosen.append(candidate)
            rest -= candidate.byteCount
        }
        return chosen
    }
}
