import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

/// Reads the stored previews of photos whose list a page of the owner has just asked for: it asks for their pictures next.
///
/// Reading many together costs a fraction of reading each at its request. Lists are read one at a time, and of those that
/// wait only the last one, since a page that scrolls has left the others. The mutex guards both.
final class PreviewReadAhead: Sendable {
    private struct State {
        var isReading = false
        var waiting: (@Sendable () async -> Void)?
    }

    private let cache: PreviewCache
    private let state = Mutex(State())

    init(_ cache: PreviewCache) { self.cache = cache }

    /// Begins to read the small previews of photos that are stored and not known yet.
    ///
    /// The call returns at once.
    func readPreviews(of items: [ItemModel], in library: ClientLibrary) {
        guard let known = library.knownPhotos else { return }
        let names = items.filter { item in
            let key = PreviewCache.Key(id: item.id, tag: item.p, size: .grid)
            return known.photo(item.id) == nil || cache.knownEntry(for: key) == nil
        }.compactMap { ObjectName($0.id)?.asset }
        guard !names.isEmpty else { return }
        startReading { [cache] in
            // A photo that cannot be read now is read at its request, which then says why.
            try? await library.read {
                let edition = known.edition
                let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
                let assets = found.objects(at: IndexSet(0..<found.count))
                let previews = try library.library.storedPreviews(.grid, of: assets)
                for asset in assets {
                    guard let preview = previews[asset.localIdentifier] else { continue }
                    let photo = KnownPhotos.Photo(
                        tag: PreviewTag.of(asset),
                        isHidden: asset.isHidden
                    )
                    let id = ItemModel.identifier(of: asset)
                    let key = PreviewCache.Key(id: id, tag: photo.tag, size: .grid)
                    _ = try cache.entry(for: key) { preview.jpeg }
                    known.addPhoto(photo, id: id, edition: edition)
                }
            }
        }
    }

    private func startReading(_ work: @escaping @Sendable () async -> Void) {
        let isFirst = state.withLock { state in
            state.waiting = work
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFirst else { return }
        Task {
            while let work = self.nextReading() { await work() }
        }
    }

    private func nextReading() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.waiting = nil }
            state.isReading = state.waiting != nil
            return state.waiting
        }
    }
}
