public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The oldest moment that the history can still be told from.
    ///
    /// - Returns: A token that is valid until the history is pruned again.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func oldestChangeToken() throws -> PHPersistentChangeToken {
        do {
            let store = try store()
            return PHPersistentChangeToken(store.token(for: try store.oldestPosition()))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Forgets the history before a moment, so that older tokens expire.
    ///
    /// - Parameter token: The oldest token that shall stay valid.
    /// - Throws: `PHPhotosError`; nothing was forgotten then.
    public func pruneHistory(before token: PHPersistentChangeToken) throws {
        _ = try fetchPersistentChanges(since: token)
        do {
            let store = try store()
            try store.pruneHistory(through: try store.positions(from: token.token).start.sequence)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Forgets the changes that were made before a date, but for the last change.
    ///
    /// - Parameter date: Changes from then on stay.
    /// - Throws: `PHPhotosError`; nothing was forgotten then.
    public func pruneHistory(before date: Date) throws {
        do {
            let store = try store()
            var cut = try store.oldestPosition().sequence
            let end = try store.currentPosition().sequence - 1
            paging: while cut < end {
                let page = try store.changes(after: cut, upTo: end)
                if page.isEmpty { break }
                for change in page {
                    guard change.date < date else { break paging }
                    cut = change.position.sequence
                }
            }
            try store.pruneHistory(through: cut)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Forgets all but the newest changes.
    ///
    /// - Parameter count: How many changes stay, 1 or more.
    /// - Throws: `PHPhotosError`; nothing was forgotten then.
    public func pruneHistory(keepingNewest count: Int) throws {
        precondition(count > 0, "A library keeps at least the last change of its history.")
        do {
            let store = try store()
            try store.pruneHistory(
                through: try store.currentPosition().sequence - Int64(clamping: count)
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
