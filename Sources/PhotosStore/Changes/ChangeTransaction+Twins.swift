import GRDB

/// A photo whose files in sources become those of another photo with the same bytes.
package struct TwinReplacement: Hashable, Sendable {
    /// A file in a source, with the resource that gets it and the resource that had it.
    package struct File: Hashable, Sendable {
        var sourceFile: Int64
        var heir: Int64
        /// The file that the resource had, which cannot be reached; nil where it had none.
        var former: Int64?
        var twin: Int64
    }

    /// The rows of the asset that gets the files and of the one that had them.
    package var heir: Int64
    package var twin: Int64
    package var files: [File]
}

extension ChangeTransaction {
    /// Gives files in sources to other assets with the same bytes, and moves the assets that had them to Recently Deleted.
    ///
    /// Assets that changed since the decision keep their files.
    func replace(_ replacements: [TwinReplacement]) throws {
        try assets.load(rows: replacements.flatMap { [$0.heir, $0.twin] }, in: db)
        for replacement in replacements where try isPresent(replacement) {
            guard let heir = try assets.record(replacement.heir, in: db), heir.trashedDate == nil,
                let twin = try assets.record(replacement.twin, in: db)
            else { continue }
            let setFile = try db.cachedStatement(
                sql: "UPDATE resource SET source_file_id = ? WHERE id = ?"
            )
            for file in replacement.files {
                try setFile.run(in: db) { columns in
                    columns.integer(file.sourceFile)
                    columns.integer(file.heir)
                }
                try setFile.run(in: db) { columns in
                    columns.optional(nil as Int64?)
                    columns.integer(file.twin)
                }
            }
            // The former files become duplicates, in case they appear again.
            let setOutcome = try db.cachedStatement(
                sql: "UPDATE source_file SET outcome = ? WHERE id = ?"
            )
            for former in replacement.files.compactMap(\.former) {
                try setOutcome.run(in: db) { columns in
                    columns.integer(Int64(SourceOutcome.duplicate.rawValue))
                    columns.integer(former)
                }
            }
            // Copies and sidecars in sources belong to the asset that stays, too.
            try db.cachedStatement(sql: "UPDATE source_file SET asset_id = ? WHERE asset_id = ?")
                .run(in: db) { columns in
                    columns.integer(replacement.heir)
                    columns.integer(replacement.twin)
                }
            assets.change(replacement.twin) { $0.traits.insert(.offline) }
            try noteAvailability(of: [replacement.heir])
            try delete([twin.uuid])
        }
    }

    /// Whether the resources still are as they were at the decision.
    private func isPresent(_ replacement: TwinReplacement) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM resource AS heir JOIN resource AS twin
                    ON twin.checksum = heir.checksum AND twin.byte_count = heir.byte_count
                WHERE heir.id = ? AND heir.asset_id = ? AND heir.source_file_id IS ?
                    AND twin.id = ? AND twin.asset_id = ? AND twin.source_file_id = ?
                """
        )
        return try replacement.files.allSatisfy { file in
            try statement.first(in: db) { columns in
                columns.integer(file.heir)
                columns.integer(replacement.heir)
                columns.optional(file.former)
                columns.integer(file.twin)
                columns.integer(replacement.twin)
                columns.integer(file.sourceFile)
            } _: {
                $0.row()
            } != nil
        }
    }
}
