import Foundation
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules
import Synchronization

extension LibraryViews: PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    /// Begins to follow the library.
    func startObserving() {
        library.withCurrent {
            let token = library.currentChangeToken
            state.withLock { $0.token = token }
        }
        library.register(self as any PHPhotoLibraryChangeObserver)
        library.register(self as any PHPhotoLibraryAvailabilityObserver)
    }

    func photoLibraryDidChange(_ change: PHChange) {
        // Streams tell of the change afterwards, and then the page asks for the previews of it.
        known.forgetAll()
        writing.withLock { last in
            last = change
            let views = state.withLock { $0.views }
            for (key, view) in views {
                var view = view
                guard view.applyChange(change, at: clock.seconds) else { continue }
                state.withLock { state in
                    guard let present = state.views[key] else { return }
                    view.copyStoredLayouts(from: present)
                    state.views[key] = view
                }
            }
            recordActivity()
        }
        signalStreams()
    }

    func photoLibraryDidBecomeUnavailable(_ library: PHPhotoLibrary) {
        state.withLock { $0.notices.isOffline = true }
        signalStreams()
    }

    /// Called once a second: sends whether the library is back, and every fifteen seconds that the stream is alive.
    func updateNotices(atSecond second: Int) {
        let isOffline = state.withLock { $0.notices.isOffline }
        if isOffline, library.unavailabilityReason == nil {
            state.withLock { $0.notices.isOffline = false }
            signalStreams()
        }
        let isDue = state.withLock { state in
            // The list of offline photos follows at once; all else that shows photos of sources can wait a little.
            let isWatched = isOwner && !state.streams.isEmpty && second % 10 == 0
            let isListed = state.views[.offline] != nil && second % 2 == 0
            guard isWatched || isListed, !state.isLooking else { return false }
            state.isLooking = true
            return true
        }
        if isDue {
            // A folder of a network may answer late.
            Task {
                try await BlockingThreads.files.run { self.followSources() }
                state.withLock { $0.isLooking = false }
            }
        }
        if second % 15 == 0 {
            state.withLock { $0.notices.pulse += 1 }
            signalStreams()
        }
    }

    /// No change of the library says that a source is away or back.
    func followSources() {
        let isChanged = noteSources()
        let isNews = writing.withLock { _ in
            guard var view = state.withLock({ $0.views[.offline] }),
                library.withCurrent({ view.followSources(at: clock.seconds) })
            else { return false }
            state.withLock { state in
                guard let present = state.views[.offline] else { return }
                view.copyStoredLayouts(from: present)
                state.views[.offline] = view
            }
            return true
        }
        if isNews || isChanged { signalStreams() }
    }

    /// Notes which sources can be reached.
    ///
    /// - Returns: Whether that has changed.
    private func noteSources() -> Bool {
        guard isOwner else { return false }
        guard let before = state.withLock(\.sources) else {
            let now = OfflineSources(library)
            state.withLock { $0.sources = now }
            return false
        }
        guard let now = before.changedSources() else { return false }
        state.withLock { state in
            state.sources = now
            state.notices.sources += 1
        }
        return true
    }

    /// Records what a client that sees albums and activity has to ask for again.
    ///
    /// A limited client learns of what it sees alone: the library calls its observers after every commit.
    private func recordActivity() {
        let token = state.withLock { $0.token }
        var last = token
        var isNews = isOwner
        var touchesAlbums = false
        var commits = 0
        do {
            guard let token else { throw PHPhotosError(.persistentChangeTokenExpired) }
            for change in try library.fetchPersistentChanges(since: token) {
                isNews = true
                commits += 1
                last = change.changeToken
                touchesAlbums = try touchesAlbums || Self.touchesAlbums(change)
            }
        } catch {
            (isNews, touchesAlbums, last) = (true, true, library.currentChangeToken)
        }
        guard isNews else { return }
        state.withLock { state in
            state.token = last
            state.commits += commits
            state.notices.activity += 1
            if touchesAlbums { state.notices.albums += 1 }
        }
    }

    /// Whether a change made, changed or deleted albums or folders, or changed what is in them.
    private static func touchesAlbums(_ change: PHPersistentChange) throws -> Bool {
        try [PHObjectType.assetCollection, .collectionList].contains { type in
            let details = try change.changeDetails(for: type)
            return !details.insertedLocalIdentifiers.isEmpty
                || !details.updatedLocalIdentifiers.isEmpty
                || !details.deletedLocalIdentifiers.isEmpty
        }
    }
}
