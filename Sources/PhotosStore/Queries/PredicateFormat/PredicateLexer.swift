/// Splits a format string into tokens and inserts the arguments.
struct PredicateLexer {
    private let characters: [Character]
    private let arguments: [Any?]
    private var index = 0
    private var usedArguments = 0

    static func tokens(
        of format: String,
        arguments: [Any?]
    ) throws(PredicateFault) -> [PredicateToken] {
        var lexer = PredicateLexer(format: format, arguments: arguments)
        var tokens: [PredicateToken] = []
        while let token = try lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(format: String, arguments: [Any?]) {
        // The lexer reads code points, because an accent at the start of a text would form one character with the quote
        // before it.
        characters = format.unicodeScalars.map(Character.init)
        self.arguments = arguments
    }

    private var current: Character? { index < characters.count ? characters[index] : nil }

    private func peek(_ offset: Int = 1) -> Character? {
        index + offset < characters.count ? characters[index + offset] : nil
    }

    private mutating func next() throws(PredicateFault) -> PredicateToken? {
        while let character = current, character.isWhitespace { index += 1 }
        guard let character = current else { return nil }
        switch character {
        case "'", "\"":
            return try quotedText(character)
        case "%":
            return try argument()
        case "#":
            index += 1
            guard let next = current, next.isNameStart else {
                throw PredicateFault(.syntax, "A \"#\" must stand before a key.")
            }
            return .key(word())
        case "$":
            throw .unsupported("A variable (\"$\")")
        case "@":
            throw .unsupported("A collection operator (\"@\")")
        case "." where peek() == "@":
            throw .unsupported("A collection operator (\"@\")")
        case _ where character.isNameStart:
            return .word(word())
        case _ where character.isDigit || character == "." && (peek()?.isDigit ?? false):
            return .value(.scalar(try number()))
        default:
            return try sign()
        }
    }

    private mutating func word() -> String {
        let start = index
        while let character = current,
            character.isNameStart || character.isDigit
                || character == "." && (peek()?.isNameStart ?? false)
        {
            index += 1
        }
        return String(characters[start..<index])
    }

    private static let signs: [String] = [
        "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "**", "<<", ">>", ":=", "=", "<", ">",
        "!", "&",
        "|", "^", "~", "+", "-", "*", "/", "(", ")", "{", "}", "[", "]", ",", ":",
    ]

    private mutating func sign() throws(PredicateFault) -> PredicateToken {
        for sign in Self.signs {
            let end = index + sign.count
            if end <= characters.count, characters[index..<end].elementsEqual(sign) {
                index = end
                return .sign(sign)
            }
        }
        throw PredicateFault(.syntax, "The character \"\(characters[index])\" has no meaning here.")
    }
}

// MARK: Literals

extension PredicateLexer {
    /// Reads a quoted text.
    ///
    /// Format specifiers have no meaning within quotes, but `%%` still means one percent sign.
    private mutating func quotedText(_ quote: Character) throws(PredicateFault) -> PredicateToken {
        index += 1
        var text = ""
        while let character = current {
            index += 1
            if character == quote { return .value(.scalar(.text(text))) }
            if character == "%", current == "%" {
                index += 1
                text.append("%")
            } else if character == "\\" {
                text.append(try escapedCharacter())
            } else {
                text.append(character)
            }
        }
        throw PredicateFault(.syntax, "The text that starts with \(quote) does not end.")
    }

    private mutating func escapedCharacter() throws(PredicateFault) -> Character {
        guard let character = current else {
            throw PredicateFault(.syntax, "A backslash is the last character.")
        }
        index += 1
        switch character {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "x": return try codePoint(digits: 2)
        case "u": return try codePoint(digits: 4)
        default: return character
        }
    }

    private mutating func codePoint(digits: Int) throws(PredicateFault) -> Character {
        let text = String(characters[index..<min(index + digits, characters.count)])
        guard text.count == digits, text.allSatisfy(\.isHexDigit),
            let number = UInt32(text, radix: 16),
            let scalar = Unicode.Scalar(number)
        else {
            throw PredicateFault(
                .syntax,
                "An escaped character needs \(digits) hexadecimal digits."
            )
        }
        index += digits
        return Character(scalar)
    }

    private mutating func number() throws(PredicateFault) -> FieldValue {
        if current == "0", let letter = peek(), let radix = Self.radixes[letter] {
            index += 2
            let digits = readText { $0.isASCII && ($0.isHexDigit) }
            guard let number = Int64(digits, radix: radix) else {
                throw PredicateFault(.syntax, "\"0\(letter)\(digits)\" is not a number of 64 bits.")
            }
            return .integer(number)
        }
        var text = readText(while: \.isDigit)
        var isWhole = true
        if current == ".", peek()?.isDigit ?? true {
            isWhole = false
            index += 1
            text += "." + readText(while: \.isDigit) + "0"
        }
        if current == "e" || current == "E" {
            let signed = peek() == "-" || peek() == "+"
            if peek(signed ? 2 : 1)?.isDigit ?? false {
                isWhole = false
                text += "e"
                index += 1
                if signed {
                    text.append(characters[index])
                    index += 1
                }
                text += readText(while: \.isDigit)
            }
        }
        if text.hasPrefix(".") { text = "0" + text }
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        guard let real = Double(text), current.map({ !$0.isNameStart }) ?? true else {
            throw PredicateFault(.syntax, "\"\(text)\" is not a number.")
        }
        return .real(real)
    }

    private static let radixes: [Character: Int] = ["x": 16, "X": 16, "o": 8, "b": 2]

    private mutating func readText(while accepts: (Character) -> Bool) -> String {
        let start = index
        while let character = current, accepts(character) { index += 1 }
        return String(characters[start..<index])
    }
}

// MARK: Arguments

extension PredicateLexer {
    private mutating func argument() throws(PredicateFault) -> PredicateToken {
        let start = index
        index += 1
        _ = readText { "0123456789.+- ".contains($0) && $0 != " " }
        _ = readText { "hlqzjt".contains($0) }
        guard let conversion = current else {
            throw PredicateFault(.syntax, "A \"%\" is the last character.")
        }
        index += 1
        let specifier = String(characters[start..<index])
        switch conversion {
        case "@":
            return .value(try usable(nextArgument(specifier)))
        case "K":
            guard case .scalar(.text(let key)) = PredicateValue(try nextArgument(specifier)),
                !key.isEmpty
            else {
                throw PredicateFault(
                    .unusableArgument,
                    "The argument of \"%K\" must be the name of a key."
                )
            }
            return .key(key)
        case "s":
            return .value(try usable(nextArgument(specifier)))
        case "d", "D", "i", "u", "U", "x", "X", "o", "O", "f", "F", "g", "G", "e", "E", "a", "A",
            "c", "C":
            let value = PredicateValue(try nextArgument(specifier))
            switch value {
            case .scalar(.integer), .scalar(.real):
                return .value(value)
            default:
                throw PredicateFault(
                    .unusableArgument,
                    "The argument of \"\(specifier)\" must be a number; use \"%@\" for other values."
                )
            }
        default:
            throw PredicateFault(
                .syntax,
                "\"\(specifier)\" is not a format specifier; use %@, %K, %d, %ld, %lu or %f."
            )
        }
    }

    private func usable(_ argument: Any?) throws(PredicateFault) -> PredicateValue {
        let value = PredicateValue(argument)
        if let type = value.opaqueType {
            throw PredicateFault(
                .unusableArgument,
                "An argument of type \(type) cannot be compared; use numbers, texts, dates, objects of the "
                    + "library, or arrays of those."
            )
        }
        return value
    }

    private mutating func nextArgument(_ specifier: String) throws(PredicateFault) -> Any? {
        guard usedArguments < arguments.count else {
            throw PredicateFault(
                .missingArgument,
                "The format names more arguments than the \(arguments.count) given: none is left for "
                    + "\"\(specifier)\"."
            )
        }
        defer { usedArguments += 1 }
        return arguments[usedArguments]
    }
}

extension PredicateValue {
    fileprivate var opaqueType: String? {
        switch self {
        case .opaque(let type): type
        case .list(let values): values.lazy.compactMap(\.opaqueType).first
        case .scalar, .object: nil
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { self >= "0" && self <= "9" && isASCII }
    fileprivate var isNameStart: Bool { isLetter || self == "_" }
}
