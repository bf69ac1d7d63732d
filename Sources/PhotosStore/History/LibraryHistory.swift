import Synchronization

/// The history of a library: positions, pages of changes, and the settings that say how much of it is kept.
package final class LibraryHistory: Sendable {
    let core: LibraryCore
    /// The last log ranges that were asked for, because all observers of a commit ask for the same range.
    let rewinds = Mutex<[Rewind]>([])

    init(_ core: LibraryCore) {
        self.core = core
    }
}
