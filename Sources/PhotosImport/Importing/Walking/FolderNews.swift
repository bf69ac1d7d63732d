package import PhotosStore

/// Decides which files of one folder an import reads: a value that does not access the disk.
package struct FolderNews {
    private let listing: FolderListing
    private let rules: KnownFileRules
    private let lost: Set<Int64>
    private let dates: FileDates?
    private let gathersAssets: Bool
    private let reportsSingly: (SourceFileRow) -> Bool
    /// The files to read, in the order of the listing.
    package private(set) var fresh: [FolderListing.Entry] = []
    /// Known files among them that only their bytes can show to be unchanged.
    package private(set) var unproven: [(entry: FolderListing.Entry, known: SourceFileRow)] = []
    /// The unchanged files that are reported one by one, with their rows; they do not count as unchanged.
    package private(set) var singles: [(entry: FolderListing.Entry, row: SourceFileRow)] = []
    /// The unchanged files that are neither pictures nor movies, which do not count as unchanged: the library does not have them.
    package private(set) var others: [FolderListing.Entry] = []
    package private(set) var unchangedFiles = 0
    package private(set) var unchangedBytes: Int64 = 0
    /// The rows of the assets of unchanged files, if they are gathered.
    package private(set) var unchangedAssets: [Int64] = []

    /// - Parameters:
    ///   - listing: The present files of the folder.
    ///   - rules: The rules for known files.
    ///   - lost: The rows of files whose bytes the library has lost.
    ///   - dates: Which dates distinguish the folder's files; nil if it is not known to be on the volume on which the
    ///     known files were, so that each file is read.
    ///   - gathersAssets: Whether the assets of unchanged files are wanted, for an album.
    ///   - reportsSingly: Whether an unchanged file is reported by itself, not only counted.
    package init(
        _ listing: FolderListing,
        rules: KnownFileRules,
        lost: Set<Int64>,
        dates: FileDates?,
        gathersAssets: Bool = false,
        reportsSingly: @escaping (SourceFileRow) -> Bool = { _ in false }
    ) {
        self.listing = listing
        self.rules = rules
        self.lost = lost
        self.dates = dates
        self.gathersAssets = gathersAssets
        self.reportsSingly = reportsSingly
    }

    /// Adds the next difference between the folder and its known files.
    package mutating func addDifference(_ difference: FolderComparison.Difference) {
        switch difference {
        case .same(let known)
        where rules.isDone(known) && !lost.contains(known.id) && isSame(known):
            if reportsSingly(known),
                let entry = listing.entry(named: known.name, among: listing.files)
            {
                return singles.append((entry, known))
            }
            if known.outcome == .other,
                let entry = listing.entry(named: known.name, among: listing.files)
            {
                return others.append(entry)
            }
            unchangedFiles += 1
            unchangedBytes += known.byteCount
            if gathersAssets, let asset = known.assetID { unchangedAssets.append(asset) }
        case .same(let known):
            if let entry = listing.entry(named: known.name, among: listing.files) {
                fresh.append(entry)
                addUnproven(entry, to: known)
            }
        case .changed(let entry, let known):
            fresh.append(entry)
            if known.modification == SourceLedger.noDate { addUnproven(entry, to: known) }
        case .new(let entry): fresh.append(entry)
        case .missing: break
        }
    }

    /// Returns whether a file with the name, inode, size and date of a known file is that file.
    package func isSame(_ known: SourceFileRow) -> Bool {
        dates?.distinguish(known.modification) ?? false
    }

    private mutating func addUnproven(_ entry: FolderListing.Entry, to known: SourceFileRow) {
        guard rules.isDone(known), !lost.contains(known.id), known.checksum != nil,
            known.byteCount == entry.byteCount
        else { return }
        unproven.append((entry, known))
    }

    /// Leaves out those of the unproven files whose bytes show that they are unchanged.
    package mutating func leaveOut(_ proved: Set<FolderListing.Entry>) {
        guard !proved.isEmpty else { return }
        fresh.removeAll { proved.contains($0) }
        for (entry, known) in unproven where proved.contains(entry) {
            if reportsSingly(known) {
                singles.append((entry, known))
            } else {
                unchangedFiles += 1
                unchangedBytes += entry.byteCount
            }
        }
    }

    /// Adds unchanged files to those that are read.
    package mutating func readAgain(_ files: [SourceFileRow]) {
        guard !files.isEmpty else { return }
        var entries = Set(fresh)
        for known in files {
            guard let entry = listing.entry(named: known.name, among: listing.files),
                entries.insert(entry).inserted
            else { continue }
            if let single = singles.firstIndex(where: { $0.row.id == known.id }) {
                singles.remove(at: single)
            } else {
                unchangedFiles -= 1
                unchangedBytes -= known.byteCount
            }
        }
        fresh = listing.files.filter { entries.contains($0) }
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
