import Foundation

/// The figures of an import, as a table of Markdown.
struct Table {
    private var rows: [String] = []

    mutating func add(
        _ operation: String,
        _ ours: String,
        _ beside: String,
        _ value: Double,
        atLeast: Double? = nil,
        atMost: Double? = nil
    ) {
        let target = atLeast.map { "≥ \(plain($0))" } ?? atMost.map { "≤ \(plain($0))" } ?? ""
        let isMet = atLeast.map { value >= $0 } ?? atMost.map { value <= $0 } ?? true
        rows.append(
            "| \(operation) | \(ours) | \(beside) | \(plain(value)) | \(target) | \(isMet ? "met" : "**not met**") |"
        )
    }

    private func plain(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String(format: "%.2f", value)
    }

    var text: String {
        """
        | operation | ours | beside | figure | target | |
        |---|---|---|---|---|---|
        \(rows.joined(separator: "\n"))
        """
    }

    /// Puts the table between the marks of a document.
    func record(in document: URL) throws {
        let begin = "<!-- import table: written by Scripts/benchmark import -->\n"
        let end = "<!-- end of import table -->"
        var content = try String(contentsOf: document, encoding: .utf8)
        guard let start = content.range(of: begin), let stop = content.range(of: end) else {
            return print("\(document.lastPathComponent) has no place for the table.")
        }
        content.replaceSubrange(start.upperBound..<stop.lowerBound, with: text + "\n")
        try content.write(to: document, atomically: true, encoding: .utf8)
    }
}
