import Dispatch
import Foundation
import PhotosStore
import Synchronization

/// The observers of one library, held weakly.
///
/// The mutex guards the lists; observers are called outside it.
final class LibraryObservers: Sendable {
    private let state = Mutex(State())

    private struct State {
        var change: [WeakObserver] = []
        var persistent: [WeakObserver] = []
        var availability: [WeakObserver] = []
        var feed: UInt64?
        /// Whether somebody looks after the library's folder.
        var isWatched = false
        /// Whether the folder was not there at the last look.
        var isAbsent = false
        /// Whether observers were told of that.
        var hasToldAbsence = false
    }

    /// An observer that may be gone.
    private struct WeakObserver: @unchecked Sendable {
        // Unchecked because observers are the caller's objects, called on one serial queue.
        weak var object: (any NSObjectProtocol)?
    }

    enum Kind: Sendable {
        case change
        case persistent
        case availability
    }

    func add(_ observer: any NSObjectProtocol, _ kind: Kind, in library: PHPhotoLibrary) {
        let entry = WeakObserver(object: observer)
        state.withLock { state in
            switch kind {
            case .change: Self.insert(entry, into: &state.change)
            case .persistent: Self.insert(entry, into: &state.persistent)
            case .availability: Self.insert(entry, into: &state.availability)
            }
        }
        attach(to: library)
        watch(library)
    }

    /// Listens to the library's feed, once it is open and somebody wants to hear of changes.
    private func attach(to library: PHPhotoLibrary) {
        let needsFeed = state.withLock { state in
            state.feed == nil && !(state.change.isEmpty && state.persistent.isEmpty)
        }
        guard needsFeed, let store = try? library.opening.get() else { return }
        let id = store.feed.add { [weak self, weak library] _, to in
            guard let self, let library else { return }
            self.tell(library, upTo: to)
        }
        let isSuperfluous = state.withLock { state in
            if state.feed != nil { return true }
            state.feed = id
            return false
        }
        if isSuperfluous { store.feed.remove(id) }
    }

    func remove(_ observer: any NSObjectProtocol, _ kind: Kind, in library: PHPhotoLibrary) {
        let idle = state.withLock { state -> UInt64? in
            switch kind {
            case .change: state.change.removeAll { $0.object === observer }
            case .persistent: state.persistent.removeAll { $0.object === observer }
            case .availability: state.availability.removeAll { $0.object === observer }
            }
            guard state.change.isEmpty, state.persistent.isEmpty else { return nil }
            defer { state.feed = nil }
            return state.feed
        }
        if let idle, let store = try? library.opening.get() { store.feed.remove(idle) }
    }

    private static func insert(_ entry: WeakObserver, into list: inout [WeakObserver]) {
        list.removeAll { $0.object == nil }
        if !list.contains(where: { $0.object === entry.object }) { list.append(entry) }
    }

    private func tell(_ library: PHPhotoLibrary, upTo to: Int64) {
        let (changes, persistent) = state.withLock { ($0.change, $0.persistent) }
        let change = PHChange(upTo: to, in: library)
        PHPhotoLibrary.$override.withValue(library) {
            // Looked up again before each call, since an observer may unregister another one.
            for entry in changes where isRegistered(entry, \.change) {
                (entry.object as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
            }
            for entry in persistent where isRegistered(entry, \.persistent) {
                (entry.object as? any PHPhotoLibraryPersistentChangesObserver)?
                    .photoLibraryPersistentChangesDidUpdate(library)
            }
        }
    }

    // MARK: Availability

    var haveHeardOfAbsence: Bool { state.withLock { $0.hasToldAbsence } }

    /// Where folders are looked after; a volume that does not answer keeps only its own library waiting.
    private static let watchers = DispatchQueue(
        label: "OpenPhotoKit availability",
        attributes: .concurrent
    )

    private static let pause = DispatchTimeInterval.milliseconds(250)

    /// Looks after the library's folder, as long as somebody wants to hear of it or the library is not open yet.
    private func watch(_ library: PHPhotoLibrary) {
        let isOpen = (try? library.opening.get()) != nil
        let begins = state.withLock { state in
            guard !state.isWatched, !state.availability.isEmpty || !isOpen else { return false }
            state.isWatched = true
            // What was so from the beginning is told by the first read that fails.
            state.isAbsent = !isOpen
            return true
        }
        if begins { lookLater(library) }
    }

    private func lookLater(_ library: PHPhotoLibrary) {
        Self.watchers.asyncAfter(deadline: .now() + Self.pause) { [weak self, weak library] in
            guard let self, let library else { return }
            self.look(library)
        }
    }

    private func look(_ library: PHPhotoLibrary) {
        let isAbsent = library.absence != nil
        if !isAbsent { attach(to: library) }
        let (goesOn, isNews) = state.withLock { state in
            defer { state.isAbsent = isAbsent }
            if !isAbsent { state.hasToldAbsence = false }
            let isWanted =
                !state.availability.isEmpty
                || state.feed == nil && !(state.change.isEmpty && state.persistent.isEmpty)
            state.isWatched = isWanted
            return (isWanted, isAbsent && !state.isAbsent && !state.hasToldAbsence)
        }
        if isNews { tellUnavailable(library, on: library.callbackQueue) }
        if goesOn { lookLater(library) }
    }

    /// Tells on `queue` that the library cannot be used any more.
    func tellUnavailable(_ library: PHPhotoLibrary, on queue: DispatchQueue) {
        let entries = state.withLock { state in
            state.hasToldAbsence = true
            return state.availability
        }
        guard !entries.isEmpty else { return }
        queue.async {
            for entry in entries where self.isRegistered(entry, \.availability) {
                (entry.object as? any PHPhotoLibraryAvailabilityObserver)?
                    .photoLibraryDidBecomeUnavailable(library)
            }
        }
    }

    private func isRegistered(_ entry: WeakObserver, _ list: KeyPath<State, [WeakObserver]>) -> Bool
    {
        guard let object = entry.object else { return false }
        return state.withLock { $0[keyPath: list].contains { $0.object === object } }
    }
}
