/// Compares the files in a folder with the known files, as two sorted lists in one pass.
///
/// The caller passes the known files one after another as it reads them, so none has to be kept in memory.
package struct FolderComparison {
    package enum Difference: Hashable, Sendable {
        /// The file has the same name, inode, size and date as before.
        case same(SourceFileRow)
        case new(FolderListing.Entry)
        /// A file has the name, but another inode, size or date.
        case changed(FolderListing.Entry, SourceFileRow)
        case missing(SourceFileRow)
    }

    private let listing: FolderListing
    private let notify: (Difference) throws -> Void
    private var next = 0

    package init(_ listing: FolderListing, notify: @escaping (Difference) throws -> Void) {
        self.listing = listing
        self.notify = notify
    }

    /// Compares the next known file; files must come in the byte order of their names.
    package mutating func compareFile(_ known: SourceFileRow) throws {
        while next < listing.files.count {
            let entry = listing.files[next]
            let order = listing.order(of: entry, to: known.name)
            guard order <= 0 else { break }
            next += 1
            if order == 0 {
                return try notify(known.isOf(entry) ? .same(known) : .changed(entry, known))
            }
            try notify(.new(entry))
        }
        try notify(.missing(known))
    }

    /// Reports the remaining files of the folder as new, after the last known file.
    package mutating func finish() throws {
        while next < listing.files.count {
            try notify(.new(listing.files[next]))
            next += 1
        }
    }
}
