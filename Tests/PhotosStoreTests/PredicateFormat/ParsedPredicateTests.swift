import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The grammar of format strings.
@Suite(.permit) struct ParsedPredicateTests {
    private func parsed(_ format: String, _ arguments: Any?...) throws -> ParsedPredicate {
        try ParsedPredicate(format: format, arguments: arguments)
    }

    private func fault(_ format: String, _ arguments: Any?...) -> PredicateFault? {
        do {
            _ = try ParsedPredicate(format: format, arguments: arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        // AND binds tighter than OR, NOT tighter than both, & tighter than comparisons.
        ("t == 1 || f == 1 && f == 1", true), ("(t == 1 || f == 1) && f == 1", false),
        ("f == 1 && f == 1 || t == 1", true), ("NOT f == 1 && f == 1", false),
        ("NOT (f == 1 && f == 1)", true), ("!f == 1 || t == 1", true),
        ("NOT t == 1 OR t == 1", true),
        ("NOT NOT t == 1", true), ("! ! t == 1", true), ("!(!(t == 1))", true),
        ("n & 4 != 0", true),
        ("n & 2 != 0", false), ("n & 4 & 1 == 0", true), ("NOT (n & 4) != 0", false),
        ("4 = n & 6", true),
        ("NOT n & 2 == 2 and t == 1", true), ("((((n)) & (4))) = ((4))", true),
        ("t==1AND f==0", true), ("t == 1 and not f == 1 or f == 1", true),
        // Spellings of one thing.
        ("n => 5", true), ("n >= 5", true), ("n =< 5", true), ("n <> 5", false), ("n = 5.0", true),
        ("n == 0x5", true), ("n == 0b101", true), ("n == 0o5", true), ("n == 5e0", true),
        ("n > -5", true),
        ("n == 50E-1", true), ("n > .5", true), ("n In {1, 5}", true), ("n bEtWeEn {1, 5}", true),
        ("n IN {}", false), ("SELF.n == self.n", true), ("#n == 5", true), ("TRUEPREDICATE", true),
        ("falsepredicate OR truepredicate", true), ("t == YES AND f == no", true),
        ("missing == NULL && missing == nil", true), ("missing != 5", true), ("missing < 5", false),
        ("NOT missing < 5", true), ("missing == missing", true), ("missing IN {nil}", false),
        ("missing BETWEEN {1, 2}", false), ("n == s", false), ("n != s", true), ("n < s", false),
        // Texts.
        ("s == 'it\\'s \"5\"'", true), ("s == \"it's \\\"5\\\"\"", true),
        ("s CONTAINS '%d'", false),
        ("s LIKE 'it?s*'", true), ("s MATCHES 'it.*5.'", true), ("s MATCHES 'it'", false),
        ("s BEGINSWITH[c] 'IT'", true), ("s BEGINSWITH 'IT'", false), ("s ENDSWITH '5\"'", true),
        ("s ==[cd] 'ÏT\\'S \"5\"'", true), ("'s' IN s", true), ("s CONTAINS ''", true),
        ("'\\u00e9\\x41\\t' == 'éA\t'", true), ("'100%%' == '100%%'", true),
    ])
    func `format strings mean what they say`(format: String, expected: Bool) throws {
        let object: [String: Any] = ["t": 1, "f": 0, "n": 5, "s": "it's \"5\""]
        #expect(try parsed(format).evaluate(with: object) == expected)
    }

    @Test
    func `arguments take their places whatever their type`() throws {
        struct Bits: OptionSet { let rawValue: UInt16 }
        enum Word: String { case hello }
        let five: [(String, Any?)] = [
            ("%d", 5), ("%i", Int8(5)), ("%u", UInt32(5)), ("%ld", 5 as Int64), ("%lu", UInt(5)),
            ("%lld", 5),
            ("%llu", UInt64(5)), ("%hhd", Int8(5)), ("%zd", 5), ("%x", 5), ("%f", 5.0),
            ("%lf", Float(5)),
            ("%.2f", 5.0), ("%g", NSNumber(value: 5)), ("%@", 5), ("%@", NSNumber(value: 5.0)),
            ("%@", Bits(rawValue: 5)), ("%d", Bits(rawValue: 5)), ("%@", Decimal(5)),
            ("%@", Optional(5)),
            ("%@", Optional<Int?>.some(5) as Any),
        ]
        let expected = try parsed("n == 5")
        for (specifier, argument) in five {
            let predicate = try ParsedPredicate(format: "n == \(specifier)", arguments: [argument])
            #expect(predicate.evaluate(with: ["n": 5]), "\(specifier)")
            #expect(!predicate.evaluate(with: ["n": 4]), "\(specifier)")
        }
        #expect(try parsed("%K == %d", "n", 5) == expected)
        #expect(try parsed("n == %d", 5, "surplus", nil) == expected)
        #expect(try parsed("n == %@", nil) == parsed("n == nil"))
        #expect(try parsed("n == %@", NSNull()) == parsed("n == nil"))
        #expect(try parsed("n == %@", Word.hello) == parsed("n == 'hello'"))
        #expect(try parsed("n == %@", "hello there".prefix(5)) == parsed("n == 'hello'"))
        #expect(try parsed("n IN %@", [1, 2] as NSArray) == parsed("n IN {1, 2}"))
        #expect(try parsed("n IN %@", [1, 2][...]) == parsed("n IN {1, 2}"))
        #expect(try parsed("n IN %@", ["a": 1].keys) == parsed("n IN {'a'}"))
        #expect(try parsed("n IN %@", Set([7])) == parsed("n IN {7}"))
        #expect(
            try parsed("n > %@", Date(timeIntervalSinceReferenceDate: 1.5)) == parsed("n > 1.5")
        )
        #expect(try parsed("'%@' == %@", "%@").evaluate(with: nil))
    }

    @Test
    func `mistakes are named together with the format`() throws {
        let cases: [(format: String, code: PredicateFault.Code, says: String)] = [
            ("", .syntax, "a key or a value"), ("n", .syntax, "a comparison"),
            ("n ==", .syntax, "ends too early"),
            ("n == 1 n", .syntax, "\"n\""), ("(n == 1", .syntax, "\")\""),
            ("n == 'x", .syntax, "does not end"),
            ("n == 1 AND", .syntax, "a key or a value"), ("n BETWEEN {1", .syntax, "\"}\""),
            ("n == %", .syntax, "%"), ("n == %q", .syntax, "%q"), ("n == é§", .syntax, "§"),
            ("n == 0x", .syntax, "64 bits"), ("n == %d", .missingArgument, "none is left"),
            ("ANY n == 1", .unsupported, "ANY"),
            ("SUBQUERY(n, $x, $x == 1).@count == 0", .unsupported, "SUBQUERY"),
            ("lowercase(n) == 'a'", .unsupported, "lowercase()"),
            ("n + 1 == 2", .unsupported, "operator +"),
            ("n == $x", .unsupported, "variable"),
            ("n.@count == 1", .unsupported, "collection operator"),
            ("n ==[l] 'a'", .unsupported, "[l]"),
            (String(repeating: "(", count: 5000), .tooDeep, "levels"),
            (String(repeating: "!", count: 5000) + "n == 1", .tooDeep, "levels"),
            ("n" + String(repeating: " & m", count: 20_000) + " == 1", .tooDeep, "levels"),
        ]
        for (format, code, says) in cases {
            let found = try #require(fault(format), "\(format)")
            #expect(found.code == code, "\(format): \(found)")
            #expect(found.message.contains(says), "\(format): \(found)")
            #expect(found.message.contains("\"\(format)\""))
        }
        #expect(fault("n == %d", "text")?.code == .unusableArgument)
        #expect(fault("n == %d", nil)?.code == .unusableArgument)
        #expect(fault("%K == 1", 5)?.code == .unusableArgument)
        #expect(fault("n == %@", NSObject())?.message.contains("NSObject") == true)
        #expect(fault("n IN %@", [NSObject()])?.code == .unusableArgument)
    }

    @Test
    func `mistakes that only a kind of object shows are named`() throws {
        func fault(_ format: String) throws -> PredicateFault? {
            let predicate = try ParsedPredicate(format: format)
            do throws(PredicateFault) {
                _ = try predicate.resolve(for: .asset, format: format)
                return nil
            } catch {
                return error
            }
        }
        #expect(try fault("filename == 'a'")?.code == .unknownKey)
        #expect(try fault("burstIdentifier MATCHES '('")?.code == .invalidPattern)
        #expect(try fault("location == 5")?.code == .unsupported)
        #expect(try fault("location > nil")?.code == .unsupported)
        #expect(try fault("duration BETWEEN {1}")?.code == .syntax)
        #expect(try fault("duration == {1}")?.code == .syntax)
        #expect(try fault("location != nil") == nil)
    }

    @Test(arguments: UInt64(1)...4)
    func `mangled format strings are refused and never trap`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let formats = [
            "mediaType == %d && (duration > %f && duration < %f)",
            "NOT (((mediaSubtype & %d) != 0) || (a & 1 != 0))",
            "pixelHeight BETWEEN {600, 6000} AND pixelWidth BETWEEN {800, 6000}", "%K like[cd] %@",
            "title MATCHES '\\u00e9(a|b)*\\x41' OR SELF IN %@", "a.b.c >= -1.5e-3 or #x <> 0xFFFF",
        ].map(Array.init)
        let alphabet = Array("()[]{}<>=!&|%@Kdlf'\"\\$#.,-0x19eE \u{0}é~*+/aANDnot")
        var read = 0
        for _ in 0..<3000 {
            var format = formats[Int.random(in: 0..<formats.count, using: &random)]
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let offset = Int.random(in: 0...format.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where offset < format.count: format.remove(at: offset)
                case 1 where offset < format.count: format.insert(format[offset], at: 0)
                default:
                    format.insert(
                        alphabet[Int.random(in: 0..<alphabet.count, using: &random)],
                        at: offset
                    )
                }
            }
            let arguments: [Any?] = [1, 2.5, "title", [1, 2], nil]
            if let predicate = try? ParsedPredicate(format: String(format), arguments: arguments) {
                read += 1
                _ = predicate.evaluate(with: ["title": "x", "mediaType": 1])
                _ = try? predicate.resolve(for: .asset, format: "")
            }
        }
        #expect(read > 100, "Too few of the strings are still predicates.")
    }
}
