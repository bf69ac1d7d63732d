import Foundation

/// A run, as files.
struct Report: Codable {
    var outcomes: [Outcome]
    var machine: String
    var date = Date()

    private var day: String { date.formatted(.iso8601.year().month().day()) }

    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(self).write(to: folder.appendingPathComponent("table.json"))
        let text = "\(day), \(machine)\n\n" + Table.text(outcomes)
        try Data(text.utf8).write(to: folder.appendingPathComponent("table.txt"))
        try Data(Chart(outcomes).svg.utf8).write(to: folder.appendingPathComponent("cost.svg"))
    }

    private static let begin = "<!-- table: written by Scripts/benchmark -->"
    private static let end = "<!-- end of the table -->"

    /// Replaces the table in a text, and the picture beside it.
    func record(in readme: URL) throws {
        let text = try String(contentsOf: readme, encoding: .utf8)
        guard let begin = text.range(of: Self.begin), let end = text.range(of: Self.end) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let table =
            "\n\(day), \(machine).\n\n\(Table.text(outcomes))\n![Cost against library size](cost.svg)\n\n"
        let new = text[..<begin.upperBound] + table + text[end.lowerBound...]
        try Data(new.utf8).write(to: readme)
        let picture = readme.deletingLastPathComponent().appendingPathComponent("cost.svg")
        try Data(Chart(outcomes).svg.utf8).write(to: picture)
    }
}
