/// Divides texts into the tokens that a search compares.
package enum SearchTokens {
    /// The number of scalars of a token that are compared.
    private static let longest = 64

    private enum Class {
        case letter
        /// A letter of a script that writes no spaces between words.
        case spaceless
        /// A symbol that is a word of its own, such as an emoji.
        case symbol
        case separator
    }

    /// Returns the tokens of a text, in order.
    ///
    /// A token is a word of letters and digits, or one symbol. In scripts without spaces, each letter begins a token of two
    /// letters, and the last letter of a run is a token by itself.
    package static func all(in text: String) -> [String] {
        tokens(in: text, isOpen: false)
    }

    /// Returns the tokens of a text that may go on at its end.
    ///
    /// If the text ends with two or more letters of a script without spaces, the token of the last letter is left out.
    static func openTokens(in text: String) -> [String] { tokens(in: text, isOpen: true) }

    private static func tokens(in text: String, isOpen: Bool) -> [String] {
        var tokens: [String] = []
        var word = String.UnicodeScalarView()
        var run: [Unicode.Scalar] = []
        func endWord() {
            guard !word.isEmpty else { return }
            tokens.append(String(String.UnicodeScalarView(word.prefix(longest))))
            word = String.UnicodeScalarView()
        }
        func endRun(atEnd: Bool = false) {
            guard let last = run.last else { return }
            for (first, second) in zip(run, run.dropFirst()) {
                tokens.append(String(String.UnicodeScalarView([first, second])))
            }
            if !(atEnd && isOpen && run.count > 1) { tokens.append(String(Character(last))) }
            run.removeAll()
        }
        for scalar in SearchFolding.folded(text).unicodeScalars {
            switch category(of: scalar) {
            case .letter:
                endRun()
                word.append(scalar)
            case .spaceless:
                endWord()
                run.append(scalar)
            case .symbol:
                endWord()
                endRun()
                tokens.append(String(Character(scalar)))
            case .separator:
                endWord()
                endRun()
            }
        }
        endWord()
        endRun(atEnd: true)
        return tokens
    }

    private static func category(of scalar: Unicode.Scalar) -> Class {
        if scalar.isASCII {
            switch scalar.value {
            case 0x30...0x39, 0x61...0x7A: return .letter
            default: return .separator
            }
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark:
            return isSpaceless(scalar) ? .spaceless : .letter
        case .decimalNumber, .letterNumber, .otherNumber: return .letter
        case .otherSymbol: return .symbol
        default: return .separator
        }
    }

    private static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF,
            0x3005...0x3007, 0x3021...0x3029, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }
}
