import GRDB

extension LibraryDuplicates {
    /// The pin, applications, words and files that an asset gets from others that are merged into it, besides properties
    /// that a person sets.
    package struct Inheritance: Hashable, Sendable {
        /// Whether the asset becomes pinned.
        package var isPinned = false
        /// The limited applications that see the asset from then on.
        package var applications: [String] = []
        /// The words of the others' files.
        package var words = InheritedWords()
        /// The names of the files of other programs that the asset keeps from then on.
        package var keptFiles: [String] = []
    }

    /// Returns what ``Mutation/passOn(to:from:)`` would change.
    ///
    /// A client that sees a part of the library does not learn what is pinned and what others see: only words are returned
    /// then.
    package func inheritance(of heir: Int64, from rows: [Int64]) throws -> Inheritance {
        let rows = rows.filter { $0 != heir }
        let facts = try facts.recorded(ofAssets: [heir] + rows)
        var inheritance = Inheritance()
        inheritance.words = InheritedWords(
            of: facts[heir] ?? AssetFacts(),
            from: rows.compactMap { facts[$0] }
        )
        guard try core.clientAccess().readWrite == .authorized else { return inheritance }
        inheritance.keptFiles =
            try originals.keptFiles(passedTo: heir, from: rows).map(\.filename)
        let others = PackedList.rows(rows)
        return try core.readAll { db in
            let isPinned = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id IN (SELECT value FROM photokit_rows(?)))
                        AND NOT EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id = ?)
                    """,
                arguments: [others, heir]
            )
            inheritance.isPinned = isPinned ?? false
            inheritance.applications = try String.fetchAll(
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
            return inheritance
        }
    }
}
