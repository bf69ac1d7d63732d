import GRDB
import PhotosSearch

/// The texts of an asset that the index of words contains, as tokens between spaces.
///
/// Titles of albums are not among them, because renaming an album would change the texts of all its assets.
struct SearchTexts: Hashable, Sendable {
    /// A text of an asset.
    struct Column {
        var name: String
        var field: Field
        /// Whether many assets have the same text, so that the index has it once.
        var isShared = false
    }

    /// The texts of the index.
    static let columns = [
        Column(name: "caption", field: .asset(.caption)),
        Column(name: "keywords", field: .asset(.keywords)),
        Column(name: "filename", field: .asset(.filename)),
        Column(name: "camera", field: .related(.camera), isShared: true),
        Column(name: "lens", field: .related(.lens), isShared: true),
        Column(name: "persons", field: .related(.persons)),
        Column(name: "places", field: .related(.places), isShared: true),
        Column(name: "titles", field: .related(.titles)),
        Column(name: "creators", field: .related(.creators), isShared: true),
        Column(name: "stated_places", field: .related(.statedPlaces), isShared: true),
    ]

    /// The number of the rules by which texts are divided into tokens, and points into cells.
    ///
    /// An index of another number is made again.
    static let recipe: Int64 = 4

    /// A token between the texts of a list, which no pattern contains, so that no phrase goes from one text to the next.
    private static let boundary = "¶"

    /// Which searches find an asset.
    enum Visibility: Int64, Sendable {
        /// None, because the asset is in Recently Deleted, in no source that searches read, or an unchosen part of a burst.
        case never = 0
        case always = 1
        /// Searches that name hidden assets.
        case ifHidden = 2

        func isVisible(includingHidden: Bool) -> Bool {
            self == .always || includingHidden && self == .ifHidden
        }
    }

    var row: Int64
    var visibility: Visibility
    /// The tokens of each column, or nil for a column without tokens.
    var tokens: [String?]
    /// The cell of the grid of places, or nil for an asset without coordinates.
    var cell: Int64?

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
        arguments: StatementArguments,
        in db: Database
    ) throws -> [SearchTexts] {
        let related = RelatedSQL(asset: "asset")
        let values = columns.map { column -> String in
            if case .asset(let field) = column.field { return "asset." + field.column }
            return related.value(of: column.field)
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset.id, \(visibility), asset.latitude, asset.longitude, \(values.joined(separator: ", "))
                FROM \(source)
                """
        )
        var texts: [SearchTexts] = []
        // Many assets have the same camera, lens and place, and dividing a text takes long.
        var known: [[String: String?]] = Array(repeating: [:], count: columns.count)
        try statement.forEachRow(arguments, in: db) { (values) -> Void in
            let row = values.row()
            let visibility = values.integer().flatMap(Visibility.init) ?? .never
            let (latitude, longitude) = (values.real(), values.real())
            let found = columns.enumerated().map { index, column -> String? in
                guard let text = values.text() else { return nil }
                if let tokens = known[index][text] { return tokens }
                let tokens = tokens(of: text, isList: column.field.isList)
                if column.isShared { known[index][text] = .some(tokens) }
                return tokens
            }
            var cell: Int64?
            if let latitude, let longitude {
                cell = PlaceGrid.cell(latitude: latitude, longitude: longitude)
            }
            texts.append(SearchTexts(row: row, visibility: visibility, tokens: found, cell: cell))
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

    /// The texts of the index that are searched.
    var columns: [SearchTexts.Column] {
        SearchTexts.columns.filter { fields.contains($0.field) }
    }

    /// The expression for SQLite's full-text search in the texts that assets do not share; nil if there are none.
    var matchExpression: String? {
        let own = columns.filter { !$0.isShared }
        if own.isEmpty { return nil }
        func filter(_ columns: [SearchTexts.Column]) -> String {
            "{\(columns.map(\.name).joined(separator: " "))} : "
        }
        let words = filter(own) + sharedExpression
        let sentences = own.filter(\.field.hasWordForms)
        if pattern.forms.isEmpty || sentences.isEmpty { return words }
        let forms = pattern.forms.map { "\"\($0)\"" }.joined(separator: " OR ")
        return words + " OR \(filter(sentences))(\(forms))"
    }

    /// The expression for SQLite's full-text search in shared texts, which are names without other forms.
    var sharedExpression: String {
        "\"\(pattern.tokens.joined(separator: " "))\"\(pattern.isPrefix ? " *" : "")"
    }
}

extension Field {
    /// Whether the value depends on albums.
    var isOfAlbums: Bool {
        if case .related(let field) = self { field.isOfAlbums } else { false }
    }
}
