package import PhotosStore

/// Decides which files of one folder an import reads: a value that does not access the disk.
package struct FolderNews {
    private let listing: FolderListing
    private let rules: KnownFileRules
    private let lost: Set<Int64>
    private let reportsSingly: (SourceFileRow) -> Bool
    /// The files to read, in the order of the listing.
    package private(set) var fresh: [FolderListing.Entry] = []
    /// The unchanged files that are reported one by one, with their rows; they do not count as unchanged.
    package private(set) var singles: [(entry: FolderListing.Entry, row: SourceFileRow)] = []
    package private(set) var unchangedFiles = 0
    package private(set) var unchangedBytes: Int64 = 0

    /// - Parameters:
    ///   - listing: The present files of the folder.
    ///   - rules: The rules for known files.
    ///   - lost: The rows of files whose bytes the library has lost.
    ///   - reportsSingly: Whether an unchanged file is reported by itself, not only counted.
    package init(
        _ listing: FolderListing,
        _ rules: KnownFileRules,
        lost: Set<Int64>,
        reportsSingly: @escaping (SourceFileRow) -> Bool = { _ in false }
    ) {
        self.listing = listing
        self.rules = rules
        self.lost = lost
        self.reportsSingly = reportsSingly
    }

    /// Adds the next difference between the folder and its known files.
    package mutating func take(_ difference: FolderComparison.Difference) {
        switch difference {
        case .same(let known) where rules.isDone(known) && !lost.contains(known.id):
            if reportsSingly(known),
                let entry = listing.entry(named: known.name, among: listing.files)
            {
                return singles.append((entry, known))
            }
            unchangedFiles += 1
            unchangedBytes += known.byteCount
        case .same(let known):
            if let entry = listing.entry(named: known.name, among: listing.files) {
                fresh.append(entry)
            }
        case .new(let entry), .changed(let entry, _): fresh.append(entry)
        case .missing: break
        }
    }

    /// Leaves out files that were read before, and ends the decision.
    package mutating func finish(except shown: Set<ExactText>) {
        if !shown.isEmpty {
            fresh.removeAll { shown.contains(ExactText(listing.name(of: $0))) }
        }
        // Usually all files are new, or none. If all are new, the listing's own array is shared.
        if fresh.count == listing.files.count { fresh = listing.files }
    }
}
