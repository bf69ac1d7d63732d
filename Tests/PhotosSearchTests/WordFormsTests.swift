import Foundation
import PhotosBase
import PhotosSearch
import TestPermits
import Testing

/// Which words a typed word finds by its other forms.
@Suite(.permit) struct WordFormsTests {
    /// The table: the typed word, words that are found, and words that are not.
    private static func rows() throws -> [(typed: String, found: [String], others: [String])] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "wordForms.txt")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t").map(String.init)
            return (
                parts[0], parts[1].split(separator: " ").map(String.init),
                parts[2].split(separator: " ").map(String.init)
            )
        }
    }

    private static func pattern(_ typed: String) throws -> WordPattern {
        try #require(WordPattern(beginning: typed)?.withForms)
    }

    @Test func `a word finds its other forms as the table says`() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 70)
        for row in rows {
            let pattern = try Self.pattern(row.typed)
            for word in row.found { #expect(pattern.matches("A \(word)!"), "\(row.typed) \(word)") }
            for word in row.others { #expect(!pattern.matches(word), "\(row.typed) \(word)") }
            #expect(WordPattern(encoded: pattern.encoded) == pattern)
        }
    }

    @Test func `what the word itself finds is found as before`() throws {
        for row in try Self.rows() {
            let exact = try #require(WordPattern(beginning: row.typed))
            let pattern = try Self.pattern(row.typed)
            for word in row.found + row.others where exact.matches(word) {
                #expect(pattern.matches(word), "\(row.typed) \(word)")
            }
            #expect(pattern.withoutForms == exact)
        }
    }

    @Test func `several words in a row and phrases have no other forms`() throws {
        #expect(try Self.pattern("hot-dogs").forms.isEmpty)
        let phrase = try #require(WordPattern(phrase: "dogs"))
        #expect(phrase.withForms == phrase && !phrase.matches("dog"))
    }

    @Test(arguments: [
        ("dogs", true), ("keyword:dogs", true), ("beach dogs", true), ("-dogs", false),
        ("\"dogs\"", false), ("-(cat or dogs)", false), ("not dogs", false),
    ])
    func `words behind a minus are searched as they are`(text: String, hasForms: Bool) throws {
        func forms(_ term: SearchTerm?) -> [String] {
            switch term {
            case .all(let parts), .any(let parts): parts.flatMap { forms($0) }
            case .not(let part): forms(part)
            case .words(let words): words.pattern.forms
            default: []
            }
        }
        let query = SearchQuery(text, today: CivilDay(0))
        #expect(forms(query.term).contains("dog") == hasForms)
    }
}
