import Foundation
package import PhotosStore

extension PHPhotoLibrary {
    /// Returns a token of the current end of the log.
    func presentToken() -> PHPersistentChangeToken {
        read(orElse: PHPersistentChangeToken(ChangeToken(bytes: []))) { store in
            PHPersistentChangeToken(try store.history.currentToken())
        }
    }

    /// Returns the changes in the log after a token.
    func changes(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        let store = try store()
        do {
            let (start, end) = try store.history.positions(from: token.token)
            return PHPersistentChangeFetchResult(store, after: start.sequence, upTo: end.sequence)
        } catch {
            throw PHPhotosError(token: error)
        }
    }

    /// Returns the change that led to a state.
    ///
    /// - Throws: ``PHPhotosError``, also if the token cannot be used, or the log was pruned beyond the change.
    package func change(endingAt token: PHPersistentChangeToken) throws -> PHPersistentChange? {
        let position: LogPosition
        do {
            position = try store().history.positions(from: token.token).start
        } catch {
            throw PHPhotosError(token: error)
        }
        return try change(at: position.sequence)
    }

    /// Returns the change that a block made, which has no details if the log was pruned beyond it since.
    package func change(committedAt position: LogPosition) throws -> PHPersistentChange {
        do {
            if let change = try change(at: position.sequence) { return change }
            throw PositionProblem.expired
        } catch {
            return PHPersistentChange(unreadableAt: position, try store(), error)
        }
    }

    /// Returns the change at a sequence of the log; nil if there is none, or none that this client may know.
    ///
    /// - Throws: ``PHPhotosError``, also if the log was pruned beyond it.
    package func change(at sequence: Int64) throws -> PHPersistentChange? {
        guard sequence > 0 else { return nil }
        do {
            let store = try store()
            let page = try store.history.changePage(after: sequence - 1, upTo: sequence, size: 1)
            return page.changes.isEmpty ? nil : PHPersistentChange(0, of: page, in: store)
        } catch {
            throw PHPhotosError(token: error)
        }
    }
}

extension PHPhotosError {
    /// Makes the error for a token that was rejected.
    init(token error: any Error) {
        let reason: String
        switch error {
        case ChangeToken.Problem.damaged: reason = "The change token is damaged."
        case ChangeToken.Problem.foreignLibrary:
            reason = "The change token belongs to another library."
        case ChangeToken.Problem.otherIncarnation:
            reason =
                "The change token belongs to the library that this one was copied or restored from, or to a copy of it."
        case ChangeToken.Problem.forged:
            reason = "The change token was not made by this library, or was altered."
        case PositionProblem.expired: reason = "The history since the change token has been pruned."
        case PositionProblem.future:
            reason =
                "The change token is ahead of this library, which was probably restored from a backup."
        case PositionProblem.diverged:
            reason =
                "The library took another way since the change token was made; it was probably restored from a backup."
        default:
            self.init(error)
            return
        }
        self.init(
            .persistentChangeTokenExpired,
            userInfo: [
                NSLocalizedDescriptionKey: reason
                    + " Read the whole library again, and go on from its present token, which `photokit token` prints.",
                NSUnderlyingErrorKey: error,
            ]
        )
    }
}
