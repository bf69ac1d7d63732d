/// The files that somebody gives a library that has their bytes already.
package final class LibraryGivenFiles: Sendable {
    let core: LibraryCore
    let originals: LibraryOriginals

    init(_ core: LibraryCore, _ originals: LibraryOriginals) {
        self.core = core
        self.originals = originals
    }
}
