/// Tells a folder as it is from the folder as it was known: two lists in one order, gone through side by side.
///
/// The known files are handed in one after another, as they are read, so that none has to be kept.
package struct FolderComparison {
    package enum Difference: Hashable, Sendable {
        /// The file is as it was: name, inode, size and date.
        case same(SourceFileRow)
        case new(FolderListing.Entry)
        /// A file of the name is there, and is not as it was.
        case changed(FolderListing.Entry, SourceFileRow)
        case missing(SourceFileRow)
    }

    private let listing: FolderListing
    private let tell: (Difference) throws -> Void
    private var next = 0

    package init(_ listing: FolderListing, tell: @escaping (Difference) throws -> Void) {
        self.listing = listing
        self.tell = tell
    }

    /// Takes the next known file, in the order of the bytes of names.
    package mutating func take(_ known: SourceFileRow) throws {
        while next < listing.files.count {
            let entry = listing.files[next]
            let order = listing.order(of: entry, to: known.name)
            guard order <= 0 else { break }
            next += 1
            if order == 0 {
                return try tell(known.isOf(entry) ? .same(known) : .changed(entry, known))
            }
            try tell(.new(entry))
        }
        try tell(.missing(known))
    }

    /// No more files are known: the rest of the folder is new.
    package mutating func finish() throws {
        while next < listing.files.count {
            try tell(.new(listing.files[next]))
            next += 1
        }
    }
}
