import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules
import Synchronization

/// The views of one client's library: kept while they are used, and changed by the library's changes.
///
/// `state` guards the views and the streams. The lock `writing` is held while a view is made or changed, so that changes
/// reach each view in order. This lock is always taken before `state`, and no stream waits for it.
final class LibraryViews: NSObject, Sendable {
    /// The events of a stream besides those of views; numbers rise with each event.
    ///
    /// Albums and activity begin at random: a number of an earlier process must not be taken for one of this.
    struct Notices: Equatable, Sendable {
        var albums = Int.random(in: 1...(1 << 30))
        var activity = Int.random(in: 1...(1 << 30))
        var access = 0
        /// Rises when a source went away or came back.
        var sources = 0
        var pulse = 0
        var isOffline = false
    }

    struct State {
        var views: [ViewKey: ViewState] = [:]
        var used: [ViewKey: Double] = [:]
        var making: [ViewKey: Task<Void, any Error>] = [:]
        var streams: [UInt64: Stream] = [:]
        var lastStream: UInt64 = 0
        var notices = Notices()
        var token: PHPersistentChangeToken?
        /// The committed blocks since the views follow the library, also those of other programs.
        var commits = 0
        /// The sources that could be reached when they were last checked; nil before.
        var sources: OfflineSources?
        /// Whether a thread checks the sources, which may take seconds.
        var isLooking = false
        var isEnded = false
    }

    /// An open stream.
    struct Stream {
        let credential: String
        let keys: Set<ViewKey>
        let signal: AsyncStream<Void>.Continuation
    }

    /// The most views that are kept without a stream.
    private static let mostViews = 24

    let library: PHPhotoLibrary
    let isOwner: Bool
    let clock: ServerClock
    let scope: PickScope?
    /// The subjects that searches of the client do not use.
    let withheld: PhotoSearch.Subjects
    let state = Mutex(State())
    let writing = Mutex<PHChange?>(nil)
    let known = KnownPhotos()

    init(
        _ library: PHPhotoLibrary,
        isOwner: Bool,
        clock: ServerClock,
        scope: PickScope? = nil,
        withholding withheld: PhotoSearch.Subjects
    ) {
        self.library = library
        self.isOwner = isOwner
        self.clock = clock
        self.scope = scope
        self.withheld = withheld
        super.init()
    }

    // MARK: Views

    /// Whether somebody follows events.
    var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } }

    /// The number of those who follow events.
    var streamCount: Int { state.withLock(\.streams.count) }

    /// The number of blocks that all programs committed since the views follow the library.
    var commitCount: Int { state.withLock(\.commits) }

    /// Makes sure that a view is kept.
    func prepareView(_ key: ViewKey) async throws {
        let task = state.withLock { state -> Task<Void, any Error>? in
            if state.views[key] != nil {
                state.used[key] = clock.seconds
                return nil
            }
            if let task = state.making[key] { return task }
            let task = Task { try await BlockingThreads.common.run { try self.makeView(key) } }
            state.making[key] = task
            return task
        }
        try await task?.value
    }

    /// Returns the present version and the photos of a view that is kept, and stores its layout for a client that is about to
    /// fetch it.
    func presentVersion(of key: ViewKey) -> (version: UInt32, result: PHFetchResult<PHAsset>)? {
        state.withLock { state in
            state.views[key]?.storeLayout(at: clock.seconds)
            return state.views[key].map { ($0.version, $0.result) }
        }
    }

    /// Uses a view, which is made if it is not kept.
    func withView<Result: Sendable>(
        _ key: ViewKey,
        body: (inout ViewState) throws -> Result
    ) async throws
        -> Result
    {
        for _ in 0..<3 {
            try await prepareView(key)
            let result = try state.withLock { state -> Result? in
                guard var view = state.views[key] else { return nil }
                // Moving the view out and in again copies no list.
                state.views[key] = nil
                defer { state.views[key] = view }
                return try body(&view)
            }
            if let result { return result }
        }
        throw Problem(.serviceUnavailable, "busy", "The server is busy. Try again.")
    }

    private func makeView(_ key: ViewKey) throws {
        defer { state.withLock { $0.making[key] = nil } }
        let view = try library.withCurrent {
            let view = ViewState(
                key,
                fetch: try ViewFetch(key, in: library, scope: scope, withholding: withheld),
                version: UInt32.random(in: 1...(1 << 30)),
                at: clock.seconds
            )
            if let reason = library.unavailabilityReason { throw reason }
            return view
        }
        writing.withLock { change in
            var view = view
            // A change since the fetch reached other views only.
            if let change {
                library.withCurrent { _ = view.applyChange(change, at: clock.seconds) }
            }
            state.withLock { state in
                state.views[key] = view
                state.used[key] = clock.seconds
                Self.removeIdleViews(from: &state, besides: key)
            }
        }
    }

    /// Removes the least recently used views that no stream shows.
    private static func removeIdleViews(from state: inout State, besides key: ViewKey) {
        let shown = state.streams.values.reduce(into: Set([key])) { $0.formUnion($1.keys) }
        let idle = state.views.keys.filter { !shown.contains($0) }
            .sorted { state.used[$0] ?? 0 < state.used[$1] ?? 0 }
        for key in idle.dropLast(mostViews) {
            state.views[key] = nil
            state.used[key] = nil
        }
    }
}
