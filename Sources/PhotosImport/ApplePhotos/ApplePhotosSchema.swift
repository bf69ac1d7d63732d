import GRDB
import PhotosStore

/// The names of the tables and columns in one library's database.
///
/// Every version of Photos gives Core Data's entities new numbers. Join tables are named after those numbers.
/// So names are found by their common parts, never by a version.
package struct ApplePhotosSchema: Hashable, Sendable {
    /// A table that joins rows of two others.
    package struct Join: Hashable, Sendable {
        package var table: String
        package var left: String
        package var right: String
        /// The column with the order of the right rows within a left row.
        package var order: String?

        package init(table: String, left: String, right: String, order: String? = nil) {
            self.table = table
            self.left = left
            self.right = right
            self.order = order
        }
    }

    /// The table of assets.
    package let assets: String
    /// The join of albums and their assets.
    package let members: Join?
    /// The join of asset attributes and keywords.
    package let keywords: Join?
    /// The table of faces, with the columns for the asset and the person.
    package let faces: Join?
    private let columns: [String: Set<String>]

    /// Finds the tables and columns.
    ///
    /// - Parameters:
    ///   - columns: The names of columns, by the name of the table.
    ///   - entities: Core Data's entity numbers, by the name of the entity.
    /// - Throws: ``StoreError`` where there is no readable table of assets.
    package init(columns: [String: Set<String>], entities: [String: Int]) throws {
        self.columns = columns
        let required: Set = ["Z_PK", "ZUUID", "ZKIND", "ZDIRECTORY", "ZFILENAME"]
        let table = ["ZASSET", "ZGENERICASSET"].first {
            required.isSubset(of: columns[$0] ?? [])
        }
        guard let table else {
            throw StoreError(
                .invalidResource,
                "The layout of this Photos library is not known: it has no table of assets. Export its photos from Photos as unmodified originals, and import those."
            )
        }
        assets = table
        members = Self.joinTable(
            in: columns,
            table: "ASSETS",
            left: "ALBUMS",
            right: "ASSETS",
            number: entities["Album"]
        )
        keywords = Self.joinTable(
            in: columns,
            table: "KEYWORDS",
            left: "ASSETATTRIBUTES",
            right: "KEYWORDS",
            number: entities["AdditionalAssetAttributes"]
        )
        let face = columns["ZDETECTEDFACE"] ?? []
        let person = ["ZPERSONFORFACE", "ZPERSON"].first(where: face.contains)
        let asset = ["ZASSETFORFACE", "ZASSET"].first(where: face.contains)
        if let person, let asset {
            faces = Join(table: "ZDETECTEDFACE", left: asset, right: person)
        } else {
            faces = nil
        }
    }

    package func hasColumn(in table: String, named column: String) -> Bool {
        columns[table]?.contains(column) == true
    }

    /// Returns the column as an SQL expression, or NULL in versions without the column.
    func columnExpression(table: String, column: String, of alias: String) -> String {
        hasColumn(in: table, named: column) ? "\(alias).\(column)" : "NULL"
    }

    /// Finds the table `Z_nnX` with its columns `Z_nnLEFT` and `Z_nnRIGHT`.
    ///
    /// Prefers the table with the entity's number where there are several.
    private static func joinTable(
        in columns: [String: Set<String>],
        table: String,
        left: String,
        right: String,
        number: Int?
    ) -> Join? {
        let found: [Join] = columns.keys.sorted().compactMap { name in
            guard isNumbered(name, endingWith: table), let fields = columns[name]?.sorted(),
                let first = fields.first(where: { isNumbered($0, endingWith: left) }),
                let second = fields.first(where: { isNumbered($0, endingWith: right) })
            else { return nil }
            let order = fields.first {
                $0.hasPrefix("Z_FOK_") && isNumbered("Z_" + $0.dropFirst(6), endingWith: right)
            }
            return Join(table: name, left: first, right: second, order: order)
        }
        return found.first { join in number.map { join.table == "Z_\($0)\(table)" } ?? false }
            ?? found.first
    }

    /// Returns whether a name consists of `Z_`, digits, and the given ending.
    private static func isNumbered(_ name: String, endingWith end: String) -> Bool {
        guard name.hasPrefix("Z_"), name.hasSuffix(end) else { return false }
        let digits = name.dropFirst(2).dropLast(end.count)
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }
}

extension ApplePhotosSchema {
    init(_ db: Database) throws {
        // Names are inserted into SQL unquoted, so names that do not have the form of Core Data's names are
        // ignored.
        func isPlain(_ name: String) -> Bool {
            name.hasPrefix("Z")
                && name.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F
                }
        }
        let tables = try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        var columns: [String: Set<String>] = [:]
        for table in tables where isPlain(table) {
            columns[table] = Set(try db.columns(in: table).map(\.name).filter(isPlain))
        }
        var entities: [String: Int] = [:]
        if columns["Z_PRIMARYKEY"]?.isSuperset(of: ["Z_ENT", "Z_NAME"]) == true {
            for row in try Row.fetchAll(db, sql: "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") {
                if let name = String.fromDatabaseValue(row["Z_NAME"]) {
                    entities[name] = Int.fromDatabaseValue(row["Z_ENT"])
                }
            }
        }
        try self.init(columns: columns, entities: entities)
    }
}
