import OpenPhotoKit

/// The notices about a search: what it was understood as, and what was not understood.
struct SearchNotices {
    let search: PhotoSearch

    /// Writes the notices to standard error.
    func reportNotices() {
        let output = Output.shared
        if !search.isEmpty {
            output.complain(Self.understandingSentence(Table.printableText(search.understanding)))
        }
        if !search.ignoredWords.isEmpty {
            let words = search.ignoredWords.map { Table.printableText($0) }.joined(separator: ", ")
            output.complain("Left out: \(words).")
        }
        for problem in search.problems { output.complain(Table.printableText(problem.message)) }
    }

    /// Returns what was searched for; an ellipsis gets an explanation, and no full stop behind it.
    static func understandingSentence(_ understanding: String) -> String {
        understanding.contains("…")
            ? "Searched for: \(understanding) (… stands for any ending)"
            : "Searched for: \(understanding)."
    }

    /// The search as an object for programs.
    var json: JSON {
        .object([
            ("text", JSON(search.text)),
            ("understanding", JSON(search.understanding)),
            ("parts", JSON(search.understoodParts)),
            ("leftOut", JSON(search.ignoredWords)),
            (
                "problems",
                .list(
                    search.problems.map {
                        .object([("text", JSON($0.text)), ("message", JSON($0.message))])
                    }
                )
            ),
        ])
    }
}
