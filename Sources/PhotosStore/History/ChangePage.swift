import Synchronization

/// A page of changes that were read together.
///
/// A single query finds the identifiers of all objects that the changes of the page name.
package final class ChangePage: Sendable {
    package let changes: [LoggedChange]
    private let history: LibraryHistory
    /// The outlines and identifiers, read when the first change is asked for.
    ///
    /// The mutex guards them.
    private let known = Mutex<Known?>(nil)

    private struct Known {
        /// The visible changes of each block, or the error why they cannot be read.
        var outlines: [Result<[ObjectOutline], any Error>]
        var names: [Entity: [Int64: LocalIdentifier]]
    }

    init(_ changes: [LoggedChange], of history: LibraryHistory) {
        self.changes = changes
        self.history = history
    }

    /// Calls `body` with each object of a table that one change of the page shows, and with the object's
    /// identifier.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` where the log does not have the details, or an
    ///   identifier is not known any more.
    package func forEachObject(
        of index: Int,
        in entity: Entity,
        _ body: (ObjectOutline, LocalIdentifier) -> Void
    ) throws {
        let known = try known.withLock { known in
            let found = try known ?? readKnown()
            known = found
            return found
        }
        let outline = try known.outlines[index].get()
        for change in outline where change.id.entity == entity {
            guard let name = known.names[entity]?[change.id.rowID] else {
                throw StoreError(
                    .detailsUnavailable,
                    "The name of a changed object is not known any more."
                )
            }
            body(change, name)
        }
    }

    private func readKnown() throws -> Known {
        let outlines = changes.map { change in
            Result { try change.outline().filter(\.isVisible) }
        }
        var rows: [Entity: Set<Int64>] = [:]
        for case .success(let outline) in outlines {
            for change in outline { rows[change.id.entity, default: []].insert(change.id.rowID) }
        }
        var names: [Entity: [Int64: LocalIdentifier]] = [:]
        for (entity, rows) in rows { names[entity] = try history.identifiers(rows, in: entity) }
        return Known(outlines: outlines, names: names)
    }
}
