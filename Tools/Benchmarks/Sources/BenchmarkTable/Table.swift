import Foundation

/// The table as text that is Markdown too.
enum Table {
    static func text(_ outcomes: [Outcome]) -> String {
        let header = [
            "#", "operation", "10k", "100k", "1M", "limit", "ratio", "growth", "target", "",
        ]
        var rows = [header]
        rows += outcomes.map(cells)
        let widths = header.indices.map { column in max(3, rows.map { $0[column].count }.max() ?? 0)
        }
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            lines.append("| " + cells.joined(separator: " | ") + " |")
            if index == 0 {
                let rules = widths.enumerated().map { column, width in
                    String(repeating: "-", count: width + 1)
                        + ((2...7).contains(column) ? ":" : "-")
                }
                lines.append("|" + rules.joined(separator: "|") + "|")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cells(_ outcome: Outcome) -> [String] {
        let largest = Size.allCases.last { outcome.limit[$0.rawValue] != nil }
        var cells = [outcome.number.map(String.init) ?? "–", outcome.name]
        for size in Size.allCases { cells.append(value(outcome.ours[size.rawValue], outcome.unit)) }
        cells.append(value(largest.flatMap { outcome.limit[$0.rawValue] }, outcome.unit))
        for factor in [outcome.ratio, outcome.growth] {
            cells.append(factor.map { $0.short + " ×" } ?? "")
        }
        cells.append(outcome.target)
        cells.append(outcome.isMet.map { $0 ? "met" : "**not met**" } ?? "")
        return cells
    }

    static func value(_ value: Double?, _ unit: String) -> String {
        guard let value else { return "" }
        switch unit {
        case "ns":
            if value < 1e3 { return "\(value.short) ns" }
            if value < 1e6 { return "\((value / 1e3).short) µs" }
            return value < 1e9 ? "\((value / 1e6).short) ms" : "\((value / 1e9).short) s"
        case "bytes": return value < 1e5 ? "\(value.short) B" : "\((value / 1e6).short) MB"
        case "times": return "\(String(format: "%.2f", value)) ×"
        default: return "\(String(format: "%.2f", value)) \(unit)"
        }
    }
}

extension Double {
    /// Two or three digits that matter.
    var short: String {
        switch magnitude {
        case 100...: String(Int(rounded()).formatted(.number.grouping(.never)))
        case 10..<100: String(format: self == rounded() ? "%.0f" : "%.1f", self)
        default: String(format: self == rounded() ? "%.0f" : "%.2f", self)
        }
    }
}
