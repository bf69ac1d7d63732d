/// Words of command lines that a person can copy.
enum ShellWord {
    /// Returns a text as one word of a shell: in single quotation marks, unless all of its characters are plain.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789_-+=.,:/@%".unicodeScalars.contains(scalar)
        }
        guard !isPlain || text.isEmpty || text.hasPrefix("-") else { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
