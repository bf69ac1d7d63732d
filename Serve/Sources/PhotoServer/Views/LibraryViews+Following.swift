import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

extension LibraryViews: PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    /// Begins to follow the library.
    func observe() {
        library.withCurrent {
            let collections = Self.allCollections()
            let token = library.currentChangeToken
            state.withLock { state in
                state.collections = collections
                state.token = token
            }
        }
        library.register(self as any PHPhotoLibraryChangeObserver)
        library.register(self as any PHPhotoLibraryAvailabilityObserver)
    }

    func photoLibraryDidChange(_ change: PHChange) {
        // Streams tell of the change afterwards, and then the page asks for the previews of it.
        known.forget()
        writing.withLock { last in
            last = change
            let views = state.withLock { $0.views }
            for (key, view) in views {
                var view = view
                guard view.follow(change, at: clock.seconds) else { continue }
                state.withLock { state in
                    guard let present = state.views[key] else { return }
                    view.adoptPromises(of: present)
                    state.views[key] = view
                }
            }
            noteCollections(change)
            noteActivity()
        }
        wake()
    }

    func photoLibraryDidBecomeUnavailable(_ library: PHPhotoLibrary) {
        state.withLock { $0.notices.isOffline = true }
        wake()
    }

    /// Called once a second: tells whether the library is back, and every fifteen seconds that the stream is alive.
    func pulse(_ second: Int) {
        let isOffline = state.withLock { $0.notices.isOffline }
        if isOffline, library.unavailabilityReason == nil {
            state.withLock { $0.notices.isOffline = false }
            wake()
        }
        if second % 2 == 0, state.withLock({ $0.views[.offline] != nil }) {
            // A folder of a network may answer late.
            Task { try await Blocking.run { self.followSources() } }
        }
        if second % 15 == 0 {
            state.withLock { $0.notices.pulse += 1 }
            wake()
        }
    }

    /// No change of the library says that a source is away or back.
    private func followSources() {
        let isNews = writing.withLock { _ in
            guard var view = state.withLock({ $0.views[.offline] }),
                library.withCurrent({ view.followSources(at: clock.seconds) })
            else { return false }
            state.withLock { state in
                guard let present = state.views[.offline] else { return }
                view.adoptPromises(of: present)
                state.views[.offline] = view
            }
            return true
        }
        if isNews { wake() }
    }

    private func noteCollections(_ change: PHChange) {
        let collections = state.withLock { $0.collections }
        var isNews = false
        for result in collections where change.changeDetails(for: result) != nil { isNews = true }
        guard isNews else { return }
        let fresh = Self.allCollections()
        state.withLock { state in
            state.collections = fresh
            state.notices.albums += 1
        }
    }

    /// A limited client is told of what it sees alone: the library calls its observers after every commit.
    private func noteActivity() {
        let token = state.withLock { $0.token }
        if !isOwner, let token,
            let changes = try? library.fetchPersistentChanges(since: token),
            changes.makeIterator().next() == nil
        {
            return
        }
        let next = library.currentChangeToken
        state.withLock { state in
            state.token = next
            state.notices.activity += 1
        }
    }

    /// The top level, and the content of each folder.
    private static func allCollections() -> [PHFetchResult<PHCollection>] {
        var results = [PHCollection.fetchTopLevelUserCollections(with: nil)]
        let folders = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .regularFolder,
            options: nil
        )
        folders.enumerateObjects { folder, _, _ in
            results.append(PHCollection.fetchCollections(in: folder, options: nil))
        }
        return results
    }
}
