/// The help of a command, broken where a terminal ends.
enum HelpText {
    /// Whether a message of the argument parser is help, and no version, script or description for programs.
    static func isHelp(_ message: String) -> Bool {
        message.hasPrefix("OVERVIEW: ") || message.hasPrefix("USAGE: ")
    }

    /// Returns help with lines of at most some columns.
    ///
    /// An example goes on in the next line behind a backslash, so that it can be copied whole.
    ///
    /// - Parameters:
    ///   - text: The help, with paragraphs in one line each.
    ///   - width: The columns.
    /// - Returns: The lines of the help.
    static func wrappedHelp(_ text: String, width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { helpParagraph(for: String($0)).lines(width: width) }.joined(separator: "\n")
    }

    /// The column in which the argument parser begins the text of an option.
    private static let textColumn = 26

    private static func helpParagraph(for line: String) -> Paragraph {
        let start = String(line.prefix { $0 == " " })
        let text = String(line.dropFirst(start.count))
        if text.hasPrefix("photokit "), !start.isEmpty {
            return Paragraph(
                words: TextWords.exampleWords(text),
                start: start,
                indent: start.count + 4,
                continuation: " \\"
            )
        }
        let usage = "USAGE: "
        if text.hasPrefix(usage) {
            return Paragraph(
                words: TextWords.commandWords(String(text.dropFirst(usage.count))),
                start: usage,
                indent: usage.count
            )
        }
        let characters = Array(line)
        if text.hasPrefix("-") || text.hasPrefix("<"), characters.count > textColumn,
            characters[textColumn - 1] == " ", characters[textColumn] != " "
        {
            return Paragraph(
                String(characters[textColumn...]),
                start: String(characters[..<textColumn]),
                indent: textColumn
            )
        }
        // The text of a command or an exit code stands behind two spaces or more.
        if !start.isEmpty, let gap = text.firstMatch(of: /\S {2,}(?=\S)/) {
            let label = start + text[..<gap.range.upperBound]
            return Paragraph(
                String(text[gap.range.upperBound...]),
                start: label,
                indent: label.columns
            )
        }
        return Paragraph(text, start: start, indent: start.count)
    }
}
