import Foundation
import GRDB

extension LibraryHistory {
    /// Returns why changes cannot be taken back at present; nil if they can.
    ///
    /// - Throws: ``StoreError``, with code `detailsUnavailable` if the log no longer has one of them, and an error for a client
    ///   that may not change the library.
    package func refusal(of request: ReversalRequest) throws -> ReversalRefusal? {
        do {
            return try reversing { try $0.refusal(of: request) }
        } catch let error as StoreError {
            guard let refusal = error.cause as? ReversalRefusal else { throw error }
            return refusal
        }
    }

    /// Returns the rows of the assets that come back from Recently Deleted when changes are taken back.
    ///
    /// - Returns: The rows; none for changes that cannot be taken back for a reason that is known from them alone.
    /// - Throws: As ``refusal(of:)``.
    package func assetsRestored(by request: ReversalRequest) throws -> [Int64] {
        do {
            return try reversing { transaction in
                // What a change of many thousand photos takes back is read once more when it is carried out.
                guard try transaction.movesAssetsToTrash(in: request.sequences) else { return [] }
                let restored = try transaction.reversal(for: request).restored
                return try transaction.assets.rows(restored, in: transaction.db).sorted()
            }
        } catch let error as StoreError where error.cause is ReversalRefusal {
            return []
        }
    }

    /// Returns whether nothing of some changes is left to take back.
    ///
    /// - Throws: As ``refusal(of:)``.
    package func isReversed(_ request: ReversalRequest) throws -> Bool {
        do {
            return try reversing { try $0.reversal(for: request).isEmpty }
        } catch let error as StoreError where error.cause is ReversalRefusal {
            return false
        }
    }

    private func reversing<Result>(_ body: (ChangeTransaction) throws -> Result) throws -> Result {
        let access = try core.clientAccess()
        try access.check([.reverse(ReversalRequest([]))])
        // The transaction itself leaves out what a limited client does not see, as it does when it writes.
        return try core.readAll { db in
            try body(
                ChangeTransaction(
                    db: db,
                    now: core.environment.now(),
                    places: nil,
                    client: access.limitedClient
                )
            )
        }
    }
}
