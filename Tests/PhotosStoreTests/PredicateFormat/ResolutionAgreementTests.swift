import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A format string means the same on plain objects as on records.
@Suite(.permit) struct ResolutionAgreementTests {
    private static let numbers = [
        "mediaType", "mediaSubtypes", "pixelWidth", "duration", "isFavorite", "creationDate",
    ]
    private static let fields: [String: Field] = [
        "mediaType": .asset(.mediaType), "mediaSubtypes": .asset(.mediaSubtypes),
        "pixelWidth": .asset(.pixelWidth),
        "duration": .asset(.duration), "isFavorite": .asset(.isFavorite),
        "creationDate": .asset(.creationDate),
        "burstIdentifier": .asset(.burstIdentifier),
    ]

    private func format(_ random: inout SampleGenerator, depth: Int) -> String {
        if depth > 0, random.chance(60) {
            let left = format(&random, depth: depth - 1)
            let right = format(&random, depth: depth - 1)
            return random.pick([
                "(\(left)) AND (\(right))", "\(left) || \(right)", "NOT (\(left))",
                "!\(left) && \(right)",
                "(\(left) or \(right))",
            ])
        }
        let key = random.pick(Self.numbers)
        let number = random.pick([
            "0", "1", "2.5", "-3", "9007199254740993", "nil", "'1'", "YES", key,
        ])
        let sign = random.pick(["==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"])
        let text = random.pick(["'a'", "'A*'", "''", "'?b'", "nil", "3"])
        let word = random.pick([
            "==", "!=", "<", "CONTAINS", "BEGINSWITH[c]", "ENDSWITH", "LIKE[cd]", "==[c]",
            "MATCHES",
        ])
        return random.pick([
            "\(key) \(sign) \(number)", "\(number) \(sign) \(key)", "\(key) & 3 \(sign) \(number)",
            "(\(key) & 2) != 0", "\(key) IN {1, 2.5, \(number)}", "\(key) BETWEEN {0, \(number)}",
            "burstIdentifier \(word) \(text)", "burstIdentifier IN {'a', \(text)}",
            "'a' IN burstIdentifier",
        ])
    }

    @Test(arguments: UInt64(1)...4)
    func `dictionaries and records agree on random format strings`(seed: UInt64) throws {
        var random = SampleGenerator(seed: seed)
        let objects = (Int64(1)...30).map { number in
            var record = SampleRecord(rowID: number)
            var dictionary: [String: Any] = [:]
            for (key, field) in Self.fields.sorted(by: { $0.key < $1.key }) where !random.chance(25)
            {
                if key == "burstIdentifier" {
                    let text = random.pick(["a", "A", "ab", "bab", "", "Á"])
                    record.values[field] = .text(text)
                    dictionary[key] = text
                } else if key == "duration" || key == "creationDate" {
                    let real = random.pick([0, 1, 2.5, -3, 0x1p53, 1e300])
                    record.values[field] = .real(real)
                    dictionary[key] =
                        key == "creationDate" ? Date(timeIntervalSinceReferenceDate: real) : real
                } else {
                    let whole = random.pick([0, 1, 2, 3, -3, 9_007_199_254_740_993])
                    record.values[field] = FieldValue(whole)
                    dictionary[key] = random.chance(50) ? whole : NSNumber(value: whole)
                }
            }
            return (record: record, dictionary: dictionary)
        }
        for _ in 0..<500 {
            let format = format(&random, depth: 3)
            let predicate = try ParsedPredicate(format: format)
            let condition: Condition
            do throws(PredicateFault) {
                condition = try predicate.resolve(for: .asset, format: format)
            } catch {
                // The only one of these patterns that is no regular expression.
                #expect(
                    error.code == .invalidPattern && format.contains("MATCHES '?b'"),
                    "seed \(seed): \(error)"
                )
                continue
            }
            let onRecords = objects.map { condition.matches($0.record) }
            let onDictionaries = objects.map { predicate.evaluate(with: $0.dictionary) }
            #expect(onRecords == onDictionaries, "seed \(seed): \(format)")
        }
    }
}
