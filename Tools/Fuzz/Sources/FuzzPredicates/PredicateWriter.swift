import Foundation

/// Makes a predicate out of bytes, and writes it down in one of the many ways in which it may be written.
struct PredicateWriter {
    private let bytes: [UInt8]
    private var index = 0
    /// What the format names with `%@`, `%d` and `%K`.
    private(set) var arguments: [Any?] = []

    static let numbers = [
        "mediaType", "mediaSubtypes", "pixelWidth", "duration", "isFavorite", "creationDate",
    ]
    static let text = "burstIdentifier"
    private static let texts = ["", "a", "A", "ab", "bab", "B", "a*", "b?", "1"]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Bytes that are missing choose the first of what there is.
    private mutating func number(below limit: Int) -> Int {
        guard index < bytes.count else { return 0 }
        defer { index += 1 }
        return Int(bytes[index]) % limit
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[number(below: values.count)]
    }

    // MARK: Making

    mutating func predicate(depth: Int = 4) -> ReferencePredicate {
        switch number(below: depth > 0 ? 12 : 8) {
        case 0, 1, 2:
            let sides = (operand(), operand())
            return .compare(sides.0, pick(ReferencePredicate.Sign.allCases), sides.1)
        case 3: return .between(operand(), operand(), operand())
        case 4: return .isOneOf(operand(), (0..<number(below: 5)).map { _ in operand() })
        case 5, 6:
            return .text(
                pick(ReferencePredicate.TextSign.allCases),
                key: Self.text,
                pick(Self.texts),
                ignoresCase: number(below: 2) == 1
            )
        case 7: return .constant(number(below: 2) == 0)
        case 8, 9: return .all(parts(depth))
        case 10: return .any(parts(depth))
        default: return .not(predicate(depth: depth - 1))
        }
    }

    private mutating func parts(_ depth: Int) -> [ReferencePredicate] {
        (0...(1 + number(below: 3))).map { _ in predicate(depth: depth - 1) }
    }

    private mutating func operand() -> ReferenceOperand {
        switch number(below: 8) {
        case 0, 1, 2: .key(pick(Self.numbers))
        case 3: .key(Self.text)
        case 4: .bits(pick(Self.numbers), pick([0, 1, 2, 3, 8, -1]))
        default: .value(value())
        }
    }

    private mutating func value() -> ReferenceValue {
        switch number(below: 6) {
        case 0: .missing
        case 1: .text(pick(Self.texts))
        case 2: .real(pick([0, 0.5, 1.5, 2.5, -3, 1_000_000]))
        default: .whole(pick([0, 1, 2, 3, 8, -3, 9_007_199_254_740_993, .max, .min]))
        }
    }

    // MARK: Writing

    /// How tightly a text holds together: what stands beside an OR, an AND, or behind a NOT.
    private enum Surroundings: Int { case alone, besideAnd, behindNot }

    mutating func format(_ predicate: ReferencePredicate) -> String {
        format(predicate, .alone)
    }

    private mutating func format(
        _ predicate: ReferencePredicate,
        _ surroundings: Surroundings
    ) -> String {
        let text: String
        var needsBrackets = false
        switch predicate {
        case .constant(let answer):
            text = answer ? "TRUEPREDICATE" : pick(["FALSEPREDICATE", "falsepredicate"])
        case .compare(let left, let sign, let right):
            text = "\(format(left)) \(format(sign)) \(format(right))"
        case .between(let value, let low, let high):
            text =
                "\(format(value)) \(pick(["BETWEEN", "between"])) {\(format(low)), \(format(high))}"
        case .isOneOf(let value, let members):
            // In the order in which the arguments are taken.
            let left = format(value)
            let list = members.map { format($0) }.joined(separator: pick([",", " , "]))
            text = "\(left) \(pick(["IN", "in"])) {\(list)}"
        case .text(let sign, let key, let other, let ignoresCase):
            text =
                "\(format(.key(key))) \(sign.rawValue)\(ignoresCase ? pick(["[c]", "[C]"]) : "") \(format(.value(.text(other))))"
        case .all(let parts):
            needsBrackets = surroundings == .behindNot
            let word = pick([" AND ", "&&", " and ", " && "])
            text = parts.map { format($0, .besideAnd) }.joined(separator: word)
        case .any(let parts):
            needsBrackets = surroundings != .alone
            let word = pick([" OR ", "||", " or "])
            text = parts.map { format($0, .alone) }.joined(separator: word)
        case .not(let part):
            text = pick(["NOT ", "!", "not "]) + format(part, .behindNot)
        }
        return needsBrackets || number(below: 5) == 4 ? "(\(text))" : text
    }

    private mutating func format(_ sign: ReferencePredicate.Sign) -> String {
        switch sign {
        case .equal: pick(["==", "="])
        case .different: pick(["!=", "<>"])
        case .less: "<"
        case .atMost: pick(["<=", "=<"])
        case .greater: ">"
        case .atLeast: pick([">=", "=>"])
        }
    }

    private mutating func format(_ operand: ReferenceOperand) -> String {
        let text: String
        switch operand {
        case .key(let key): text = format(key: key)
        case .value(let value): text = format(value)
        case .bits(let key, let mask):
            text = "\(format(key: key)) \(pick(["&", " & "])) \(format(.whole(mask)))"
        }
        return number(below: 6) == 5 ? "(\(text))" : text
    }

    private mutating func format(key: String) -> String {
        switch number(below: 6) {
        case 4:
            arguments.append(key)
            return "%K"
        case 5: return "SELF.\(key)"
        default: return key
        }
    }

    private mutating func format(_ value: ReferenceValue) -> String {
        let isArgument = number(below: 4) == 3
        switch value {
        case .missing:
            if isArgument { return argument(nil) }
            return pick(["nil", "NULL", "null"])
        case .whole(let value):
            if isArgument { return argument(value) }
            if value == 0 || value == 1, number(below: 4) == 3 {
                return value == 1 ? "YES" : "false"
            }
            return value == .min ? argument(value) : "\(value)"
        case .real(let value): return isArgument ? argument(value) : "\(value)"
        case .text(let text):
            return isArgument ? argument(text) : pick(["'\(text)'", "\"\(text)\""])
        }
    }

    private mutating func argument(_ value: Any?) -> String {
        arguments.append(value)
        return "%@"
    }
}
