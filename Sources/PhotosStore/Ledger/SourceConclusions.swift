package import PhotosMedia

/// The changes that a sweep found in files that are kept in their source.
///
/// The changes are applied in the order of the properties. None of them deletes an asset.
package struct SourceConclusions: Sendable {
    /// A known file with its present state and folder.
    package struct LedgerRow: Hashable, Sendable {
        package var folder: Int64
        /// The row to write, with the number of the file's row.
        package var row: SourceFileRow

        package init(folder: Int64, row: SourceFileRow) {
            self.folder = folder
            self.row = row
        }
    }

    /// A file that another program wrote to, so that its asset stays and gets new content.
    package struct Edit: Sendable {
        package var ledgerRow: LedgerRow
        package var facts: MediaFacts

        package init(ledgerRow: LedgerRow, facts: MediaFacts) {
            self.ledgerRow = ledgerRow
            self.facts = facts
        }
    }

    /// A file that becomes the file of a resource whose own file is unreachable.
    package struct Taken: Sendable {
        package var ledgerRow: LedgerRow
        /// The row of the resource.
        package var resource: Int64
        /// The row of the file that the resource had, or nil if it had none.
        package var before: Int64?

        package init(ledgerRow: LedgerRow, resource: Int64, before: Int64?) {
            self.ledgerRow = ledgerRow
            self.resource = resource
            self.before = before
        }
    }

    /// The files with unchanged bytes that were renamed, moved or restored.
    package var found: [LedgerRow] = []
    package var edited: [Edit] = []
    /// The rows of missing files that belong to no asset.
    package var forgotten: [Int64] = []
    /// The rows of missing files that belong to assets.
    package var missing: [Int64] = []
    /// The rows of sidecars that are missing together with files of their assets.
    ///
    /// The rows are removed where the assets have other files in place of those, so that no later sweep takes the words of the
    /// sidecars.
    package var lostSidecars: [Int64] = []
    /// The files with the bytes of assets that lack a file.
    package var taken: [Taken] = []
    /// The files that become no assets of their own.
    package var noted: [LedgerRow] = []

    package init() {}

    package var count: Int {
        found.count + edited.count + forgotten.count + missing.count + lostSidecars.count
            + taken.count + noted.count
    }

    package var isEmpty: Bool { count == 0 }
}
