import Synchronization

/// Changes that were read in one go, and know the names of what they changed by one question for all of them.
package final class ChangePage: Sendable {
    package let changes: [LoggedChange]
    package let library: Library
    /// Looked up when the first change is asked; the mutex guards them.
    private let known = Mutex<Known?>(nil)

    private struct Known {
        /// The visible changes of each block, or why they cannot be read.
        var outlines: [Result<[ObjectOutline], any Error>]
        var names: [Entity: [Int64: LocalIdentifier]]
    }

    init(_ changes: [LoggedChange], of library: Library) {
        self.changes = changes
        self.library = library
    }

    /// What one of the changes did to the objects of a table that show it, with their names.
    ///
    /// - Throws: ``StoreError`` with code `detailsUnavailable` where that cannot be told of each of them.
    package func forEachObject(
        of index: Int,
        in entity: Entity,
        _ body: (ObjectOutline, LocalIdentifier) -> Void
    ) throws {
        let known = try known.withLock { known in
            let found = try known ?? read()
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

    private func read() throws -> Known {
        let outlines = changes.map { change in
            Result { try change.outline().filter(\.isVisible) }
        }
        var rows: [Entity: Set<Int64>] = [:]
        for case .success(let outline) in outlines {
            for change in outline { rows[change.id.entity, default: []].insert(change.id.rowID) }
        }
        var names: [Entity: [Int64: LocalIdentifier]] = [:]
        for (entity, rows) in rows { names[entity] = try library.identifiers(rows, in: entity) }
        return Known(outlines: outlines, names: names)
    }
}
