import Dispatch

/// The index of the words of a library.
package final class LibraryWords: Sendable {
    let core: LibraryCore
    let index: SearchIndex
    /// Makes the index of words after the fetches that need it.
    let indexing = CheckpointQueue(label: "OpenPhotoKit search", qos: .utility)

    init(_ core: LibraryCore) {
        self.core = core
        index = SearchIndex(core.layout, isWritable: core.mode == .readWrite)
        core.atEnd { [index] in index.finish() }
    }
}
