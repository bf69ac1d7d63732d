import GRDB

/// The tables of a library, by version of the format.
///
/// Migrations are appended, never edited.
enum Schema {
    /// The version of the format that this software writes.
    static let format = 14

    /// The oldest version of the format whose software may write to a library of the present format.
    ///
    /// Earlier software takes kept files for files that belong to nothing, and cannot delete their assets. Software of
    /// format 12 would leave the titles and names of places behind when it reads files again. Backups of format 13 would have
    /// upload jobs.
    static let oldestWriter = 14

    /// SQLite's `application_id` of a library: "PHKT".
    static let applicationID = 0x5048_4B54

    /// The statements that lead from each version of the format to the next one, the first one from an empty database.
    private static let versions = [
        version1, version2, version3, version4, version5, version6, version7, version8, version9,
        version10, version11, version12, version13, version14,
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, statements) in versions.enumerated() {
            migrator.registerMigration("\(index + 1)") { db in try db.execute(sql: statements) }
        }
        return migrator
    }
}
