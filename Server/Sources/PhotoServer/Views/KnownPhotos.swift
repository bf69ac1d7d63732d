import Synchronization

/// The facts about photos that the owner's previews need, read since the last change of the library.
///
/// With it, a request for a preview that was sent before reads no database. The mutex guards the photos and their edition.
final class KnownPhotos: Sendable {
    struct Photo: Sendable {
        var tag: String
        var isHidden: Bool
    }

    private struct State {
        var photos: [String: Photo] = [:]
        var edition: UInt64 = 0
    }

    /// The most photos that are kept, some megabytes.
    private static let most = 50_000

    private let state = Mutex(State())

    /// The number of changes so far; a photo that is read now is of this edition.
    var edition: UInt64 { state.withLock { $0.edition } }

    func photo(_ id: String) -> Photo? { state.withLock { $0.photos[id] } }

    /// Keeps a photo that was read in an edition; one of an earlier edition may have changed since.
    func addPhoto(_ photo: Photo, id: String, edition: UInt64) {
        state.withLock { state in
            guard state.edition == edition else { return }
            if state.photos.count >= Self.most { state.photos.removeAll(keepingCapacity: true) }
            state.photos[id] = photo
        }
    }

    /// Forgets all photos, because the library has changed.
    func forgetAll() {
        state.withLock { state in
            state.edition += 1
            state.photos.removeAll(keepingCapacity: true)
        }
    }
}
