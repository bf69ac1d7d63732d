import Foundation
import GRDB

extension LibraryOriginals {
    /// Returns the resources among these whose file is not on this disk, and that no remote is said to have any more.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func lost(_ resources: [ResourceRecord]) throws -> [ResourceRecord] {
        let elsewhere = try elsewhere(resources)
        guard !elsewhere.isEmpty else { return [] }
        let lost = try core.readAll { db in try ElsewhereLedger(db).lost(elsewhere.map(\.rowID)) }
        return elsewhere.filter { lost.contains($0.rowID) }
    }
}
