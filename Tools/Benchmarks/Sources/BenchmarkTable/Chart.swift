import Foundation

/// Cost against library size: a line for each operation, both axes logarithmic.
struct Chart {
    private let lines: [Outcome]
    private let low: Double
    private let high: Double

    private static let left = 90.0
    private static let right = 620.0
    private static let top = 60.0
    private static let row = 17.0
    private static let colors = [
        "#0b6fa4", "#c2410c", "#15803d", "#7c3aed", "#b91c1c", "#0f766e", "#a16207", "#be185d",
    ]

    init(_ outcomes: [Outcome]) {
        // Rows that compare one measurement with two limits are one line.
        var seen: Set<[String: Double]> = []
        lines = outcomes.filter {
            $0.unit == "ns" && $0.ours.count > 1 && seen.insert($0.ours).inserted
        }
        let values = lines.flatMap(\.ours.values).filter { $0 > 0 }
        low = floor(log10(values.min() ?? 1))
        high = ceil(log10(values.max() ?? 10))
    }

    private var bottom: Double { Self.top + max(640, Double(lines.count) * Self.row) }

    var svg: String {
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \(Int(bottom) + 60)" \
            font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="\(Self.left)" y="30" font-size="17">What operations cost, by the size of the library</text>
            """
        ]
        parts += grid
        for (order, line) in labelled.enumerated() { parts.append(drawing(line, order)) }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private var grid: [String] {
        var parts: [String] = []
        for exponent in Int(low)...Int(high) {
            let y = height(pow(10, Double(exponent)))
            parts.append(
                """
                <path d="M\(Self.left) \(y.coordinate)H\(Self.right)" stroke="#dddddd"/>
                <text x="\(Self.left - 8)" y="\((y + 4).coordinate)" text-anchor="end" fill="#555555">\
                \(Table.value(pow(10, Double(exponent)), "ns"))</text>
                """
            )
        }
        for size in Size.allCases {
            let x = distance(size)
            parts.append(
                """
                <path d="M\(x.coordinate) \(Self.top)V\(bottom.coordinate)" stroke="#dddddd"/>
                <text x="\(x.coordinate)" y="\((bottom + 20).coordinate)" text-anchor="middle" fill="#555555">\
                \(size == .million ? "1M" : size.rawValue) assets</text>
                """
            )
        }
        return parts
    }

    /// From top to bottom by where the lines end, with places for labels that keep their distance.
    private var labelled: [(outcome: Outcome, label: Double)] {
        let sorted = lines.sorted { ($0.largest ?? 0) > ($1.largest ?? 0) }
        var heights = sorted.map { height($0.largest ?? 1) }
        for index in heights.indices.dropFirst() {
            heights[index] = max(heights[index], heights[index - 1] + Self.row)
        }
        if let last = heights.indices.last, heights[last] > bottom {
            heights[last] = bottom
            for index in heights.indices.dropLast().reversed() {
                heights[index] = min(heights[index], heights[index + 1] - Self.row)
            }
        }
        return Array(zip(sorted, heights))
    }

    private func drawing(_ line: (outcome: Outcome, label: Double), _ order: Int) -> String {
        let outcome = line.outcome
        let color = outcome.number == nil ? "#888888" : Self.colors[order % Self.colors.count]
        let dashes = outcome.number == nil ? " stroke-dasharray=\"5 4\"" : ""
        let points = Size.allCases.compactMap { size in
            outcome.ours[size.rawValue].map { (distance(size), height($0)) }
        }
        let path = points.map { "\($0.0.coordinate) \($0.1.coordinate)" }.joined(separator: "L")
        let dots = points.map {
            "<circle cx=\"\($0.0.coordinate)\" cy=\"\($0.1.coordinate)\" r=\"3\" fill=\"\(color)\"/>"
        }.joined()
        let end = points.last ?? (Self.right, line.label)
        let number = outcome.number.map { "\($0) " } ?? ""
        return """
            <path d="M\(path)" fill="none" stroke="\(color)" stroke-width="1.6"\(dashes)/>\(dots)
            <path d="M\((end.0 + 5).coordinate) \(end.1.coordinate)L\(Self.right + 28) \(line.label.coordinate)" \
            stroke="\(color)" stroke-width="0.7"/>
            <text x="\(Self.right + 32)" y="\((line.label + 4).coordinate)" fill="\(color)">\
            \(number)\(outcome.name): \(Table.value(outcome.largest, "ns"))</text>
            """
    }

    private func distance(_ size: Size) -> Double {
        Self.left + (log10(size.assets) - 4) / 2 * (Self.right - Self.left)
    }

    private func height(_ value: Double) -> Double {
        let share = (log10(max(value, 1)) - low) / max(1, high - low)
        return bottom - share * (bottom - Self.top)
    }
}

extension Double {
    fileprivate var coordinate: String { String(format: "%.1f", self) }
}
