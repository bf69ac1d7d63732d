package import PhotosMedia

/// What a sweep found to have become of files that stay in their source.
///
/// It is carried out in the order of its properties. Nothing in it deletes an asset.
package struct SourceConclusions: Sendable {
    /// A known file, as it is now and where it is now.
    package struct Place: Hashable, Sendable {
        package var folder: Int64
        /// With the number of the file's row.
        package var row: SourceFileRow

        package init(folder: Int64, row: SourceFileRow) {
            self.folder = folder
            self.row = row
        }
    }

    /// A file that another program wrote to: the asset stays, its content is another.
    package struct Edit: Sendable {
        package var place: Place
        package var facts: MediaFacts

        package init(place: Place, facts: MediaFacts) {
            self.place = place
            self.facts = facts
        }
    }

    /// A file that becomes the one of a resource whose own cannot be reached.
    package struct Taken: Sendable {
        package var place: Place
        /// The row of the resource.
        package var resource: Int64
        /// The row of the file that the resource had; nil where it had none.
        package var before: Int64?

        package init(place: Place, resource: Int64, before: Int64?) {
            self.place = place
            self.resource = resource
            self.before = before
        }
    }

    /// The same files with the same bytes, renamed, moved or come back.
    package var found: [Place] = []
    package var edited: [Edit] = []
    /// Rows of files that are no asset's, and not there any more.
    package var forgotten: [Int64] = []
    /// Rows of assets' files that are not there any more.
    package var missing: [Int64] = []
    /// Files with the bytes of assets that wait for a file.
    package var taken: [Taken] = []
    /// Files that become no asset of their own.
    package var noted: [Place] = []

    package init() {}

    package var count: Int {
        found.count + edited.count + forgotten.count + missing.count + taken.count + noted.count
    }

    package var isEmpty: Bool { count == 0 }
}
