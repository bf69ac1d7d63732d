import Foundation
import GRDB

extension LibraryCheck {
    /// What limited clients are shown of assets is what these are.
    mutating func checkSelections() throws {
        let outdated: [UUID] = try library.readAll { db in
            // Older formats repeat nothing.
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 5 else { return [] }
            return try SelectionCopy.outdated(db)
        }
        for uuid in outdated {
            add(
                Finding(
                    .selectionOutdated,
                    "A limited application is shown other facts of it than it has. Deselect it and select it again.",
                    at: LocalIdentifier(uuid: uuid, kind: .asset).description
                )
            )
        }
    }
}
