import Foundation
import FuzzSupport
import PhotosStore
import PhotosTestSupport

/// A predicate asked of the same records by the evaluator, by conditions, and by SQLite.
enum PredicateQuestion {
    /// Whatever the text is: those that can be read must mean the same everywhere.
    static func ask(text: String) {
        guard let predicate = try? ParsedPredicate(format: text, arguments: Samples.arguments)
        else {
            return
        }
        for subject in PredicateSubject.allCases {
            guard let condition = try? predicate.resolve(for: subject, format: text) else {
                continue
            }
            precondition(condition.depth <= 60)
            guard subject == .asset else { continue }
            let matched = Samples.table.records.map(condition.matches)
            // Dictionaries have no identifiers and no places.
            if condition.fields.isSubset(of: Samples.known) {
                require(
                    Samples.dictionaries.map { predicate.evaluate(with: $0) },
                    matched,
                    "the evaluator",
                    text
                )
            }
            if isDue(Array(text.utf8)) {
                require(selected(condition, text), matched, "SQLite", text)
            }
        }
    }

    /// A predicate that is made and written here: what it says is known.
    static func ask(madeOf bytes: [UInt8]) {
        var writer = PredicateWriter(bytes)
        let reference = writer.predicate()
        let text = writer.format(reference)
        let expected = Samples.references.map(reference.holds)
        let predicate: ParsedPredicate
        let condition: Condition
        do throws(PredicateFault) {
            predicate = try ParsedPredicate(format: text, arguments: writer.arguments)
            condition = try predicate.resolve(for: .asset, format: text)
        } catch {
            Fuzzer.fail("\(text) was refused: \(error)")
        }
        require(
            Samples.dictionaries.map { predicate.evaluate(with: $0) },
            expected,
            "the evaluator",
            text
        )
        require(Samples.table.records.map(condition.matches), expected, "the condition", text)
        if isDue(bytes) { require(selected(condition, text), expected, "SQLite", text) }
    }

    /// Preparing a statement costs more than all the rest, so one input of eight goes that way, always the same.
    private static func isDue(_ bytes: [UInt8]) -> Bool {
        bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 8 % 8 == 0
    }

    private static func selected(_ condition: Condition, _ text: String) -> [Bool] {
        do {
            let rows = Set(try Samples.table.selected(by: condition))
            return Samples.table.records.map { rows.contains($0.rowID) }
        } catch {
            Fuzzer.fail("SQLite refused \(text): \(error)")
        }
    }

    private static func require(
        _ found: [Bool],
        _ expected: [Bool],
        _ who: String,
        _ text: String
    ) {
        guard found != expected else { return }
        Fuzzer.fail("\(who) says \(found), not \(expected): \(text)")
    }
}

/// The records that predicates are asked about, in the three forms in which they are asked.
enum Samples {
    static let references: [[String: ReferenceValue]] = (0..<14).map { number in
        var record: [String: ReferenceValue] = [:]
        let wholes: [Int64] = [0, 1, 2, 3, 8, -3, 9_007_199_254_740_993]
        let reals: [Double] = [0, 0.5, 1.5, 2.5, -3, 1_000_000, 2]
        let texts = ["a", "A", "ab", "bab", "", "AB", "b1"]
        for (index, key) in PredicateWriter.numbers.enumerated() where (number + index) % 5 != 0 {
            let choice = (number * 3 + index * 2) % 7
            record[key] =
                fields[key]?.isReal == true ? .real(reals[choice]) : .whole(wholes[choice])
        }
        if number % 4 != 0 { record[PredicateWriter.text] = .text(texts[number % 7]) }
        return record
    }

    static let dictionaries: [[String: any Sendable]] = references.map { record in
        var dictionary = record.compactMapValues { value -> (any Sendable)? in
            switch value {
            case .missing: nil
            case .whole(let value): value
            case .real(let value): value
            case .text(let value): value
            }
        }
        // Other spellings of these keys.
        dictionary["favorite"] = dictionary["isFavorite"]
        dictionary["mediaSubtype"] = dictionary["mediaSubtypes"]
        return dictionary
    }

    static let table: ConditionTable = {
        let records = references.enumerated().map { number, record in
            var sample = SampleRecord(rowID: Int64(number + 1))
            for (key, value) in record {
                guard let field = fields[key]?.field else { continue }
                switch value {
                case .missing: break
                case .whole(let value): sample.values[field] = .integer(value)
                case .real(let value): sample.values[field] = .real(value)
                case .text(let value): sample.values[field] = .text(value)
                }
            }
            return sample
        }
        do { return try ConditionTable(assets: records) } catch { Fuzzer.fail("\(error)") }
    }()

    /// What a text may name with `%@` and the like.
    static let arguments: [(any Sendable)?] = [
        1, "a", nil, 2.5, [1, 2, 3], Date(timeIntervalSinceReferenceDate: 2), "mediaType",
        ["a", "b"],
    ]

    static let known = Set(fields.values.map(\.field))

    private static let fields: [String: (field: Field, isReal: Bool)] = [
        "mediaType": (.asset(.mediaType), false), "mediaSubtypes": (.asset(.mediaSubtypes), false),
        "pixelWidth": (.asset(.pixelWidth), false), "duration": (.asset(.duration), true),
        "isFavorite": (.asset(.isFavorite), false), "creationDate": (.asset(.creationDate), true),
        PredicateWriter.text: (.asset(.burstIdentifier), false),
    ]
}
