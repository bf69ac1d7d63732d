import Foundation

/// The figures of pictures, as a table of Markdown.
struct PictureTable {
    private var rows: [String] = []

    /// A figure beside one contestant.
    ///
    /// - Parameters:
    ///   - number: As the figure is known.
    ///   - operation: What was done.
    ///   - ours: Seconds for a file.
    ///   - name: The contestant.
    ///   - theirs: Its seconds for a file.
    ///   - target: How many times its speed is wanted.
    mutating func add(
        _ number: Int,
        _ operation: String,
        _ ours: Double,
        beside name: String,
        _ theirs: Double,
        atLeast target: Double
    ) {
        let ratio = theirs / ours
        let verdict = ratio >= target ? "met" : "**not met**"
        rows.append(
            "| \(number) | \(operation) | \(rate(ours)) | \(name) \(rate(theirs)) | "
                + "\(String(format: "%.2f", ratio)) | ≥ \(target) | \(verdict) |"
        )
    }

    private func rate(_ seconds: Double) -> String {
        String(format: "%.1f files/s", 1 / seconds)
    }

    var text: String {
        """
        | # | operation, on one core | ours | beside | ratio | target | |
        |---|---|---|---|---|---|---|
        \(rows.joined(separator: "\n"))
        """
    }

    /// Puts the table between the marks of a document.
    func record(in document: URL) throws {
        let begin = "<!-- picture table: written by Scripts/benchmark pictures -->\n"
        let end = "<!-- end of picture table -->"
        var content = try String(contentsOf: document, encoding: .utf8)
        guard let start = content.range(of: begin), let stop = content.range(of: end) else {
            return print("\(document.lastPathComponent) has no place for the table.")
        }
        content.replaceSubrange(start.upperBound..<stop.lowerBound, with: text + "\n")
        try content.write(to: document, atomically: true, encoding: .utf8)
    }
}
