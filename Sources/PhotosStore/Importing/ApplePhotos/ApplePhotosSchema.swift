import GRDB

/// What the tables and columns of one library's database are called.
///
/// Core Data numbers its entities anew in every version of Photos and names the tables that join two of them after those
/// numbers. So names are found by what they have in common, never by a version.
package struct ApplePhotosSchema: Hashable, Sendable {
    /// A table that joins rows of two others.
    package struct Join: Hashable, Sendable {
        package var table: String
        package var left: String
        package var right: String
        /// Holds the order of the right ones in a left one.
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
    /// Albums and the assets in them.
    package let members: Join?
    /// Attributes of assets and their keywords.
    package let keywords: Join?
    /// Columns of faces: the person, the asset.
    package let faces: Join?
    private let columns: [String: Set<String>]

    /// - Parameters:
    ///   - columns: names of columns by names of tables.
    ///   - entities: Core Data's numbers of entities by their names.
    /// - Throws: where there is no table of assets that could be read.
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
        members = Self.join(
            columns,
            table: "ASSETS",
            left: "ALBUMS",
            right: "ASSETS",
            number: entities["Album"]
        )
        keywords = Self.join(
            columns,
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

    package func has(_ table: String, _ column: String) -> Bool {
        columns[table]?.contains(column) == true
    }

    package func has(_ table: String) -> Bool { columns[table] != nil }

    /// The column as an expression; NULL in versions that do not have it.
    func value(_ table: String, _ column: String, of alias: String) -> String {
        has(table, column) ? "\(alias).\(column)" : "NULL"
    }

    /// The table `Z_nnX` with its columns `Z_nnLEFT` and `Z_nnRIGHT`; of several, the one with the entity's number.
    private static func join(
        _ columns: [String: Set<String>],
        table: String,
        left: String,
        right: String,
        number: Int?
    ) -> Join? {
        let found: [Join] = columns.keys.sorted().compactMap { name in
            guard isNumbered(name, table), let fields = columns[name]?.sorted(),
                let first = fields.first(where: { isNumbered($0, left) }),
                let second = fields.first(where: { isNumbered($0, right) })
            else { return nil }
            let order = fields.first {
                $0.hasPrefix("Z_FOK_") && isNumbered("Z_" + $0.dropFirst(6), right)
            }
            return Join(table: name, left: first, right: second, order: order)
        }
        return found.first { join in number.map { join.table == "Z_\($0)\(table)" } ?? false }
            ?? found.first
    }

    /// Whether a name is `Z_`, digits, and that end.
    private static func isNumbered(_ name: String, _ end: String) -> Bool {
        guard name.hasPrefix("Z_"), name.hasSuffix(end) else { return false }
        let digits = name.dropFirst(2).dropLast(end.count)
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }
}

extension ApplePhotosSchema {
    init(_ db: Database) throws {
        // Names go into SQL as they are: what is none of Core Data's is none of ours.
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
