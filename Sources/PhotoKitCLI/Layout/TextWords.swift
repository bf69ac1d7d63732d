/// Parts of text that stay on one line.
enum TextWords {
    /// Returns the words of a sentence; a command in quotation marks is one word, so that it can be copied.
    static func sentenceWords(_ text: String) -> [String] {
        var words: [String] = []
        var quote: Character?
        for part in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            if quote == nil { words.append(part) } else { words[words.count - 1] += " " + part }
            let start = part.drop { "([".contains($0) }
            if quote == nil, let mark = start.first, "\"'`".contains(mark),
                start.dropFirst().hasPrefix("photokit")
            {
                quote = mark
                if start.dropFirst().contains(mark) { quote = nil }
            } else if let mark = quote, part.contains(mark) {
                quote = nil
            }
        }
        // A mark that is never closed belongs to other text.
        return quote == nil ? words : text.split(separator: " ").map(String.init)
    }

    /// Returns the words of a command: text in quotation marks and in brackets belongs together.
    static func commandWords(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var depth = 0
        for character in text {
            switch character {
            case " " where quote == nil && depth == 0:
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            case "\"", "'":
                if quote == nil { quote = character } else if quote == character { quote = nil }
            case "[", "<": if quote == nil { depth += 1 }
            case "]", ">": if quote == nil { depth = max(0, depth - 1) }
            default: break
            }
            word.append(character)
        }
        return words + (word.isEmpty ? [] : [word])
    }

    /// Returns the words of an example: an option stays with its value.
    static func exampleWords(_ text: String) -> [String] {
        var parts: [String] = []
        for word in commandWords(text) {
            if let last = parts.last, last.hasPrefix("--"), !last.contains(" "), last != "--",
                !word.hasPrefix("-"), word != "|"
            {
                parts[parts.count - 1] += " " + word
            } else {
                parts.append(word)
            }
        }
        return parts
    }
}
