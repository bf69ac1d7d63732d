import Foundation
import GRDB

extension LibraryCheck {
    /// Checks that the asset data that limited clients see match the assets.
    mutating func checkSelections() throws {
        let outdated: [UUID] = try library.core.readAll { db in
            // Older formats copy no asset data into selections.
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 5 else { return [] }
            return try SelectionCopy.outdated(db)
        }
        for uuid in outdated {
            add(
                Finding(
                    .selectionOutdated,
                    "A limited application sees old facts of this photo. Deselect the photo and select it again.",
                    at: LocalIdentifier(uuid: uuid, kind: .asset).description
                )
            )
        }
    }
}
