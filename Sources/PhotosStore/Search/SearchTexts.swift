import GRDB
import PhotosSearch

/// The texts of an asset that the index of words contains, as tokens between spaces.
///
/// Titles of albums are not among them, because renaming an album would change the texts of all its assets.
struct SearchTexts: Hashable, Sendable {
    /// The columns of the index, each with its field.
    static let columns: [(name: String, field: Field)] = [
        ("caption", .asset(.caption)), ("keywords", .asset(.keywords)),
        ("filename", .asset(.filename)), ("camera", .related(.camera)), ("lens", .related(.lens)),
        ("persons", .related(.persons)), ("places", .related(.places)),
    ]

    /// The number of the rules by which texts are divided into tokens.
    ///
    /// An index of another number is made again.
    static let recipe: Int64 = 2

    /// A token between the texts of a list, which no pattern contains, so that no phrase goes from one text to the next.
    private static let boundary = "¶"

    /// Which searches find an asset.
    enum Visibility: Int64, Sendable {
        /// None, because the asset is in Recently Deleted, in no source that searches read, or an unchosen part of a burst.
        case never = 0
        case always = 1
        /// Those that name hidden assets.
        case ifHidden = 2

        func isVisible(includingHidden: Bool) -> Bool {
            self == .always || includingHidden && self == .ifHidden
        }
    }

    var row: Int64
    var visibility: Visibility
    /// The tokens of each column, or nil for a column without tokens.
    var tokens: [String?]

    /// Reads the texts of some assets.
    ///
    /// - Parameters:
    ///   - source: The tables of the statement and its conditions, after `FROM`.
    ///   - arguments: The values of the statement.
    ///   - db: The connection to the library.
    /// - Throws: The errors of SQLite.
    /// - Returns: The texts in the order of the statement.
    static func read(
        from source: String,
        _ arguments: StatementArguments,
        _ db: Database
    ) throws -> [SearchTexts] {
        let related = RelatedSQL(asset: "asset")
        let values = columns.map { column -> String in
            if case .asset(let field) = column.field { return "asset." + field.column }
            return related.value(of: column.field)
        }
        let statement = try db.cachedStatement(
            sql: "SELECT asset.id, \(visibility), \(values.joined(separator: ", ")) FROM \(source)"
        )
        var texts: [SearchTexts] = []
        try statement.forEachRow(arguments, in: db) { (values) -> Void in
            let row = values.row()
            let visibility = values.integer().flatMap(Visibility.init) ?? .never
            let found = columns.map { column in
                values.text().flatMap { tokens(of: $0, isList: column.field.isList) }
            }
            texts.append(SearchTexts(row: row, visibility: visibility, tokens: found))
        }
        return texts
    }

    private static let visibility = """
        CASE WHEN asset.trashed_date IS NOT NULL OR (asset.source_type & 1) = 0
            OR NOT (asset.burst_identifier IS NULL OR asset.represents_burst = 1 OR (asset.burst_selection & 2) <> 0)
        THEN 0 WHEN asset.is_hidden = 1 THEN 2 ELSE 1 END
        """

    /// The different words of each column, and behind them those of all columns together.
    var words: [Set<Substring>] {
        var all: Set<Substring> = []
        var words = tokens.map { text -> Set<Substring> in
            let words = Set((text ?? "").split(separator: " "))
                .subtracting([Substring(Self.boundary)])
            all.formUnion(words)
            return words
        }
        words.append(all)
        return words
    }

    private static func tokens(of text: String, isList: Bool) -> String? {
        let texts = isList ? Keywords.read(text) : [text]
        let lists = texts.map { SearchTokens.all(in: $0) }.filter { !$0.isEmpty }
        if lists.isEmpty { return nil }
        return lists.map { $0.joined(separator: " ") }.joined(separator: " \(boundary) ")
    }
}

extension WordCondition {
    /// Whether the index of words can answer the condition for all fields but titles of albums.
    var isIndexed: Bool {
        fields.allSatisfy { field in
            field.isOfAlbums || SearchTexts.columns.contains { $0.field == field }
        }
    }

    /// The same condition without titles of albums.
    var ofOwnTexts: WordCondition { WordCondition(pattern, in: fields.filter { !$0.isOfAlbums }) }

    /// The expression for SQLite's full-text search.
    var matchExpression: String {
        let columns = SearchTexts.columns.filter { fields.contains($0.field) }.map(\.name)
        let phrase = "\"\(pattern.tokens.joined(separator: " "))\""
        return "{\(columns.joined(separator: " "))} : \(phrase)\(pattern.isPrefix ? " *" : "")"
    }
}

extension Field {
    /// Whether the value depends on albums.
    var isOfAlbums: Bool {
        if case .related(let field) = self { field.isOfAlbums } else { false }
    }
}
