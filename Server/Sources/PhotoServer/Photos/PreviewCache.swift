import Foundation
import NIOCore
import OpenPhotoKit
import ServeRules
import Synchronization

/// The previews that were sent last, so that most requests read no database.
///
/// The mutex guards the entries. Whether a client may see a photo is asked before, each time.
final class PreviewCache: Sendable {
    struct Key: Hashable, Sendable {
        var id: String
        var tag: String
        var size: LibraryPreviews.Size
    }

    struct Entry: Sendable {
        var bytes: ByteBuffer
        var use: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Makes a cache of at most this number of bytes.
    init(limit: Int = 64 << 20) { self.limit = limit }

    /// Returns a preview that was sent before.
    func knownEntry(for key: Key) -> Entry? {
        state.withLock { state in
            state.uses += 1
            state.entries[key]?.use = state.uses
            return state.entries[key]
        }
    }

    /// Returns a preview that was sent before, and its photo as it was read since the last change.
    ///
    /// - Parameters:
    ///   - name: The photo.
    ///   - size: The size of the preview.
    ///   - photos: The photos that were read; nil for a client that must be asked for each time.
    /// - Returns: Both, or nil where one of them has to be read.
    func knownPreview(
        of name: ObjectName,
        size: LibraryPreviews.Size,
        among photos: KnownPhotos?
    ) -> (KnownPhotos.Photo, Entry)? {
        guard let photo = photos?.photo(name.uuid),
            let entry = knownEntry(for: Key(id: name.uuid, tag: photo.tag, size: size))
        else { return nil }
        return (photo, entry)
    }

    func entry(for key: Key, makingJPEG make: () throws -> Data) throws -> Entry {
        if let known = knownEntry(for: key) { return known }
        let bytes = ByteBuffer(bytes: try make())
        return state.withLock { state in
            let entry = Entry(bytes: bytes, use: state.uses)
            if state.entries.updateValue(entry, forKey: key) == nil {
                state.size += bytes.readableBytes
            }
            if state.size > limit { removeLeastUsed(from: &state) }
            return entry
        }
    }

    /// Removes the least recently used half, so that sorting happens rarely.
    private func removeLeastUsed(from state: inout State) {
        for (key, entry) in state.entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard state.size > limit / 2 else { return }
            state.entries[key] = nil
            state.size -= entry.bytes.readableBytes
        }
    }
}
