/// The files that come back from remotes.
package final class LibraryTransfers: Sendable {
    let core: LibraryCore
    let originals: LibraryOriginals
    let remotes: LibraryRemotes
    /// The parts of files in remotes that programs read.
    let parts = PartReads()

    init(_ core: LibraryCore, _ originals: LibraryOriginals, _ remotes: LibraryRemotes) {
        self.core = core
        self.originals = originals
        self.remotes = remotes
    }
}
