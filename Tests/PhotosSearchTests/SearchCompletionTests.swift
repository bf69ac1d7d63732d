import PhotosBase
import PhotosSearch
import TestPermits
import Testing

/// The last word of a typed search, and the search that its completion makes.
@Suite(.permit) struct SearchCompletionTests {
    @Test(arguments: [
        ("be", "be", "beach", "beach"), ("Lake BE", "be", "beach", "Lake beach"),
        ("2019 -do", "do", "dog", "2019 -dog"), ("\"lake co", "co", "como", "\"lake como"),
        ("(a or b", "b", "beach", "(a or beach"), ("IMG_12", "12", "1234", "IMG_1234"),
        ("caf", "caf", "cafe", "cafe"), ("CAFÉ", "cafe", "cafe", "cafe"),
        ("li", "li", "live", "\"live\""),
        ("-li", "li", "live", "-\"live\""), ("\"my li", "li", "live", "\"my live"),
        ("album:li", "li", "live", "album:live"), ("th", "th", "the", "\"the\""),
        ("東", "東", "東京", "東京"), ("beach 東京", "東京", "東京タ", "beach 東京タ"),
        ("abc東", "東", "東京", "abc東京"), ("20", "20", "2019", "\"2019\""),
        ("summ", "summ", "summer", "\"summer\""), ("dog", "dog", "dogs", "dogs"),
    ])
    func `the last word is completed`(
        typed: String,
        stem: String,
        word: String,
        text: String
    ) throws {
        let completion = try #require(SearchCompletion(typed, today: CivilDay(0)))
        #expect(completion.stem.folded == stem)
        #expect(completion.text(with: word) == text)
    }

    @Test(arguments: ["", " ", "beach ", "beach -", "camera:", "\"", "😀", "beach)", "…"])
    func `a text that ends with no letter has no last word`(typed: String) {
        #expect(SearchCompletion(typed, today: CivilDay(0)) == nil)
    }

    @Test(
        arguments: [
            ("be", nil), ("camera:ni", .camera), ("beach -album:\"lake co", .album),
            ("camera:nikon or", nil), ("camera:nikon ph", nil), ("(2019 or place:jap", .place),
        ] as [(String, SearchPlace?)]
    )
    func `the text that is searched is known`(typed: String, place: SearchPlace?) throws {
        let completion = try #require(SearchCompletion(typed, today: CivilDay(0)))
        #expect(completion.place == place)
        #expect(!completion.namesHidden)
    }

    @Test func `hidden photos are named before the last word`() throws {
        #expect(try #require(SearchCompletion("hidden be", today: CivilDay(0))).namesHidden)
        #expect(try !#require(SearchCompletion("be hidden", today: CivilDay(0))).namesHidden)
    }

    @Test(arguments: [
        ("be", "beach at be beaches", ["beach", "be", "beaches"]), ("x", "beach", []),
        ("東", "東京タワー", ["東京"]), ("東京", "東京タワー 東京", ["東京タ"]), ("京", "東京", []),
        ("京東", "東京 東京", []),
    ])
    func `words of a text complete the stem`(typed: String, text: String, words: [String]) throws {
        let stem = try #require(WordStem.atEnd(of: typed)).stem
        #expect(stem.words(in: SearchTokens.all(in: text)) == Set(words))
    }
}
