package import Foundation

/// Figures as a table of Markdown.
package struct Table {
    /// The word that its marks in a document have.
    private let name: String
    private var rows: [String] = []

    package init(_ name: String) { self.name = name }

    package mutating func add(
        _ operation: String,
        _ ours: String,
        _ beside: String,
        _ value: Double,
        atLeast: Double? = nil,
        atMost: Double? = nil
    ) {
        let target = atLeast.map { "≥ \(plain($0))" } ?? atMost.map { "≤ \(plain($0))" } ?? ""
        let isMet = atLeast.map { value >= $0 } ?? atMost.map { value <= $0 }
        let verdict = isMet.map { $0 ? "met" : "**not met**" } ?? ""
        rows.append(
            "| \(operation) | \(ours) | \(beside) | \(plain(value)) | \(target) | \(verdict) |"
        )
    }

    private func plain(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String(format: "%.2f", value)
    }

    package var text: String {
        """
        | operation | ours | beside | figure | target | |
        |---|---|---|---|---|---|
        \(rows.joined(separator: "\n"))
        """
    }

    /// Puts the table between the marks of a document.
    package func record(in document: URL) throws {
        let begin = "<!-- \(name) table: written by Scripts/benchmark \(name) -->\n"
        let end = "<!-- end of \(name) table -->"
        var content = try String(contentsOf: document, encoding: .utf8)
        guard let start = content.range(of: begin), let stop = content.range(of: end) else {
            return print("\(document.lastPathComponent) has no place for the table.")
        }
        content.replaceSubrange(start.upperBound..<stop.lowerBound, with: text + "\n")
        try content.write(to: document, atomically: true, encoding: .utf8)
    }
}
