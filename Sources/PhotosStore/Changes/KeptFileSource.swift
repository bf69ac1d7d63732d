/// A staged file that an asset is to keep.
package struct KeptFileSource: Sendable {
    package var staged: StagedResource
    package var filename: String

    package init(_ staged: StagedResource, filename: String) {
        self.staged = staged
        self.filename = filename
    }
}
