import Foundation
import PhotosBase
import PhotosSearch
import TestPermits
import Testing

/// What searches as people write them are understood as.
@Suite(.permit) struct SearchQueryTests {
    /// The Monday on which all of these searches are typed.
    private static let today = CivilDay(year: 2026, month: 11, day: 23)

    private static func query(_ text: String) throws -> SearchQuery {
        SearchQuery(text, today: try #require(today))
    }

    /// The table: the search, what it is understood as, and what is said about it, between `→` and `!`.
    private static func rows(
        _ name: String = "queries.txt"
    ) throws -> [(text: String, understanding: String, problems: String)] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: name)
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            return (
                String(parts[0]), String(parts[1]), parts.count > 2 ? String(parts[2]) : ""
            )
        }
    }

    @Test func `searches are understood as the table says`() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 300)
        #expect(Set(rows.map(\.text)).count == rows.count)
        for row in rows {
            let query = try Self.query(row.text)
            #expect(query.understanding == row.understanding, "\(row.text)")
            let problems = query.problems.map(\.text).joined(separator: " ")
            #expect(problems == row.problems, "\(row.text)")
        }
    }

    @Test func `searches for places are understood as their table says`() throws {
        let places = try PlaceTableTests.table()
        let today = try #require(Self.today)
        let rows = try Self.rows("placeQueries.txt")
        #expect(rows.count >= 50)
        for row in rows {
            let query = SearchQuery(row.text, today: today, places: places)
            #expect(query.understanding == row.understanding, "\(row.text)")
            let problems = query.problems.map(\.text).joined(separator: " ")
            #expect(problems == row.problems, "\(row.text)")
        }
        // The other searches mean the same where there are names of places.
        for row in try Self.rows() {
            let query = SearchQuery(row.text, today: today, places: places)
            #expect(query.understanding == row.understanding, "\(row.text)")
        }
    }

    @Test func `without a table, a name after near is a word, and a message says why`() throws {
        let query = try Self.query("near Zermatt")
        #expect(query.understanding == "Zermatt…")
        #expect(query.problems.first?.message.contains("no table of places") == true)
        #expect(try Self.query("near 46.02,7.75").problems.isEmpty)
    }

    @Test func `an understanding that is typed again as parts has every part`() throws {
        let query = try Self.query("beach 2019 (dog or cat) -video")
        #expect(
            query.understoodParts == ["beach…", "taken in 2019", "(dog… or cat…)", "not videos"]
        )
        #expect(try Self.query("").understoodParts.isEmpty)
        #expect(try Self.query(" \t").term == nil)
    }

    @Test func `words that connect others are left out and named`() throws {
        #expect(try Self.query("pictures of my dog").ignored == ["of", "my"])
        #expect(try Self.query("the").ignored.isEmpty)
        #expect(try Self.query("the").term != nil)
    }

    @Test func `a long text is a search for its first words, and a message says so`() throws {
        let words = (0..<300).map { "word\($0)x" }
        let long = try Self.query(words.joined(separator: " "))
        #expect(long.understoodParts == words.prefix(200).map { $0 + "…" })
        #expect(long.problems.count == 1)
        #expect(long.problems.first?.message.contains("first 200 words") == true)
        #expect(try Self.query(words.prefix(200).joined(separator: " ")).problems.isEmpty)
    }

    @Test func `every message is a sentence that says what to write`() throws {
        for row in try Self.rows() {
            for problem in try Self.query(row.text).problems {
                #expect(problem.message.hasSuffix("."), "\(row.text)")
                #expect(problem.message.split(separator: " ").count >= 4, "\(row.text)")
            }
        }
    }

    /// Pieces of searches in an order of chance, with damage.
    @Test func `no text stops the parser, and every word of a text without problems counts`() throws
    {
        var state: UInt64 = 7
        func number(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let pieces = [
            "beach", "2019", "2019-07", "..", "-", "(", ")", "\"", "or", "not", "since", "June",
            "4", ">", "10", "MB", "f", "<", "album:", ":", "no", "album", ",", "東京", "東", "…", "*",
            "1/250", "½", "near", "km", "46.02,7.75", "within", "of", "\u{0}", "\u{301}", "🏖",
            "is:", "2019-13", "between", "and", "iso400",
        ]
        for _ in 0..<4_000 {
            var text = ""
            for _ in 0...number(below: 8) {
                text += pieces[number(below: pieces.count)]
                if number(below: 3) > 0 { text += " " }
            }
            let query = try Self.query(text)
            #expect(query.term != nil || query.understanding.isEmpty)
            #expect(query == (try Self.query(text)))
        }
        let deep = String(repeating: "(", count: 5_000) + "beach"
        #expect(!(try Self.query(deep)).problems.isEmpty)
        let negated = String(repeating: "not ", count: 5_000) + "beach"
        #expect(!(try Self.query(negated)).problems.isEmpty)
    }
}
