import GRDB

extension Library {
    /// What an asset gets from others that are merged into it, besides their words and marks.
    package struct Inheritance: Hashable, Sendable {
        /// Whether the asset becomes pinned.
        package var isPinned = false
        /// The limited applications that see the asset from then on.
        package var applications: [String] = []
    }

    /// Returns what ``Mutation/passOn(to:from:)`` would change.
    ///
    /// Who does not see the whole library does not learn what is pinned and what others see: nothing is returned then.
    package func inheritance(of heir: Int64, from rows: [Int64]) throws -> Inheritance {
        guard try clientAccess().readWrite == .authorized else { return Inheritance() }
        let others = PackedList.rows(rows.filter { $0 != heir })
        return try readAll { db in
            let isPinned = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id IN (SELECT value FROM photokit_rows(?)))
                        AND NOT EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id = ?)
                    """,
                arguments: [others, heir]
            )
            let applications = try String.fetchAll(
                db,
                sql: """
                    SELECT identifier FROM client WHERE read_write = 4
                        AND id IN (SELECT client_id FROM selection
                            WHERE asset_id IN (SELECT value FROM photokit_rows(?)))
                        AND id NOT IN (SELECT client_id FROM selection WHERE asset_id = ?)
                    ORDER BY identifier
                    """,
                arguments: [others, heir]
            )
            return Inheritance(isPinned: isPinned ?? false, applications: applications)
        }
    }
}
