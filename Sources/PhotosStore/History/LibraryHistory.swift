import Synchronization

/// The history of a library: positions, and pages of changes.
package final class LibraryHistory: Sendable {
    let core: LibraryCore
    /// The last log ranges that were asked for, because all observers of a commit ask for the same range.
    let rewinds = Mutex<[Rewind]>([])

    init(_ core: LibraryCore) {
        self.core = core
    }
}
