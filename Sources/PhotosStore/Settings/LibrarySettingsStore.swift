import GRDB

/// The settings of a library in its database.
package final class LibrarySettingsStore: Sendable {
    private let core: LibraryCore

    init(_ core: LibraryCore) { self.core = core }

    /// Returns the settings.
    ///
    /// - Throws: ``StoreError``.
    package func read() throws -> StoredSettings {
        try core.readAll { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT trash_days, keep_days, keep_count FROM library"
            )
            return StoredSettings(
                trashDays: row.flatMap { Int.fromDatabaseValue($0[0]) } ?? 30,
                historyDays: row.flatMap { Int.fromDatabaseValue($0[1]) },
                historyCount: row.flatMap { Int.fromDatabaseValue($0[2]) }
            )
        }
    }

    /// Checks that the library keeps deleted photos in Recently Deleted.
    ///
    /// For work that deletes photos in passing, and that a person expects to be able to take back.
    ///
    /// - Parameter work: The work, as the beginning of a sentence: "Merging these duplicates".
    /// - Throws: ``StoreError`` if deleting photos deletes their files.
    package func requireRecentlyDeleted(_ work: String) throws {
        guard try read().trashDays == 0 else { return }
        throw StoreError(
            .changeNotSupported,
            "The library's settings keep nothing in Recently Deleted. \(work) would delete photos for good. Keep deleted photos with `photokit settings --recently-deleted-days 30` first."
        )
    }

    /// Writes the settings, and prunes the history accordingly.
    ///
    /// - Throws: ``StoreError``.
    package func change(_ settings: StoredSettings) throws {
        guard settings.trashDays >= 0, settings.historyDays ?? 1 > 0, settings.historyCount ?? 1 > 0
        else {
            throw StoreError(
                .changeNotSupported,
                "Days in Recently Deleted are 0 or more; days and counts of the history are 1 or more, or nil to keep all."
            )
        }
        try core.requireEverything("change its settings")
        try core.usingReserve { try write(settings) }
    }

    private func write(_ settings: StoredSettings) throws {
        try core.write { db in
            try db.execute(
                sql: "UPDATE library SET trash_days = ?, keep_days = ?, keep_count = ?",
                arguments: [settings.trashDays, settings.historyDays, settings.historyCount]
            )
            try ChangeLog.prune(now: core.environment.now(), db)
        }
    }
}
