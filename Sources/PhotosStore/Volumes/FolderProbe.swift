package import Dispatch
import Glibc
import Synchronization

/// The answer of a check for a folder.
package enum FolderPresence: Hashable, Sendable {
    case there
    /// There is nothing at the path, or something else than a folder.
    case missing
    /// There is no answer yet: the folder is on a network or a disk that hangs.
    case silent
}

/// Finds out whether folders are there, and waits only so long for those that hang.
///
/// The mutex guards the places. A check runs on the queue of its folder, so a folder that hangs blocks one thread, and no
/// question about another folder.
package final class FolderProbe: Sendable {
    /// How long a question waits, counted from the moment at which the check begins.
    package enum Patience: Sendable {
        /// For the state of a photo.
        case short
        /// For reading files: a disk that sleeps needs some seconds.
        case long
    }

    /// The probe of this process.
    package static let shared = FolderProbe { path in
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    private final class Look: Sendable {
        /// A check that waits for its thread has not begun: a busy machine does not hang.
        let beginning = DispatchGroup()
        let beginningTime = Mutex(DispatchTime.now())
        let end = DispatchGroup()
        let isFolder = Atomic(false)
    }

    private struct Place {
        var queue = DispatchQueue(label: "folder")
        var look: Look?
        /// How many checks have begun and not ended.
        var hanging = 0
    }

    /// The largest number of checks of one folder that hang.
    private static let mostLooks = 8

    private let limit: @Sendable (Patience) -> DispatchTimeInterval
    private let longest: DispatchTimeInterval
    private let isFolder: @Sendable (String) -> Bool
    private let places = Mutex<[String: Place]>([:])

    /// Makes a probe.
    ///
    /// - Parameters:
    ///   - limit: How long questions wait.
    ///   - longest: The age of a check that counts as one that never ends, because the folder was mounted anew.
    ///   - isFolder: Returns whether there is a folder at a path; it may block.
    package init(
        limit: @escaping @Sendable (Patience) -> DispatchTimeInterval = {
            $0 == .short ? .seconds(1) : .seconds(10)
        },
        longest: DispatchTimeInterval = .seconds(60),
        isFolder: @escaping @Sendable (String) -> Bool
    ) {
        self.longest = longest
        self.limit = limit
        self.isFolder = isFolder
    }

    /// Returns whether a folder is there.
    ///
    /// While a check has no answer, further questions wait for that check. Once it has lasted too long, they do not wait at
    /// all.
    package func presence(of path: String, _ patience: Patience = .short) -> FolderPresence {
        let look = examineFolder(at: path)
        look.beginning.wait()
        let end = look.beginningTime.withLock { $0 } + limit(patience)
        guard look.end.wait(timeout: end) == .success else { return .silent }
        return look.isFolder.load(ordering: .acquiring) ? .there : .missing
    }

    /// Begins checks of folders, so that questions about several that hang wait together.
    package func begin(_ paths: [String]) {
        for path in paths { _ = examineFolder(at: path) }
    }

    private func examineFolder(at path: String) -> Look {
        places.withLock { places in
            var place = places[path] ?? Place()
            if let look = place.look {
                let isOld = look.beginningTime.withLock { $0 } + longest < .now()
                guard isOld, place.hanging < Self.mostLooks else { return look }
                place.queue = DispatchQueue(label: "folder")
            }
            let look = Look()
            look.beginning.enter()
            look.end.enter()
            place.look = look
            place.hanging += 1
            places[path] = place
            place.queue.async {
                look.beginningTime.withLock { $0 = .now() }
                look.beginning.leave()
                look.isFolder.store(self.isFolder(path), ordering: .releasing)
                self.places.withLock { places in
                    places[path]?.hanging -= 1
                    if places[path]?.look === look { places[path]?.look = nil }
                }
                look.end.leave()
            }
            return look
        }
    }
}
