/// A text table with aligned columns.
struct Table {
    enum Alignment {
        case left
        case right
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    init(_ columns: (String, Alignment)...) { self.columns = columns }

    mutating func add(_ cells: String...) { rows.append(cells.map(Self.printable)) }

    /// The lines, beginning with a heading; empty without rows.
    var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { cells in
            let padded = cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return columns[column].alignment == .left ? cell + space : space + cell
            }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    func print() { for line in lines { Output.shared.line(line) } }

    /// Replaces control characters: titles and names are untrusted, and must not control a terminal.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
            )
        )
    }
}
