package import Foundation

/// A position in the change log: after the change with this number, or at the beginning if the number is 0.
package struct LogPosition: Hashable, Sendable {
    package var sequence: Int64
    /// A random number of that change, which differs in two logs that diverged after a copy.
    package var mark: Int64

    package init(sequence: Int64, mark: Int64) {
        self.sequence = sequence
        self.mark = mark
    }
}

/// A committed block as the log records it.
package struct LoggedChange: Sendable {
    package var position: LogPosition
    package var date: Date
    package var work: WorkKind
    package var author: String
    /// The path of the source of an import, or of the import that an undo took back.
    package var source: String?
    package var encodedBody: [UInt8]

    /// - Throws: ``StoreError`` with code `detailsUnavailable`.
    package func body() throws -> ChangeBody { try ChangeBody(encoded: encodedBody) }

    /// Returns the changed objects without their previous values.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if ``body()`` would throw it.
    package func outline() throws -> [ObjectOutline] {
        try ChangeBody.outline(encoded: encodedBody)
    }
}

/// The reason why changes cannot be read from a position.
package enum PositionProblem: Error, Hashable, Sendable {
    /// Changes after the position have been pruned.
    case expired
    /// The position is ahead of the library, as after restoring a backup.
    case future
    /// The library has a different change at the position, because it diverged after a copy.
    case diverged
}
