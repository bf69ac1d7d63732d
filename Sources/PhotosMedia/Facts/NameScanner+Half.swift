extension NameScanner {
    /// Whether a word of one to five letters stands alone behind a time in the name of a screenshot.
    ///
    /// There, systems write the half of the day, and the word is of a language whose words are not known. The names of
    /// screenshots begin with letters. A blank precedes the word, and the end of the name or the number of a copy follows.
    var isAtUnknownHalf: Bool {
        guard text.isLetter(0), text.scalars.indices.contains(position),
            text.scalars[position] == " "
        else { return false }
        let name = text.scalars[..<(text.scalars.lastIndex(of: ".") ?? text.scalars.count)]
        guard position < name.endIndex else { return false }
        let rest = name[(position + 1)...]
        let word = rest.prefix { NameText.isLetter($0) || $0 == "." }
        let behind = rest.dropFirst(word.count)
        guard behind.isEmpty || behind.starts(with: " (".unicodeScalars) else { return false }
        let letters = word.filter { $0 != "." }
        guard (1...5).contains(letters.count) else { return false }
        var known = String.UnicodeScalarView()
        known.append(contentsOf: letters)
        return !Self.otherWords.contains(String(known).lowercased())
    }

    /// Words behind a time that do not name a half of the day: "o'clock", and what programs add to the names of files.
    private static let otherWords: Set<String> = [
        "बजे", "uhr", "h", "ч", "hdr", "pro", "copy", "kopie", "copie", "kopia", "copia", "cópia",
        "kopi", "kópia", "edit",
    ]
}
