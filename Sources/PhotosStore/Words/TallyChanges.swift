import GRDB

/// Changes of the numbers of assets that have each word, which are written together.
struct TallyChanges {
    /// The number of the field that stands for all columns together.
    static let everywhere = SearchTexts.columns.count

    private struct Key: Hashable {
        var field: Int
        var word: Substring
    }

    private struct Change {
        var visible = 0
        var hidden = 0
    }

    private var changes: [Key: Change] = [:]

    mutating func add(_ text: SearchTexts) { countText(text, by: 1) }

    mutating func remove(_ text: SearchTexts) { countText(text, by: -1) }

    private mutating func countText(_ text: SearchTexts, by number: Int) {
        guard text.visibility != .never else { return }
        for (field, words) in text.words.enumerated() {
            for word in words {
                let key = Key(field: field, word: word)
                if text.visibility == .always {
                    changes[key, default: Change()].visible += number
                } else {
                    changes[key, default: Change()].hidden += number
                }
            }
        }
    }

    /// Writes the changes, and removes the words that no asset has any more.
    func write(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO tally (field, word, visible, hidden) VALUES (?, ?, ?, ?)
                ON CONFLICT (field, word) DO UPDATE
                SET visible = visible + excluded.visible, hidden = hidden + excluded.hidden
                """
        )
        let removal = try db.cachedStatement(
            sql: "DELETE FROM tally WHERE field = ? AND word = ? AND visible <= 0 AND hidden <= 0"
        )
        for (key, change) in changes where change.visible != 0 || change.hidden != 0 {
            let word = String(key.word)
            try statement.execute(arguments: [key.field, word, change.visible, change.hidden])
            guard change.visible < 0 || change.hidden < 0 else { continue }
            try removal.execute(arguments: [key.field, word])
        }
    }
}
