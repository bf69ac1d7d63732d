package import Foundation

/// A place in the change log: behind the change with this number, or at the beginning for 0.
package struct LogPosition: Hashable, Sendable {
    package var sequence: Int64
    /// A random number of that change: two logs that went different ways after a copy differ here.
    package var mark: Int64

    package init(sequence: Int64, mark: Int64) {
        self.sequence = sequence
        self.mark = mark
    }
}

/// One committed block, as the log keeps it.
package struct LoggedChange: Sendable {
    package var position: LogPosition
    package var date: Date
    package var work: WorkKind
    package var author: String
    /// The path of the source that an import came from.
    package var source: String?
    package var encodedBody: [UInt8]

    /// - Throws: ``StoreError`` with code `detailsUnavailable`.
    package func body() throws -> ChangeBody { try ChangeBody(encoded: encodedBody) }

    /// The changed objects without their values before.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable`, where ``body()`` would.
    package func outline() throws -> [ObjectOutline] {
        try ChangeBody.outline(encoded: encodedBody)
    }
}

/// Why a position cannot be read from.
package enum PositionProblem: Error, Hashable, Sendable {
    /// Changes after it have been pruned.
    case expired
    /// It is ahead of the library, as in a library restored from a backup.
    case future
    /// The library has a different change there: it went another way since a copy was made.
    case diverged
}
