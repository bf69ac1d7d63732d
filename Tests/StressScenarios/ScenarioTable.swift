import Foundation

/// Shows results as a table in Markdown.
package struct ScenarioTable {
    package var results: [ScenarioResult]

    package init(_ results: [ScenarioResult]) { self.results = results }

    package var text: String {
        var lines = ["| scenario | did | found | seed | s |", "|---|---|---|---|---|"]
        lines += results.map { result in
            let report = result.report
            let did = (report?.counts ?? []).map { "\(Self.grouped($0.number)) \($0.label)" }
                .joined(separator: ", ")
            let cells = [
                result.scenario, did, Self.found(result), "\(result.seed)",
                String(format: "%.0f", result.seconds),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return lines.joined(separator: "\n")
    }

    private static func found(_ result: ScenarioResult) -> String {
        if let failure = result.failure { return "did not end: \(failure)" }
        guard let report = result.report else { return "did not run" }
        var words: [String] = []
        if report.violations.isEmpty {
            if !report.counts.isEmpty { words.append("nothing") }
        } else {
            words.append("**\(report.violations.count) violations**")
        }
        words += report.skipped.map { "skipped: \($0)" }
        return words.joined(separator: "; ")
    }

    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
