import Foundation
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Suggestions are the words and numbers that a slow count gives: with an index at any state, without one, and for clients
/// that see a part of the library.
@Suite(.permit) struct SuggestionTests {
    private static let typed = [
        "b", "be", "la", "c", "ca", "i", "1", "2", "n", "an", "st", "東", "東京", "京", "t", "o", "sw",
        "j", "zz",
    ]
    private static let everywhere = Set(SearchSubject.texts.dropLast())

    private static let subjects: [(subject: WordSubject, field: Field)] = [
        (.person, .related(.persons)), (.place, .related(.places)), (.camera, .related(.camera)),
    ]

    /// Counts each word with Foundation's division of texts.
    private static func counts(
        _ typed: String,
        _ fields: Set<Field>,
        _ photos: [ReferencePhoto]
    ) -> [String: Int] {
        var counts: [String: Int] = [:]
        for photo in photos {
            let texts = fields.flatMap { photo.texts(of: $0) }
            let words = texts.flatMap { Self.words(of: $0, beginningWith: typed) }
            for word in Set(words) { counts[word, default: 0] += 1 }
        }
        return counts
    }

    private static func words(of text: String, beginningWith typed: String) -> [String] {
        if typed.unicodeScalars.allSatisfy({ $0.value > 0x3000 }) {
            let letters = Array(text)
            return letters.indices.compactMap { start in
                let word = String(letters[start...].prefix(typed.count + 1))
                let isWhole = word.unicodeScalars.allSatisfy { $0.value > 0x3000 }
                return word.count > typed.count && isWhole && word.hasPrefix(typed) ? word : nil
            }
        }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .replacingOccurrences(of: "ß", with: "ss")
            .components(separatedBy: CharacterSet.alphanumerics.inverted)
            .filter { $0.hasPrefix(typed) }
    }

    private static func check(
        _ library: Library,
        _ photos: [ReferencePhoto],
        _ numbers: inout SeededNumbers,
        _ how: String
    ) throws -> Int {
        let typed = numbers.pick(typed)
        let fields = numbers.chance(0.5) ? everywhere : [numbers.pick(SearchSubject.texts)]
        let stem = try #require(WordStem.atEnd(of: typed)).stem
        let expected = counts(typed, fields, photos)
        let found = try library.search.suggestions(
            for: stem,
            in: fields,
            includingHidden: true,
            limit: .max
        )
        let pairs = found.map { ($0.word, $0.count) }
        #expect(
            Dictionary(pairs, uniquingKeysWith: +) == expected,
            "\(how): \(typed) in \(fields)"
        )
        let named = subjects.filter { fields.contains($0.field) }.map {
            (subject: $0.subject, counts: counts(typed, [$0.field], photos))
        }
        for suggestion in found {
            var (subject, most): (WordSubject?, Int) = (nil, 0)
            for (candidate, counts) in named where counts[suggestion.word] ?? 0 > most {
                (subject, most) = (candidate, counts[suggestion.word] ?? 0)
            }
            #expect(
                suggestion.subject == (2 * most >= suggestion.count ? subject : nil),
                "\(how): \(suggestion) in \(fields)"
            )
        }
        let isSorted = zip(found, found.dropFirst()).allSatisfy {
            ($1.count, $0.word) < ($0.count, $1.word)
        }
        #expect(isSorted, "\(found)")
        let first = try library.search.suggestions(
            for: stem,
            in: fields,
            includingHidden: true,
            limit: 2
        )
        #expect(first == Array(found.prefix(2)))
        return expected.isEmpty ? 0 : 1
    }

    @Test(arguments: UInt64(1)...4)
    func `suggestions are what a slow count gives`(seed: UInt64) throws {
        var environment = EngineEnvironment.test(seed: seed)
        environment.largestWithoutIndex = .max
        let library = try Library.inMemory(environment: environment)
        var changes = try SearchLibrary(library, seed: seed)
        var ofUse = 0
        for step in 0..<80 {
            try changes.commit()
            // The index is at different distances from the end of the log, or missing.
            if changes.numbers.chance(0.15) { try library.words.indexWords() }
            if changes.numbers.chance(0.02) { try library.words.removeSearchIndex() }
            let photos = try ReferencePhoto.all(in: library)
            for _ in 0..<5 {
                let how = "seed \(seed), step \(step)"
                ofUse += try Self.check(library, photos, &changes.numbers, how)
            }
        }
        #expect(ofUse > 100, "\(ofUse) had suggestions")
    }

    @Test(arguments: UInt64(21)...22)
    func `a limited client gets the words of its selection, and reads no index`(
        seed: UInt64
    ) throws {
        let pair = try LibraryPair()
        var changes = try SearchLibrary(pair.owner, seed: seed)
        try pair.limit(to: Array(changes.assets.prefix(9)))
        try pair.owner.commit(
            .set(try #require(changes.assets.last), [.caption: .text("zzsecret")])
        )
        try pair.owner.words.indexWords()
        let secret = try #require(WordStem.atEnd(of: "zz")).stem
        func secrets(_ library: Library) throws -> [String] {
            try library.search.suggestions(
                for: secret,
                in: Self.everywhere,
                includingHidden: true,
                limit: 8
            ).map(\.word)
        }
        #expect(try secrets(pair.owner) == ["zzsecret"])
        #expect(try secrets(pair.client).isEmpty)
        let index = pair.owner.layout.derived.appendingPathComponent("search/search.sqlite")
        let before = try Data(contentsOf: index)
        var ofUse = 0
        for step in 0..<40 {
            try changes.commit()
            let photos = try ReferencePhoto.all(in: pair.client)
            for _ in 0..<3 {
                let how = "seed \(seed), step \(step), limited"
                ofUse += try Self.check(pair.client, photos, &changes.numbers, how)
            }
        }
        #expect(ofUse > 20, "\(ofUse) had suggestions")
        #expect(try Data(contentsOf: index) == before, "Reading of the client touched the index.")
    }

    @Test func `hidden and deleted assets do not count`() throws {
        var environment = EngineEnvironment.test(seed: 9)
        environment.largestWithoutIndex = .max
        let library = try Library.inMemory(environment: environment)
        let assets = try library.addPictures(4)
        for asset in assets { try library.commit(.set(asset, [.caption: .text("Beach")])) }
        let stem = try #require(WordStem.atEnd(of: "be")).stem
        func count(hidden: Bool = false) throws -> Int? {
            try library.search.suggestions(
                for: stem,
                in: [.asset(.caption)],
                includingHidden: hidden,
                limit: 1
            ).first?.count
        }
        for step in 0..<2 {
            if step == 1 { try library.words.indexWords() }
            #expect(try count() == 4 - 2 * step)
            try library.commit(.set(assets[2 * step], [.isHidden: .integer(1)]))
            try library.commit(.deleteAssets([assets[2 * step + 1]]))
            #expect(try count() == (step == 0 ? 2 : nil))
            #expect(try count(hidden: true) == (step == 0 ? 3 : 2))
            try library.words.indexWords()
            #expect(try count() == (step == 0 ? 2 : nil))
            #expect(try count(hidden: true) == (step == 0 ? 3 : 2))
        }
    }
}
