/// The text of metrics in [Prometheus' form 0.0.4](https://prometheus.io/docs/instrumenting/exposition_formats/).
public enum MetricText {
    /// The type of the text, for the header `Content-Type`.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns the text of all values.
    ///
    /// - Parameter book: The values.
    /// - Returns: The metrics that have values, each with its meaning and its kind once, in a fixed order.
    public static func text(of book: MetricBook) -> String {
        var lines: [String] = []
        for metric in Metric.allCases {
            guard let values = book.values[metric], !values.isEmpty else { continue }
            lines.append("# HELP \(metric.rawValue) \(escapedHelp(metric.help))")
            lines.append("# TYPE \(metric.rawValue) \(metric.kind.rawValue)")
            let sorted = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            for (labels, value) in sorted { addLines(of: value, metric, labels, to: &lines) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func addLines(
        of value: MetricBook.Value,
        _ metric: Metric,
        _ labels: [String],
        to lines: inout [String]
    ) {
        let pairs = Array(zip(metric.labels, labels))
        let name = metric.rawValue
        switch value {
        case .number(let number): lines.append(line(named: name, labels: pairs, number: number))
        case .durations(let counts, let sum):
            // Each number includes those of the bounds before.
            var count = 0
            for (bound, number) in zip(MetricBook.bounds + [.infinity], counts) {
                count += number
                let label = ("le", text(of: bound))
                lines.append(
                    line(named: name + "_bucket", labels: pairs + [label], number: Double(count))
                )
            }
            lines.append(line(named: name + "_sum", labels: pairs, number: sum))
            lines.append(line(named: name + "_count", labels: pairs, number: Double(count)))
        }
    }

    private static func line(
        named name: String,
        labels: [(String, String)],
        number: Double
    ) -> String {
        let texts = labels.map { "\($0.0)=\"\(escapedLabel($0.1))\"" }
        let part = texts.isEmpty ? "" : "{\(texts.joined(separator: ","))}"
        return "\(name)\(part) \(text(of: number))"
    }

    private static func text(of number: Double) -> String {
        if number == .infinity { return "+Inf" }
        // Whole numbers without a fraction, as far as they are exact.
        if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return String(whole) }
        return String(number)
    }

    private static func escapedLabel(_ text: String) -> String {
        escapedHelp(text).replacing("\"", with: "\\\"")
    }

    private static func escapedHelp(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }
}
