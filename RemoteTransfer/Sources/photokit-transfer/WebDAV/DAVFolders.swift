import Synchronization

/// The folders of a server that are known to exist.
///
/// Safe on any thread; the mutex guards the set.
final class DAVFolders: Sendable {
    private let known = Mutex<Set<String>>([])

    /// Whether any folder is known.
    var isEmpty: Bool { known.withLock { $0.isEmpty } }

    func contains(_ folder: String) -> Bool { known.withLock { $0.contains(folder) } }

    func add(_ folder: String) { known.withLock { _ = $0.insert(folder) } }

    /// Forgets all, because somebody may have removed one.
    func removeAll() { known.withLock { $0 = [] } }
}
