import Dispatch
import Foundation
import PhotosStore
import Synchronization

/// The observers of one library, held weakly.
///
/// The mutex guards the lists; observers are called outside the mutex.
final class LibraryObservers: Sendable {
    private let state = Mutex(State())

    private struct State {
        var lists: [Kind: ObserverList] = [:]
        /// Whether the library's folder is being checked repeatedly.
        var isWatched = false
        /// Whether the folder was missing at the last check.
        var isAbsent = false
        /// Whether observers were notified that the folder is missing.
        var hasReportedAbsence = false

        func observers(of kind: Kind) -> [RegisteredObserver] { lists[kind]?.all ?? [] }
    }

    enum Kind: Sendable {
        case change
        case persistent
        case availability
    }

    func add(_ observer: any NSObjectProtocol, kind: Kind, in library: PHPhotoLibrary) {
        let (new, gone) = state.withLock {
            $0.lists[kind, default: ObserverList()].insert(observer)
        }
        for entry in gone { detachFeed(from: entry, of: library) }
        if let new { attachFeed(to: new, kind: kind, of: library) }
        watchAvailability(of: library)
    }

    func remove(_ observer: any NSObjectProtocol, kind: Kind, in library: PHPhotoLibrary) {
        let removed = state.withLock { $0.lists[kind]?.remove(observer) }
        if let removed { detachFeed(from: removed, of: library) }
    }

    /// Registers an observer with the library's feed of changes, if the library is open.
    private func attachFeed(to entry: RegisteredObserver, kind: Kind, of library: PHPhotoLibrary) {
        guard kind != .availability, let store = try? library.opening.get() else { return }
        let id = store.feed.add { [weak library] _, to in
            guard let library else { return }
            PHPhotoLibrary.$override.withValue(library) {
                Self.notifyObserver(entry.object, kind: kind, upTo: to, in: library)
            }
        }
        let isWanted = state.withLock { $0.lists[kind]?.contains(entry) ?? false }
        if !entry.setFeed(id) || !isWanted { store.feed.remove(id) }
    }

    private static func notifyObserver(
        _ observer: (any NSObjectProtocol)?,
        kind: Kind,
        upTo to: Int64,
        in library: PHPhotoLibrary
    ) {
        switch kind {
        case .change:
            (observer as? any PHPhotoLibraryChangeObserver)?
                .photoLibraryDidChange(PHChange(upTo: to, in: library))
        case .persistent:
            (observer as? any PHPhotoLibraryPersistentChangesObserver)?
                .photoLibraryPersistentChangesDidUpdate(library)
        case .availability: break
        }
    }

    private func detachFeed(from entry: RegisteredObserver, of library: PHPhotoLibrary) {
        guard let id = entry.feed, let store = try? library.opening.get() else { return }
        store.feed.remove(id)
    }

    /// Registers earlier observers with the feed of a library that has been opened meanwhile.
    private func attachAll(to library: PHPhotoLibrary) {
        for kind in [Kind.change, .persistent] {
            for entry in state.withLock({ $0.observers(of: kind) }) where entry.feed == nil {
                attachFeed(to: entry, kind: kind, of: library)
            }
        }
    }

    // MARK: Availability

    var knowsAbsence: Bool { state.withLock { $0.hasReportedAbsence } }

    /// The concurrent queue that checks folders.
    ///
    /// A volume that does not respond delays only its own library.
    private static let watchers = DispatchQueue(
        label: "OpenPhotoKit availability",
        attributes: .concurrent
    )

    private static let pause = DispatchTimeInterval.milliseconds(250)

    /// Checks the library's folder repeatedly, while it has availability observers or while the library is not
    /// open.
    private func watchAvailability(of library: PHPhotoLibrary) {
        let isOpen = (try? library.opening.get()) != nil
        let begins = state.withLock { state in
            guard !state.isWatched, !state.observers(of: .availability).isEmpty || !isOpen else {
                return false
            }
            state.isWatched = true
            // If the library was unavailable from the beginning, the first failing read notifies observers.
            state.isAbsent = !isOpen
            return true
        }
        if begins { checkLater(library) }
    }

    private func checkLater(_ library: PHPhotoLibrary) {
        Self.watchers.asyncAfter(deadline: .now() + Self.pause) { [weak self, weak library] in
            guard let self, let library else { return }
            self.checkAvailability(of: library)
        }
    }

    private func checkAvailability(of library: PHPhotoLibrary) {
        let isAbsent = library.absence != nil
        if !isAbsent { attachAll(to: library) }
        let (goesOn, isNews) = state.withLock { state in
            defer { state.isAbsent = isAbsent }
            if !isAbsent { state.hasReportedAbsence = false }
            let isWanted =
                !state.observers(of: .availability).isEmpty
                || (state.observers(of: .change) + state.observers(of: .persistent)).contains {
                    $0.feed == nil
                }
            state.isWatched = isWanted
            return (isWanted, isAbsent && !state.isAbsent && !state.hasReportedAbsence)
        }
        if isNews { reportUnavailability(library, on: library.callbackQueue) }
        if goesOn { checkLater(library) }
    }

    /// Notifies observers on `queue` that the library has become unavailable.
    func reportUnavailability(_ library: PHPhotoLibrary, on queue: CallQueue) {
        let entries = state.withLock { state in
            state.hasReportedAbsence = true
            return state.observers(of: .availability)
        }
        for entry in entries {
            queue.async {
                guard self.state.withLock({ $0.lists[.availability]?.contains(entry) == true })
                else { return }
                (entry.object as? any PHPhotoLibraryAvailabilityObserver)?
                    .photoLibraryDidBecomeUnavailable(library)
            }
        }
    }
}
