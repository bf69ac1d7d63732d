import Foundation

/// A JSON value.
///
/// Members keep their order, and missing values become null.
indirect enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([(String, JSON)])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }

    init(_ value: String?) { self = value.map(JSON.text) ?? .null }
    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    init(_ value: Int64?) { self = value.map(JSON.integer) ?? .null }
    init(_ value: Double?) { self = value.map { $0.isFinite ? .number($0) : .null } ?? .null }
    init(_ value: Bool) { self = .flag(value) }
    init(_ values: some Sequence<String>) { self = .list(values.map(JSON.text)) }

    /// Makes a text from a date in ISO 8601, in UTC, rounded to milliseconds.
    init(_ date: Date?) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        // The style cuts off what is less than a millisecond.
        self = date.map { .text(($0 + 0.000_5).formatted(style)) } ?? .null
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON on one line.
    var description: String {
        switch self {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .text(let text): Self.quotedText(text)
        case .list(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quotedText($0)):\($1.description)" }.joined(separator: ",")
                + "}"
        }
    }

    private static func quotedText(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += String(format: "\\u%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
