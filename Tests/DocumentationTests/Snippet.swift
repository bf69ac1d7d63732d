import Foundation

/// A program in the folder `Snippets`, which the build compiles and DocC shows.
struct Snippet {
    /// The whole code that is not hidden, and each marked part of it by its name.
    var texts: [String: String] = [:]

    /// The name of the whole code in ``texts``.
    static let whole = ""

    /// Reads a snippet's marks: `snippet.NAME`, `snippet.end`, `snippet.hide` and `snippet.show`.
    ///
    /// Comments at the beginning of the file explain the snippet and are no part of its code.
    init(_ source: String) {
        var lines: [String: [Substring]] = [Self.whole: []]
        var part: String?
        var isVisible = true
        let all = source.split(separator: "\n", omittingEmptySubsequences: false)
        for line in all.drop(while: { $0.hasPrefix("//") && !$0.hasPrefix("// snippet.") }) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("// snippet.") {
                switch trimmed.dropFirst("// snippet.".count) {
                case "hide": isVisible = false
                case "show": isVisible = true
                case "end": part = nil
                case let name: part = String(name)
                }
            } else if isVisible {
                lines[Self.whole, default: []].append(line)
                if let part { lines[part, default: []].append(line) }
            }
        }
        texts = lines.mapValues(CodeSample.withoutSharedIndentation)
    }
}
