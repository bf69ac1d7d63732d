import Foundation

/// What a predicate means, told as plainly as can be: the parser, the evaluator and SQLite are held against it.
///
/// Of two values one of which is missing nothing is true but that they differ; two missing ones are equal and nothing
/// else. What is not true is false, and its negation true. Only ASCII, so that a text is its bytes.
indirect enum ReferencePredicate {
    case constant(Bool)
    case compare(ReferenceOperand, Sign, ReferenceOperand)
    case between(ReferenceOperand, ReferenceOperand, ReferenceOperand)
    case isOneOf(ReferenceOperand, [ReferenceOperand])
    case text(TextSign, key: String, String, ignoresCase: Bool)
    case all([ReferencePredicate])
    case any([ReferencePredicate])
    case not(ReferencePredicate)

    enum Sign: Int, CaseIterable { case equal, different, less, atMost, greater, atLeast }

    enum TextSign: String, CaseIterable {
        case contains = "CONTAINS"
        case begins = "BEGINSWITH"
        case ends = "ENDSWITH"
        case fits = "LIKE"
        case equals = "=="
    }
}

enum ReferenceOperand {
    case key(String)
    case value(ReferenceValue)
    case bits(String, Int64)
}

/// A value of a record; reals are few and small, so that nothing is lost when a whole number becomes one.
enum ReferenceValue {
    case missing
    case whole(Int64)
    case real(Double)
    case text(String)
}

extension ReferencePredicate {
    func holds(_ record: [String: ReferenceValue]) -> Bool {
        switch self {
        case .constant(let answer): return answer
        case .compare(let left, let sign, let right):
            return sign.holds(left.value(record), right.value(record))
        case .between(let operand, let low, let high):
            let value = operand.value(record)
            return Sign.atLeast.holds(value, low.value(record))
                && Sign.atMost.holds(value, high.value(record))
        case .isOneOf(let operand, let members):
            let value = operand.value(record)
            if case .missing = value { return false }
            return members.contains { Sign.equal.holds(value, $0.value(record)) }
        case .text(let sign, let key, let other, let ignoresCase):
            guard case .text(let text)? = record[key] else { return false }
            return sign.holds(bytes(text, ignoresCase), bytes(other, ignoresCase))
        case .all(let parts): return parts.allSatisfy { $0.holds(record) }
        case .any(let parts): return parts.contains { $0.holds(record) }
        case .not(let part): return !part.holds(record)
        }
    }

    private func bytes(_ text: String, _ ignoresCase: Bool) -> [UInt8] {
        text.utf8.map { ignoresCase && (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}

extension ReferencePredicate.Sign {
    /// Whether the reference is to be wrong, so that a mismatch must be found.
    private static let hasFault = ProcessInfo.processInfo.environment["PHOTOKIT_FUZZ_FAULT"] != nil

    func holds(_ left: ReferenceValue, _ right: ReferenceValue) -> Bool {
        switch (left, right) {
        case (.missing, .missing): return self == .equal
        case (.whole(let left), .whole(let right)): return agrees(left, right)
        case (.real(let left), .real(let right)): return agrees(left, right)
        case (.whole(let left), .real(let right)): return agrees(Double(left), right)
        case (.real(let left), .whole(let right)): return agrees(left, Double(right))
        case (.text(let left), .text(let right)):
            return agrees(String(decoding: left.utf8, as: UTF8.self), right)
        default: return self == .different
        }
    }

    private func agrees<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .different: left != right
        case .less: left < right
        case .atMost: Self.hasFault ? left < right : left <= right
        case .greater: left > right
        case .atLeast: left >= right
        }
    }
}

extension ReferencePredicate.TextSign {
    func holds(_ text: [UInt8], _ other: [UInt8]) -> Bool {
        switch self {
        case .contains: (0...text.count).contains { text[$0...].starts(with: other) }
        case .begins: text.starts(with: other)
        case .ends: text.reversed().starts(with: other.reversed())
        case .fits: fits(text[...], other[...])
        case .equals: text == other
        }
    }

    private func fits(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        switch pattern.first {
        case nil: text.isEmpty
        case UInt8(ascii: "*"):
            fits(text, pattern.dropFirst()) || !text.isEmpty && fits(text.dropFirst(), pattern)
        case UInt8(ascii: "?"): !text.isEmpty && fits(text.dropFirst(), pattern.dropFirst())
        case let first: text.first == first && fits(text.dropFirst(), pattern.dropFirst())
        }
    }
}

extension ReferenceOperand {
    func value(_ record: [String: ReferenceValue]) -> ReferenceValue {
        switch self {
        case .key(let key): return record[key] ?? .missing
        case .value(let value): return value
        case .bits(let key, let mask):
            switch record[key] ?? .missing {
            case .whole(let value): return .whole(value & mask)
            case .real(let value): return .whole(Int64(value.rounded(.towardZero)) & mask)
            case .missing, .text: return .missing
            }
        }
    }
}
