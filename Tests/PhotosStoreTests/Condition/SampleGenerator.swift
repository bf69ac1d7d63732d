import Foundation
import PhotosStore
import PhotosTestSupport

/// Random records and conditions, drawn from few values so that they often meet.
struct SampleGenerator {
    var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private static let integerPool: [Int64] = [
        0, 1, 2, 3, 4, 8, 5, -1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .max - 1, .min,
        .min + 1,
    ]
    private static let realPool: [Double] = [
        0, -0.0, 1, 1.5, 2, -1, 0.1, 3, 0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, 0x1.fffffffffffffp62,
        1e300,
        -1e300, .leastNonzeroMagnitude, 700_000_000.123_456, .infinity, -.infinity,
    ]
    private static let textPool: [String] = [
        "", "a", "A", "abc", "ABC", "Abba", "b", "é", "e\u{301}", "E", "É", "straße", "STRASSE",
        "ﬁn", "👨‍👩‍👧",
        "👨", "a\r\nb", "\n", "1", "1.0", "0", "*", "?", "%", "_", "a*c", "İ", "日本", "~\u{FFFF}",
        "\u{1F600}",
        "'; DROP TABLE asset; --",
    ]
    private static let patternPool: [String] = [
        "a*", "*b*", "?", "??", "*", "\\*", "a\\", "a?c", "*é", "A*C",
    ]
    private static let expressionPool: [String] = [
        "a.*", "[a-c]+", ".", "a|abc", "(", "\\w+", "(?x)a #b", "É", "\\p{Lu}+", "\\Qa",
    ]
    static let uuidPool: [UUID] = (1...6).map { number in
        UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, number))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func value(like field: Field) -> FieldValue {
        switch field.declaredType {
        case "TEXT": .text(pick(Self.textPool))
        case "REAL": .real(pick(Self.realPool))
        case "BLOB": .blob(pick(Self.uuidPool).bytes)
        default: .integer(pick(Self.integerPool))
        }
    }

    mutating func record(_ rowID: Int64, _ fields: [Field]) -> SampleRecord {
        var record = SampleRecord(rowID: rowID)
        record.values[.memberCount] = .integer(3)
        for field in fields where !chance(20) {
            record.values[field] =
                field == .collection(.kind) ? .integer(pick([0, 1, 2])) : value(like: field)
        }
        return record
    }

    mutating func constant() -> FieldValue {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .null
        case 1...3: .integer(pick(Self.integerPool))
        case 4...6: .real(pick(Self.realPool + [.nan]))
        case 7...9:
            .text(pick(Self.textPool + Self.patternPool + Self.expressionPool + ["a\u{0}b"]))
        case 10: .text(identifier())
        default: .blob(pick(Self.uuidPool).bytes)
        }
    }

    mutating func identifier() -> String {
        let kind = pick(ObjectKind.allCases)
        let identifier = LocalIdentifier(uuid: pick(Self.uuidPool), kind: kind).description
        return chance(15) ? identifier.lowercased() : identifier
    }

    mutating func condition(
        _ fields: [Field],
        _ record: Condition.IdentifiedRecord,
        depth: Int
    ) -> Condition {
        if depth > 0, chance(60) {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                condition(fields, record, depth: depth - 1)
            }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(condition(fields, record, depth: depth - 1))
            }
        }
        if chance(3) { return .constant(chance(50)) }
        let field = pick(fields)
        let left: Condition.Expression =
            switch Int.random(in: 0..<20, using: &random) {
            case 0, 1: .localIdentifier(record)
            case 2, 3:
                .bitAnd(
                    .field(field),
                    .value(chance(80) ? .integer(pick(Self.integerPool)) : constant())
                )
            case 4: .value(constant())
            case 5: .field(pick([.rowID, .memberCount]))
            default: .field(field)
            }
        if chance(20) {
            let count = chance(5) ? 700 : Int.random(in: 0...5, using: &random)
            let values = (0..<count).map { number in
                number > 40 ? padding(number) : member(of: left, field)
            }
            return .membership(left, ValueSet(values, options: options()))
        }
        let right: Condition.Expression =
            chance(12) ? .field(pick(fields)) : .value(member(of: left, field))
        let sides = chance(10) ? (right, left) : (left, right)
        return .comparison(sides.0, pick(Condition.Operator.allCases), sides.1, options())
    }

    private mutating func padding(_ number: Int) -> FieldValue {
        switch number % 4 {
        case 0: .integer(Int64(number))
        case 1: .real(Double(number) + 0.1)
        case 2: .text("\u{0}\"\\\(number)")
        default: .blob([UInt8(truncatingIfNeeded: number)])
        }
    }

    private mutating func member(of left: Condition.Expression, _ field: Field) -> FieldValue {
        if case .localIdentifier = left, chance(80) { return .text(identifier()) }
        if chance(25) { return constant() }
        let value = value(like: field)
        if case .text = value, chance(40) {
            return .text(pick(Self.patternPool + Self.expressionPool))
        }
        return value
    }

    private mutating func options() -> Condition.TextOptions {
        chance(70) ? [] : Condition.TextOptions(rawValue: Int64.random(in: 1...3, using: &random))
    }
}
