public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the token of the oldest position that the history still covers.
    ///
    /// - Returns: A token that is valid until the history is pruned again.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func oldestChangeToken() throws -> PHPersistentChangeToken {
        do {
            let store = try store()
            return PHPersistentChangeToken(
                store.history.token(for: try store.history.oldestPosition())
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Deletes the history before a token, so that older tokens expire.
    ///
    /// - Parameter token: The oldest token that stays valid.
    /// - Throws: `PHPhotosError`; then nothing was deleted.
    public func pruneHistory(before token: PHPersistentChangeToken) throws {
        _ = try fetchPersistentChanges(since: token)
        do {
            let store = try store()
            try store.history.pruneHistory(
                through: try store.history.positions(from: token.token).start.sequence
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Deletes the changes that were made before a date, but never the last change.
    ///
    /// - Parameter date: Changes from this date on stay.
    /// - Throws: `PHPhotosError`; then nothing was deleted.
    public func pruneHistory(before date: Date) throws {
        do {
            let store = try store()
            try store.history.pruneHistory(through: try Self.lastChange(before: date, in: store))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the number of changes that `pruneHistory(before:)` would delete.
    ///
    /// - Parameter date: Changes from this date on stay.
    /// - Returns: A number of changes.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func changeCount(before date: Date) throws -> Int {
        do {
            let store = try store()
            let cut = try Self.lastChange(before: date, in: store)
            return Int(max(0, cut - (try store.history.oldestPosition().sequence)))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the number of changes before a token.
    ///
    /// - Parameter token: A token of the library.
    /// - Returns: A number of changes that the history still has.
    /// - Throws: `PHPhotosError` when the token cannot be used.
    public func changeCount(before token: PHPersistentChangeToken) throws -> Int {
        _ = try fetchPersistentChanges(since: token)
        do {
            let store = try store()
            let start = try store.history.positions(from: token.token).start.sequence
            return Int(max(0, start - (try store.history.oldestPosition().sequence)))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the sequence number of the last change before the first one of a date, but never the newest one.
    private static func lastChange(before date: Date, in store: Library) throws -> Int64 {
        var cut = try store.history.oldestPosition().sequence
        let end = try store.history.currentPosition().sequence - 1
        while cut < end {
            let page = try store.history.changes(after: cut, upTo: end)
            if page.isEmpty { break }
            for change in page {
                guard change.date < date else { return cut }
                cut = change.position.sequence
            }
        }
        return cut
    }

    /// Deletes all but the newest changes.
    ///
    /// - Parameter count: The number of changes that stay, 1 or more.
    /// - Throws: `PHPhotosError`; then nothing was deleted.
    public func pruneHistory(keepingNewest count: Int) throws {
        precondition(count > 0, "A library keeps at least the last change of its history.")
        do {
            let store = try store()
            try store.history.pruneHistory(
                through: try store.history.currentPosition().sequence - Int64(clamping: count)
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
