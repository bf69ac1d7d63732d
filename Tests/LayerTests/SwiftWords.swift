/// The words of a Swift source text, without comments and without the texts of literals.
///
/// Code inside of an interpolation counts, since it names types as any other does.
struct SwiftWords {
    /// A name, and what tells a declaration from a use.
    struct Word: Hashable {
        var text: String
        /// Whether the word stands at the start of a line's code, so that a declaration is one of the file's top level.
        var isAtLineStart: Bool
        /// Whether a dot stands before the word: members are not looked up among the types.
        var isMember: Bool
    }

    private(set) var words: [Word] = []
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        readCode(untilParenthesis: false)
    }

    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        var isLineStart = true
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\n"):
                isLineStart = true
                index += 1
            case UInt8(ascii: "/") where starts(with: "//"):
                skip { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where starts(with: "/*"):
                skipBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                readLiteral()
                isLineStart = false
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                index += 1
                if untilParenthesis, depth == 0 { return }
                depth -= 1
            case _ where Self.isLetter(byte):
                readWord(isAtLineStart: isLineStart)
                isLineStart = false
            default:
                // Indented code belongs to what stands around it.
                isLineStart = false
                index += 1
            }
        }
    }

    private mutating func readWord(isAtLineStart: Bool) {
        let start = index
        skip { Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        words.append(
            Word(
                text: String(decoding: bytes[start..<index], as: UTF8.self),
                isAtLineStart: isAtLineStart,
                isMember: start > 0 && bytes[start - 1] == UInt8(ascii: ".")
            )
        )
    }

    /// A text with any number of `#` around it, in one line or several.
    private mutating func readLiteral() {
        let start = index
        skip { $0 == UInt8(ascii: "#") }
        let marks = index - start
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
        let isLong = starts(with: "\"\"\"")
        let end =
            String(repeating: "\"", count: isLong ? 3 : 1) + String(repeating: "#", count: marks)
        let escape = "\\" + String(repeating: "#", count: marks)
        index += isLong ? 3 : 1
        while index < bytes.count {
            if starts(with: escape + "(") {
                index += escape.utf8.count + 1
                readCode(untilParenthesis: true)
            } else if marks == 0, bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if starts(with: end) {
                index += end.utf8.count
                return
            } else if !isLong, bytes[index] == UInt8(ascii: "\n") {
                // A quotation mark of a regular expression started no literal.
                return
            } else {
                index += 1
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                index += 2
            } else if starts(with: "*/") {
                depth -= 1
                index += 2
            } else {
                index += 1
            }
        } while depth > 0 && index < bytes.count
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    private func starts(with text: String) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }
}
