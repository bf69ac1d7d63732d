/// A staged file that an asset is to keep.
package struct KeptFileSource: Sendable {
    package var staged: StagedResource
    package var filename: String
    /// The checksums of kept files of the same name that stay beside this one: each is the sidecar of another copy of the photo.
    package var others: Set<[UInt8]>

    package init(_ staged: StagedResource, filename: String, beside others: Set<[UInt8]> = []) {
        self.staged = staged
        self.filename = filename
        self.others = others
    }
}
