import Foundation

/// A block of Swift code in a document, an article or a documentation comment.
struct CodeSample: Sendable {
    /// The file, relative to the package.
    var file: String
    /// The number of the line on which the block begins, counted from 1.
    var line: Int
    /// The code, without indentation that all lines share.
    var text: String

    /// Returns the blocks of Swift code in a file.
    ///
    /// In Markdown, a block is Swift if it says so. In a documentation comment, DocC takes a block without a language
    /// for Swift.
    ///
    /// - Parameters:
    ///   - text: The content of the file.
    ///   - file: The path of the file, relative to the package.
    /// - Returns: The blocks, from first to last.
    static func all(in text: String, of file: String) -> [CodeSample] {
        let isSource = file.hasSuffix(".swift")
        let starts = isSource ? ["```", "```swift"] : ["```swift"]
        var samples: [CodeSample] = []
        var block: (line: Int, lines: [Substring], isSwift: Bool)?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            var line = line
            if isSource {
                let comment = line.drop { $0 == " " }
                guard comment.hasPrefix("///") else {
                    block = nil
                    continue
                }
                line = comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)
            }
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let open = block {
                if trimmed == "```" {
                    if open.isSwift {
                        let text = Self.withoutSharedIndentation(open.lines)
                        samples.append(CodeSample(file: file, line: open.line, text: text))
                    }
                    block = nil
                } else {
                    block?.lines.append(line)
                }
            } else if trimmed.hasPrefix("```") {
                block = (number, [], starts.contains(trimmed))
            }
        }
        return samples
    }

    /// Joins lines, and removes the blanks that all of them begin with and the empty lines at both ends.
    static func withoutSharedIndentation(_ lines: [Substring]) -> String {
        let indentation = lines.filter { !$0.allSatisfy(\.isWhitespace) }
            .map { $0.prefix { $0 == " " }.count }.min()
        return lines.map { $0.dropFirst(indentation ?? 0) }.joined(separator: "\n")
            .trimmingCharacters(in: .newlines)
    }
}
