import Foundation
import OpenPhotoKit
import Photos
import Synchronization

/// The latest changes of the library, newest last, read once and then brought forward.
///
/// The library's history is read from its beginning, so the list saves that work. The mutex guards the list and is held
/// while it is read.
final class ActivityLog: Sendable {
    /// A change, without its details.
    struct Entry: Sendable {
        var token: String
        /// The token of the change before, from which the history is read to get this one.
        var previous: PHPersistentChangeToken
    }

    private struct State {
        var entries: [Entry] = []
        var last: PHPersistentChangeToken?
        /// Whether older changes than those in the list were left out.
        var isCut = false
    }

    /// The most changes in the list.
    static let limit = 100_000

    private let library: PHPhotoLibrary
    private let state = Mutex(State())

    init(_ library: PHPhotoLibrary) { self.library = library }

    /// Returns the changes before a token, newest first.
    ///
    /// - Parameters:
    ///   - token: The token of a change; nil begins with the newest.
    ///   - count: The most changes.
    /// - Returns: The changes, and whether there are more; nil for an unknown token.
    /// - Throws: `PHPhotosError` where the history cannot be read.
    func page(before token: String?, count: Int) throws -> (entries: [Entry], hasMore: Bool)? {
        let entries = try presentState().entries
        var end = entries.count
        if let token {
            guard let index = entries.lastIndex(where: { $0.token == token }) else { return nil }
            end = index
        }
        let start = max(0, end - count)
        return (entries[start..<end].reversed(), start > 0)
    }

    /// All changes in the list, and whether the history has older ones.
    func allChanges() throws -> (entries: [Entry], isCut: Bool) {
        let state = try presentState()
        return (state.entries, state.isCut)
    }

    /// Reads one change again; nil if the history was cut beyond it since.
    func persistentChange(of entry: Entry) throws -> PHPersistentChange? {
        do {
            return try library.fetchPersistentChanges(since: entry.previous).makeIterator().next()
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            return nil
        }
    }

    private func presentState() throws -> State {
        do {
            return try readNewChanges()
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            // The history was cut beyond the end of the list.
            state.withLock { $0 = State(isCut: true) }
            return try readNewChanges()
        }
    }

    private func readNewChanges() throws -> State {
        try state.withLock { state in
            var last = try state.last ?? library.oldestChangeToken()
            for change in try library.fetchPersistentChanges(since: last) {
                let token = change.changeToken
                state.entries.append(Entry(token: token.stringValue, previous: last))
                last = token
            }
            state.last = last
            if state.entries.count > Self.limit {
                state.entries.removeFirst(state.entries.count - Self.limit)
                state.isCut = true
            }
            return state
        }
    }
}
