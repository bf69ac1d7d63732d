/// A text that is broken at words where a terminal ends.
struct Paragraph {
    var words: [String]
    /// The text before the first line, such as a label.
    var start = ""
    /// The spaces before the other lines.
    var indent = 0
    /// The text at the end of all lines but the last, such as the backslash in a command.
    var continuation = ""

    /// Makes a paragraph of sentences.
    ///
    /// - Parameters:
    ///   - text: The sentences, in one line.
    ///   - start: The text before the first line.
    ///   - indent: The spaces before the other lines.
    init(_ text: String, start: String = "", indent: Int = 0) {
        self.init(words: TextWords.sentenceWords(text), start: start, indent: indent)
    }

    /// Makes a paragraph of words that stay whole.
    init(words: [String], start: String = "", indent: Int = 0, continuation: String = "") {
        self.words = words
        self.start = start
        self.indent = indent
        self.continuation = continuation
    }

    /// Returns the lines.
    ///
    /// A word that is longer than a line stays whole, so that paths and commands can be copied from the terminal.
    ///
    /// - Parameter width: The columns of the terminal; nil for one line of any length.
    /// - Returns: At least one line.
    func lines(width: Int?) -> [String] {
        guard let width else { return [start + words.joined(separator: " ")] }
        var lines: [String] = []
        var line = start
        var isEmpty = true
        for (index, word) in words.enumerated() {
            let rest = index == words.count - 1 ? 0 : continuation.columns
            if isEmpty {
                line += word
            } else if line.columns + 1 + word.columns + rest <= width {
                line += " " + word
            } else if !word.isEmpty {
                lines.append(line + continuation)
                line = String(repeating: " ", count: indent) + word
            }
            isEmpty = false
        }
        return lines + [line]
    }
}

/// Labels with their values, one below the other.
struct FieldList {
    /// The columns of the labels.
    var labelWidth: Int
    var fields: [(String, String)]

    /// Returns the lines; further lines of a value stand below its beginning.
    ///
    /// - Parameter width: The columns of the terminal; nil for lines of any length.
    /// - Returns: At least one line for each line of a value.
    func lines(width: Int?) -> [String] {
        let space = String(repeating: " ", count: labelWidth)
        return fields.flatMap { label, text in
            let start = label + ":" + space.dropFirst(min(labelWidth - 1, label.columns + 1))
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .flatMap { index, line in
                    index > 0 && line.isEmpty
                        ? [""]
                        : Paragraph(
                            String(line),
                            start: index == 0 ? start : space,
                            indent: labelWidth
                        ).lines(width: width)
                }
        }
    }
}
