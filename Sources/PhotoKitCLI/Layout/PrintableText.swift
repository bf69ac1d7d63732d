/// Untrusted text, such as captions and names of files, without what would control a terminal.
enum PrintableText {
    /// Returns a text in one line.
    ///
    /// - Parameter text: A text.
    /// - Returns: The text with `⏎` for a line break, a space for a tab, and a question mark for each other control character.
    static func oneLine(_ text: String) -> String { printableText(text, lineBreak: "\u{23CE}") }

    /// Returns a text with its lines, for a value that has room for several.
    ///
    /// - Parameter text: A text.
    /// - Returns: The text with `\n` for each line break, and otherwise as in one line.
    static func severalLines(_ text: String) -> String { printableText(text, lineBreak: "\n") }

    private static func printableText(_ text: String, lineBreak: Character) -> String {
        // Most texts have nothing to replace.
        guard text.unicodeScalars.contains(where: isReplaced) else { return text }
        var result = ""
        for character in text {
            if character.isNewline {
                result.append(lineBreak)
            } else {
                for scalar in character.unicodeScalars {
                    result.unicodeScalars.append(printableScalar(scalar))
                }
            }
        }
        return result
    }

    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func printableScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\t" { return " " }
        return isReplaced(scalar) ? "?" : scalar
    }
}
