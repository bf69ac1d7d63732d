package import PhotosStore

/// Decides what a sweep does with the files of one known folder, before it reads any: a value that does not access the
/// disk.
package struct FolderFindings {
    package struct Changed: Hashable, Sendable {
        package var entry: FolderListing.Entry
        package var known: SourceFileRow
    }

    /// The row of the folder.
    private let folder: Int64
    /// The number of unchanged files.
    package private(set) var same = 0
    package private(set) var new: [FolderListing.Entry] = []
    package private(set) var changed: [Changed] = []
    /// Known files that are missing, or whose name another file has.
    package private(set) var vacancies: [SourceIdentity.Vacancy] = []
    /// The rows of known files whose name another file has.
    package private(set) var displaced: Set<Int64> = []
    /// Known files whose name and inode a file with another size or date has.
    package private(set) var kept: [SourceIdentity.Vacancy] = []
    /// Files that were missing, and are present again without a change.
    package private(set) var returned: [SourceConclusions.LedgerRow] = []
    /// The number of files left for a later sweep, because they are still being written.
    package private(set) var busy = 0

    package init(folder: Int64) { self.folder = folder }

    /// Adds the next difference between the folder and its known files.
    package mutating func addDifference(_ difference: FolderComparison.Difference) {
        switch difference {
        case .same(var known):
            same += 1
            guard known.outcome == .absent else { return }
            known.outcome = .imported
            returned.append(SourceConclusions.LedgerRow(folder: folder, row: known))
        case .new(let entry): new.append(entry)
        case .changed(let entry, let known): changed.append(Changed(entry: entry, known: known))
        case .missing(let known): vacancies.append(known.vacancy(in: folder))
        }
    }

    /// Leaves out files that are still being written, and ends the decision.
    ///
    /// A changed file with another inode is another file. The known file of its name may be elsewhere, so it counts as
    /// missing. A changed file with the same inode may be another photo, which its bytes show.
    package mutating func finish(isQuiet: (FolderListing.Entry) -> Bool) {
        let count = new.count + changed.count
        new.removeAll { !isQuiet($0) }
        changed.removeAll { !isQuiet($0.entry) }
        busy = count - new.count - changed.count
        for (entry, known) in changed.lazy.map({ ($0.entry, $0.known) }) {
            if entry.inode == known.inode {
                kept.append(known.vacancy(in: folder))
            } else {
                vacancies.append(known.vacancy(in: folder))
                displaced.insert(known.id)
            }
        }
    }
}
