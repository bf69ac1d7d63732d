import Foundation
import GRDB

extension LibraryRecords {
    /// Finds assets by the names of their files, including assets in Recently Deleted.
    ///
    /// The name is the one at the import, and for an original in a source also its present name. If a file has another name
    /// in its source, its name at the import counts only where no other asset outside Recently Deleted has that name now.
    /// Names are compared without regard to the case of ASCII letters. Each call reads the table of assets once per 500
    /// names.
    ///
    /// - Parameter names: File names without folders.
    /// - Returns: For each asset that has one of the names, its identifier with the name as it is stored.
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func identifiers(
        ofFilesNamed names: [String]
    ) throws -> [(filename: String, identifier: LocalIdentifier)] {
        let names = Array(Set(names))
        return try core.read { db in
            try stride(from: 0, to: names.count, by: Self.namesAtOnce).flatMap { start in
                let part = Array(names[start..<min(start + Self.namesAtOnce, names.count)])
                let marks = part.map { _ in "?" }.joined(separator: ",")
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT filename AS name, uuid, EXISTS (
                            SELECT 1 FROM resource JOIN source_file ON source_file.id = resource.source_file_id
                            WHERE resource.asset_id = asset.id AND resource.type IN (1, 2, 3)
                                AND source_file.name NOT GLOB '/*'
                                AND source_file.name <> asset.filename COLLATE NOCASE
                        ) AS is_former, trashed_date IS NOT NULL
                        FROM asset WHERE filename COLLATE NOCASE IN (\(marks))
                        UNION
                        SELECT source_file.name, asset.uuid, 0, asset.trashed_date IS NOT NULL FROM source_file
                        JOIN resource ON resource.source_file_id = source_file.id
                        JOIN asset ON asset.id = resource.asset_id
                        WHERE source_file.name COLLATE NOCASE IN (\(marks))
                        ORDER BY 2
                        """,
                    arguments: StatementArguments(part + part)
                )
                let present = Set(
                    rows.filter { $0.integer(2) == 0 && $0.integer(3) == 0 }.map { $0.text(0) }
                )
                return rows.compactMap { row -> (String, LocalIdentifier)? in
                    let (name, bytes): (String, Data) = (row[0], row[1])
                    guard row.integer(2) == 0 || !present.contains(name) else {
                        return nil
                    }
                    return UUID(bytes: bytes).map {
                        (name, LocalIdentifier(uuid: $0, kind: .asset))
                    }
                }
            }
        }
    }

    /// The names that one statement compares; SQLite allows 32,766 parameters.
    private static let namesAtOnce = 500
}
