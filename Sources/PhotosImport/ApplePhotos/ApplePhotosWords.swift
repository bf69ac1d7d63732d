import GRDB

/// The keywords of a library's assets, and the names of people in them.
struct ApplePhotosWords {
    private(set) var ofAsset: [Int64: [String]] = [:]
    /// The number of faces with a name.
    private(set) var namedFaces = 0

    init(_ db: Database, _ schema: ApplePhotosSchema) throws {
        try readKeywords(db, schema)
        try readPersons(db, schema)
    }

    private mutating func readKeywords(_ db: Database, _ schema: ApplePhotosSchema) throws {
        guard let join = schema.keywords, schema.has("ZKEYWORD", "ZTITLE"),
            schema.has("ZADDITIONALASSETATTRIBUTES", "ZASSET")
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
        while let row = try rows.next() { add(ForeignRow(row)) }
    }

    private mutating func readPersons(_ db: Database, _ schema: ApplePhotosSchema) throws {
        guard let join = schema.faces, schema.has("ZPERSON", "Z_PK") else { return }
        let full = schema.value("ZPERSON", "ZFULLNAME", of: "p")
        let shown = schema.value("ZPERSON", "ZDISPLAYNAME", of: "p")
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
            if add(ForeignRow(row)) { namedFaces += 1 }
        }
    }

    @discardableResult
    private mutating func add(_ row: ForeignRow) -> Bool {
        guard let asset = row.integer("asset"), let word = row.text("word") else { return false }
        if ofAsset[asset]?.contains(word) != true { ofAsset[asset, default: []].append(word) }
        return true
    }
}
