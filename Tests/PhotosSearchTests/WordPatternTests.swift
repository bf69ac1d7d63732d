import PhotosSearch
import TestPermits
import Testing

/// How texts are divided into tokens, and which texts have a pattern.
@Suite(.permit) struct WordPatternTests {
    @Test(arguments: [
        ("A Beach at Örebro", ["a", "beach", "at", "orebro"]),
        ("IMG_1234.JPG", ["img", "1234", "jpg"]), ("Straße", ["strasse"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー", "ー"]), ("東京2019", ["東京", "京", "2019"]),
        ("がく", ["がく", "く"]), ("ｶﾞｸ", ["ガク", "ク"]), ("🏖️ Beach", ["🏖", "beach"]),
        ("한국 서울", ["한국", "서울"]), ("ＮＩＫＯＮ", ["nikon"]), ("l'été", ["l", "ete"]),
        ("ﬁn", ["fin"]), ("e\u{301}", ["e"]), ("", []), (" .,-", []), ("Ὀδυσσεύς", ["οδυσσευσ"]),
    ])
    func `texts are divided into tokens`(text: String, tokens: [String]) {
        #expect(SearchTokens.all(in: text) == tokens)
    }

    @Test(arguments: [
        ("bea", "A Beach", true), ("beach", "A Beach", true), ("each", "A Beach", false),
        ("a beach", "A Beach", true), ("beach a", "A Beach", false),
        ("IMG_12", "IMG_1234.JPG", true),
        ("1234.jpg", "IMG_1234.JPG", true), ("234", "IMG_1234.JPG", false),
        ("京タ", "東京タワー", true), ("東", "東京タワー", true), ("ー", "東京タワー", true),
        ("東タ", "東京タワー", false), ("東京タワー", "東京タワー展望台", true), ("京", "東京 2019", true),
        ("東京2", "東京2019", true), ("ÉTÉ", "un été", true), ("strasse", "Lange Straße", true),
    ])
    func `a typed word is the beginning of a word`(
        typed: String,
        text: String,
        isFound: Bool
    ) throws {
        let pattern = try #require(WordPattern(beginning: typed))
        #expect(pattern.matches(text) == isFound)
        #expect(WordPattern(encoded: pattern.encoded) == pattern)
    }

    @Test(arguments: [
        ("lake como", "At Lake Como in May", true), ("lake com", "At Lake Como", false),
        ("como lake", "At Lake Como", false), ("lake", "Lakes", false), ("東京", "東京タワー", true),
        ("東", "東京タワー", true), ("the 東京", "see the 東京タワー", true),
    ])
    func `a phrase is whole words in a row`(typed: String, text: String, isFound: Bool) throws {
        let pattern = try #require(WordPattern(phrase: typed))
        #expect(pattern.matches(text) == isFound)
        #expect(WordPattern(encoded: pattern.encoded) == pattern)
    }

    @Test func `a text without letters is no pattern`() {
        #expect(WordPattern(beginning: " .,-") == nil)
        #expect(WordPattern(phrase: "") == nil)
        #expect(WordPattern(encoded: "") == nil)
        #expect(WordPattern(encoded: "*") == nil)
    }

    @Test func `all tokens are words for SQLite`() {
        // SQLite's tokenizer divides at each byte below 0x80 that is no letter and no digit.
        let texts = ["a*b", "x\"y", "a¶b", "™ © ®", "½ ² Ⅳ", "a\u{300}\u{301}", "‰", "a_b", "①"]
        for text in texts {
            for token in SearchTokens.all(in: text) {
                #expect(!token.isEmpty && !token.contains("¶"))
                #expect(
                    token.utf8.allSatisfy {
                        $0 >= 0x80 || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
                    },
                    "\(text) gives \(token)"
                )
            }
        }
    }
}
