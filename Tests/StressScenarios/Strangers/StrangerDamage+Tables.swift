import Foundation
import GRDB
import Glibc
import PhotosStore
import PhotosTestSupport

// MARK: Schemas

extension StrangerDamage {
    static let schemas: [StrangerDamage] = [
        "CREATE TRIGGER t AFTER INSERT ON change BEGIN INSERT INTO author (name) VALUES ('run'); END",
        "CREATE TRIGGER t AFTER UPDATE ON library BEGIN UPDATE asset SET caption = 'run'; END",
        "CREATE TRIGGER t BEFORE DELETE ON resource BEGIN SELECT raise(IGNORE); END",
        "CREATE TRIGGER t AFTER INSERT ON author BEGIN INSERT INTO released_file VALUES ('../../outside/secret.jpg'); END",
        "CREATE VIEW stolen AS SELECT * FROM resource",
        "ALTER TABLE author RENAME TO kept; CREATE VIEW author AS SELECT id, 'run' AS name FROM kept",
        "CREATE VIRTUAL TABLE words USING fts5 (word)",
        "CREATE VIRTUAL TABLE boxes USING rtree (id, x0, x1)",
        "CREATE VIRTUAL TABLE pages USING dbstat",
        "ALTER TABLE asset ADD COLUMN extra AS (printf('%.*c', 500000000, 'x'))",
        "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE', 'UNIQUE DEFAULT (randomblob(900000000))') WHERE name = 'author'",
        "CREATE INDEX long ON asset (printf('%.*c', caption, 'x'))",
        "CREATE TABLE grdb_extra (id)",
        "DROP TABLE tombstone",
        "DROP INDEX member_order",
        "DROP TABLE grdb_migrations",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = -1",
        "PRAGMA application_id = 0",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE author (id INTEGER PRIMARY KEY, name, CHECK (load_extension(name)))' WHERE name = 'author'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE', 'CREATE  TABLE') WHERE name = 'asset'",
        "UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW asset AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id FROM c' WHERE name = 'asset'",
        "UPDATE sqlite_schema SET name = 'sqlite_stat1', tbl_name = 'sqlite_stat1' WHERE name = 'tombstone'",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE (((' WHERE name = 'member'",
        "UPDATE sqlite_schema SET sql = x'00ff', name = x'ff00' WHERE name = 'member_asset'",
    ].map { statements in
        StrangerDamage(name: "schema: \(statements.prefix(60))", demand: .refusal) {
            library,
            _,
            _ in
            try sql(library.database, statements)
        }
    }

    /// Carries out statements as nobody should, and leaves no log.
    static func sql(_ database: URL, _ statements: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON"
            )
            try db.execute(sql: statements)
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
        for ending in ["-wal", "-shm"] { unlink(database.path + ending) }
    }

    // MARK: Rows

    static let rows: [StrangerDamage] = [
        StrangerDamage(name: "values of wrong types", demand: .survival) { library, _, numbers in
            for _ in 0...numbers.number(below: 4) {
                let word = wild(&numbers)
                try? sql(library.database, mutation(library, word, &numbers))
            }
        },
        StrangerDamage(name: "values missing", demand: .survival) { library, _, numbers in
            try withoutRules(library, &numbers) { _ in "NULL" }
        },
        StrangerDamage(name: "values beyond their rules", demand: .survival) {
            library,
            _,
            numbers in
            try withoutRules(library, &numbers) { wild(&$0) }
        },
        StrangerDamage(name: "bodies of noise in the history", demand: .survival) {
            library,
            _,
            numbers in
            let length = numbers.number(below: 300)
            try sql(
                library.database,
                "UPDATE change SET body = randomblob(\(length)) WHERE random() % 3 = 0"
            )
        },
        StrangerDamage(name: "bodies that promise much", demand: .survival) { library, _, numbers in
            let body = numbers.pick([
                "01FFFFFFFFFFFFFFFFFF01", "0180808080808080808001", "01FFFFFFFF0F04",
                "0101040102FFFFFFFFFFFFFFFF7F", "0100FFFFFFFFFFFFFFFF7F", "02", "", "0101",
                "010104020104FFFFFFFF0F",
            ])
            try sql(library.database, "UPDATE change SET body = x'\(body)'")
        },
        StrangerDamage(name: "folders in a circle", demand: .survival) { library, _, _ in
            try sql(
                library.database,
                """
                UPDATE OR IGNORE collection SET parent_id = id, position = coalesce(position, x'8000000000000000')
                    WHERE kind = 0 AND subtype <> 101;
                UPDATE OR IGNORE collection SET parent_id = (SELECT max(id) FROM collection WHERE kind = 0)
                    WHERE kind = 0 AND subtype <> 101 AND random() % 2 = 0;
                """
            )
        },
        StrangerDamage(name: "folders of sources in a circle", demand: .survival) {
            library,
            outside,
            numbers in
            try sql(
                library.database,
                """
                INSERT INTO source (id, uuid, kind, path, added_date)
                    VALUES (1, randomblob(16), \(numbers.number(below: 4)), '\(outside.path)', 0);
                INSERT INTO source_folder VALUES (1, 1, 2, 'a', 1), (2, 1, 1, 'b', 2);
                INSERT INTO source_file VALUES (1, 1, 'secret.jpg', 1, 1, 1, 0, NULL, 1);
                UPDATE resource SET source_file_id = 1 WHERE id = 1;
                """
            )
        },
        StrangerDamage(name: "numbers at the end of their range", demand: .survival) {
            library,
            _,
            numbers in
            let number = numbers.pick([
                "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "9e999",
            ])
            try? sql(library.database, mutation(library, number, &numbers))
            try? sql(
                library.database,
                "UPDATE sqlite_sequence SET seq = \(number); UPDATE resource SET byte_count = \(number)"
            )
        },
        StrangerDamage(name: "files of foreign names", demand: .survival) { library, _, numbers in
            let name = numbers.pick([
                "ab/../../../outside/secret.jpg", "ab/", "ab/' || char(0) || '",
                "ab/../../database/library.sqlite",
                "00/..", "ab/secret.jpg",
            ])
            try sql(
                library.database,
                """
                UPDATE resource SET file = '\(name)' WHERE id = 1;
                INSERT OR IGNORE INTO released_file VALUES ('\(name)'), ('../../outside/secret.jpg'),
                    ('../LIBRARY'), (''), ('..'), ('/'), (x'00ff');
                """
            )
        },
        StrangerDamage(name: "names of files that lead away", demand: .survival) {
            library,
            outside,
            numbers in
            let name = numbers.pick([
                "../../outside/secret.jpg", "\(outside.path)/secret.jpg", "..", "/", "",
                "' || char(0) || '",
                String(repeating: "x", count: 100_000),
            ])
            try sql(library.database, "UPDATE resource SET filename = '\(name)'")
        },
        StrangerDamage(name: "the library's own row", demand: .survival) { library, _, numbers in
            try? sql(
                library.database,
                numbers.pick([
                    "DELETE FROM library",
                    "INSERT INTO library SELECT 2, randomblob(16), incarnation, secret, 0, 0, 1, 1, 0, 0, '' FROM library",
                    "UPDATE library SET secret = x'00'", "UPDATE library SET uuid = 'x'",
                    "UPDATE library SET trash_days = 9223372036854775807",
                    "UPDATE library SET trash_days = -9223372036854775808",
                    "UPDATE library SET pruned_sequence = 9223372036854775807",
                    "UPDATE library SET keep_days = 'x', keep_count = x'01'",
                    "DELETE FROM collection WHERE id < 4", "DELETE FROM change WHERE sequence < 5",
                    "UPDATE change SET sequence = sequence + 9223372036854770000",
                ])
            )
        },
    ]

    /// A statement that puts a value into some rows of a column by chance.
    private static func mutation(
        _ library: LibraryLayout,
        _ value: String,
        _ numbers: inout SeededNumbers
    ) throws -> String {
        let queue = try DatabaseQueue(path: library.database.path)
        defer { try? queue.close() }
        let columns = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
                    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY 1, 2
                    """
            ).map { (table: $0[0] as String, column: $0[1] as String) }
        }
        let (table, column) = numbers.pick(columns)
        return
            "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE random() % \(1 + numbers.number(below: 4)) = 0"
    }

    /// The same past NOT NULL, CHECK and types: the words of the schema are taken away and put back.
    private static func withoutRules(
        _ library: LibraryLayout,
        _ numbers: inout SeededNumbers,
        _ value: (inout SeededNumbers) -> String
    ) throws {
        let queue = try DatabaseQueue(path: library.database.path)
        let words = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL"
            ).map { (name: $0[0] as String, text: $0[1] as String) }
        }
        try queue.close()
        try sql(
            library.database,
            """
            UPDATE sqlite_schema SET sql = replace(replace(replace(
                sql, ' NOT NULL,', ','), ' NOT NULL CHECK', ' CHECK'), ' NOT NULL UNIQUE', ' UNIQUE')
                WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE '%WITHOUT ROWID%'
            """
        )
        for _ in 0...numbers.number(below: 3) {
            let word = value(&numbers)
            try? sql(library.database, mutation(library, word, &numbers))
        }
        try sql(
            library.database,
            words.filter { !$0.name.hasPrefix("sqlite") }.map { word in
                let text = word.text.replacing("'", with: "''")
                return "UPDATE sqlite_schema SET sql = '\(text)' WHERE name = '\(word.name)';"
            }.joined(separator: "\n")
        )
    }

    static func wild(_ numbers: inout SeededNumbers) -> String {
        numbers.pick([
            "'text'", "x'00ff80'", "x''", "''", "-1", "0", "9223372036854775807", "1e300", "-1e300",
            "CAST(x'fffec080' AS TEXT)", "NULL", "zeroblob(100000)", "randomblob(16)",
            "randomblob(32)", "'[' || char(0) || ']'", "printf('%.*c', 100000, 'x')", "0.5",
            "'2021-01-01'", "'[1, {}, null]'", "'[[[[['",
        ])
    }
}
