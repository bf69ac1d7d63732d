import Foundation
import Glibc
import Synchronization

/// Folders outside of libraries that are removed when the process ends; the mutex guards the set of folders.
final class TemporaryFolders: Sendable {
    static let shared = TemporaryFolders()

    private let folders = Mutex<Set<URL>>([])

    private init() { atexit { TemporaryFolders.shared.removeAll() } }

    func makeFolder() throws -> URL {
        let url = try FileOperations.makeTemporaryFolder()
        _ = folders.withLock { $0.insert(url) }
        return url
    }

    func remove(_ url: URL) {
        _ = folders.withLock { $0.remove(url) }
        try? FileManager.default.removeItem(at: url)
    }

    private func removeAll() {
        for url in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
    }
}
