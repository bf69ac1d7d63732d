package import PhotosBase

/// A search as a person typed it, and what it was understood as.
package struct SearchQuery: Hashable, Sendable {
    /// The text as typed.
    package let text: String
    /// The condition, or nil if nothing was typed.
    package let term: SearchTerm?
    /// The parts of the text that were not understood, with the reason.
    package let problems: [SearchProblem]
    /// Words that connect others and were left out, such as `of`.
    package let ignored: [String]

    /// Reads a text.
    ///
    /// Every text has a meaning. An invalid date or size is searched as words, and ``problems`` says so.
    ///
    /// - Parameters:
    ///   - text: Words, `"phrases"`, dates, kinds, sizes and places, with `-`, `or` and brackets.
    ///   - today: The present day, for `today` and `last year`.
    ///   - places: The table of named places, for `near Zermatt`; nil if there is none.
    package init(_ text: String, today: CivilDay, places: PlaceTable? = nil) {
        self.text = text
        var parser = SearchParser(text, today: today, places: places)
        term = parser.parse()
        problems = parser.problems
        ignored = parser.ignored
    }

    init(
        _ text: String,
        _ term: SearchTerm?,
        problems: [SearchProblem],
        ignored: [String]
    ) {
        (self.text, self.term) = (text, term)
        (self.problems, self.ignored) = (problems, ignored)
    }
}

/// A part of a search that was not understood.
package struct SearchProblem: Hashable, Sendable {
    /// The part as typed.
    package let text: String
    /// A sentence with the problem and the text to write instead.
    package let message: String

    init(_ text: String, _ message: String) {
        (self.text, self.message) = (text, message)
    }
}
