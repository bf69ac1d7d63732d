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

        func all(_ kind: Kind) -> [RegisteredObserver] { lists[kind]?.all ?? [] }
    }

    enum Kind: Sendable {
        case change
        case persistent
        case availability
    }

    func add(_ observer: any NSObjectProtocol, _ kind: Kind, in library: PHPhotoLibrary) {
        let (new, gone) = state.withLock {
            $0.lists[kind, default: ObserverList()].insert(observer)
        }
        for entry in gone { detach(entry, from: library) }
        if let new { attach(new, kind, to: library) }
        watch(library)
    }

    func remove(_ observer: any NSObjectProtocol, _ kind: Kind, in library: PHPhotoLibrary) {
        let removed = state.withLock { $0.lists[kind]?.remove(observer) }
        if let removed { detach(removed, from: library) }
    }

    /// Registers an observer with the library's feed of changes, if the library is open.
    private func attach(_ entry: RegisteredObserver, _ kind: Kind, to library: PHPhotoLibrary) {
        guard kind != .availability, let store = try? library.opening.get() else { return }
        let id = store.feed.add { [weak library] _, to in
            guard let library else { return }
            PHPhotoLibrary.$override.withValue(library) {
                Self.notify(entry.object, kind, upTo: to, in: library)
            }
        }
        let isWanted = state.withLock { $0.lists[kind]?.contains(entry) ?? false }
        if !entry.take(id) || !isWanted { store.feed.remove(id) }
    }

    private static func notify(
        _ observer: (any NSObjectProtocol)?,
        _ kind: Kind,
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

    private func detach(_ entry: RegisteredObserver, from library: PHPhotoLibrary) {
        guard let id = entry.feed, let store = try? library.opening.get() else { return }
        store.feed.remove(id)
    }

    /// Registers earlier observers with the feed of a library that has been opened meanwhile.
    private func attachAll(to library: PHPhotoLibrary) {
        for kind in [Kind.change, .persistent] {
            for entry in state.withLock({ $0.all(kind) }) where entry.feed == nil {
                attach(entry, kind, to: library)
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
    private func watch(_ library: PHPhotoLibrary) {
        let isOpen = (try? library.opening.get()) != nil
        let begins = state.withLock { state in
            guard !state.isWatched, !state.all(.availability).isEmpty || !isOpen else {
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
            self.check(library)
        }
    }

    private func check(_ library: PHPhotoLibrary) {
        let isAbsent = library.absence != nil
        if !isAbsent { attachAll(to: library) }
        let (goesOn, isNews) = state.withLock { state in
            defer { state.isAbsent = isAbsent }
            if !isAbsent { state.hasReportedAbsence = false }
            let isWanted =
                !state.all(.availability).isEmpty
                || (state.all(.change) + state.all(.persistent)).contains { $0.feed == nil }
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
            return state.all(.availability)
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
