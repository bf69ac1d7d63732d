import GRDB

/// The keywords of a library's assets, and the names of people in them.
struct ApplePhotosWords {
    private(set) var ofAsset: [Int64: [String]] = [:]
    /// The number of faces with a name.
    private(set) var namedFaces = 0

    init(from db: Database, schema: ApplePhotosSchema) throws {
        try readKeywords(from: db, schema: schema)
        try readPersons(from: db, schema: schema)
    }

    private mutating func readKeywords(from db: Database, schema: ApplePhotosSchema) throws {
        guard let join = schema.keywords, schema.hasColumn(in: "ZKEYWORD", named: "ZTITLE"),
            schema.hasColumn(in: "ZADDITIONALASSETATTRIBUTES", named: "ZASSET")
        else { return }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT x.ZASSET AS asset, k.ZTITLE AS word
                FROM \(join.table) j
                JOIN ZADDITIONALASSETATTRIBUTES x ON x.Z_PK = j.\(join.left)
                JOIN ZKEYWORD k ON k.Z_PK = j.\(join.right)
                ORDER BY asset, word
                """
        )
        while let row = try rows.next() { addWord(in: ForeignRow(row)) }
    }

    private mutating func readPersons(from db: Database, schema: ApplePhotosSchema) throws {
        guard let join = schema.faces, schema.hasColumn(in: "ZPERSON", named: "Z_PK") else {
            return
        }
        let full = schema.columnExpression(table: "ZPERSON", column: "ZFULLNAME", of: "p")
        let shown = schema.columnExpression(table: "ZPERSON", column: "ZDISPLAYNAME", of: "p")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT f.\(join.left) AS asset, coalesce(nullif(\(full), ''), \(shown)) AS word
                FROM \(join.table) f
                JOIN ZPERSON p ON p.Z_PK = f.\(join.right)
                ORDER BY asset, word
                """
        )
        while let row = try rows.next() {
            if addWord(in: ForeignRow(row)) { namedFaces += 1 }
        }
    }

    @discardableResult
    private mutating func addWord(in row: ForeignRow) -> Bool {
        guard let asset = row.integer("asset"), let word = row.text("word") else { return false }
        if ofAsset[asset]?.contains(word) != true { ofAsset[asset, default: []].append(word) }
        return true
    }
}
