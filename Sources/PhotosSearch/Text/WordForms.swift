/// Other forms of a word, by rules of English and German: `dogs` and `dog`, `city` and `cities`, `Häuser` and `Haus`.
///
/// The rules need no list of words but those of irregular ones. A form that is no word is in no text, and so finds nothing.
enum WordForms {
    /// The number of letters that a rule leaves of a word.
    private static let shortest = 3
    /// The same for the German endings, because `kite` is no form of `kit`.
    private static let shortestGerman = 4

    /// Returns the other forms of a word.
    ///
    /// Forms that begin with the word are left out, because a search for its beginning finds them.
    ///
    /// - Parameter word: A word that is folded.
    /// - Returns: Whole words, each once; none for words with other letters than those of both languages.
    static func others(of word: String) -> [String] {
        guard word.count >= shortest, word.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) else { return [] }
        var forms: [String] = []
        for form in candidates(of: word)
        where form.count >= shortest && !form.hasPrefix(word) && !forms.contains(form) {
            forms.append(form)
        }
        return forms
    }

    private static func candidates(of word: String) -> [String] {
        if WordFormTables.invariable.contains(word) { return [] }
        if let others = WordFormTables.irregular[word] { return others }
        return englishNouns(word) + englishVerbs(word) + germanForms(word) + longerForms(word)
    }

    // MARK: English

    private static func englishNouns(_ word: String) -> [String] {
        var forms: [String] = []
        if let stem = word.without("ies") { forms.append(stem + "y") }
        if let stem = word.without("ves") { forms += [stem + "f", stem + "fe"] }
        if let stem = word.without("es"),
            ["s", "x", "z", "ch", "sh", "o"].contains(where: stem.hasSuffix)
        {
            forms.append(stem)
        }
        if let stem = word.without("s"), !["s", "u", "i"].contains(where: stem.hasSuffix) {
            forms.append(stem)
        }
        return forms
    }

    private static func englishVerbs(_ word: String) -> [String] {
        if let stem = word.without("ied") { return [stem + "y", stem + "ies"] }
        for (ending, other) in [("ing", "ed"), ("ed", "ing")] {
            guard let stem = word.without(ending), stem.count >= shortest,
                stem.contains(where: isVowel)
            else { continue }
            let letters = stem.suffix(2)
            guard let last = letters.last, letters.first == last, !isVowel(last) else {
                return [stem, stem + "e", stem + "s", stem + "es", stem + other]
            }
            // `swimming` comes from `swim`, and `grilling` from `grill`.
            let base = "lsz".contains(last) ? stem : String(stem.dropLast())
            return [base, base + "s", stem + other]
        }
        return []
    }

    // MARK: German

    private static func germanForms(_ word: String) -> [String] {
        var forms: [String] = []
        func add(_ stem: String?, shortest: Int = WordForms.shortestGerman) {
            if let stem, stem.count >= shortest { forms.append(stem) }
        }
        if let stem = word.without("een") { forms.append(stem + "eum") }
        add(word.without("e"))
        add(word.without("en"))
        add(word.without("es"))
        if ["en", "ern", "eln"].contains(where: word.hasSuffix) {
            add(word.without("n"), shortest: 3)
        }
        // Few nouns have the plural `-er`, but many other words have this ending.
        for ending in ["er", "ern"] {
            guard let stem = word.without(ending),
                WordFormTables.stemsWithER.contains(where: stem.hasSuffix)
            else { continue }
            add(stem)
        }
        return forms
    }

    // MARK: Longer forms

    /// Returns the forms of a word that is none itself, where they do not begin with it.
    private static func longerForms(_ word: String) -> [String] {
        if let stem = word.without("y"), let last = stem.last, !isVowel(last) {
            return [stem + "ies", stem + "ied"]
        }
        if let stem = word.without("eum") { return [stem + "een"] }
        if let stem = word.without("fe") { return [stem + "ves", stem + "fing"] }
        if let stem = word.without("f"), !stem.hasSuffix("f") { return [stem + "ves"] }
        if let stem = word.without("e") { return [stem + "ing"] }
        return []
    }

    private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }
}

extension String {
    /// Returns the text before an ending; nil if the text has another ending, or nothing before it.
    fileprivate func without(_ ending: String) -> String? {
        hasSuffix(ending) && count > ending.count ? String(dropLast(ending.count)) : nil
    }
}
