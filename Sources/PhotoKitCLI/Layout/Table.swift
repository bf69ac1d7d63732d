/// A text table with aligned columns, which fits into a terminal.
struct Table {
    enum Alignment {
        case left
        case right
    }

    /// The way to narrow a column where the terminal is too narrow.
    enum Fitting {
        /// Cells are written as they are.
        case whole
        /// Cells get an ellipsis in the middle.
        case shortened
        /// Cells go on in the next line.
        case wrapped
    }

    struct Column {
        var title: String
        var alignment = Alignment.left
        var fitting = Fitting.whole
        /// Whether the column is left out on a terminal if no row has a value in it.
        var isOptional = false
        /// The order in which columns are left out where the terminal is too narrow; nil for a column that stays.
        var rank: Int?
    }

    /// A text in one or several forms, the longest first.
    struct Cell: ExpressibleByStringInterpolation {
        var forms: [String]

        init(_ forms: String...) { self.forms = forms.map(Table.printableText) }

        init(stringLiteral text: String) { self.init(text) }

        func form(_ index: Int) -> String { forms[min(index, forms.count - 1)] }

        fileprivate var isEmpty: Bool { form(0).isEmpty || form(0) == "-" }
    }

    /// The columns of a shortened or wrapped column for which other columns get shorter forms.
    ///
    /// A phone's `IMG_20210612_120000.jpg` loses no more than one letter.
    private static let usual = 22
    /// The columns of a shortened or wrapped column for which other columns are left out.
    private static let least = 14
    private static let gap = 2

    private let columns: [Column]
    private var rows: [[Cell]] = []

    init(columns: [Column]) { self.columns = columns }

    mutating func addRow(_ cells: String...) { rows.append(cells.map { Cell($0) }) }

    mutating func addRow(cells: [Cell]) { rows.append(cells) }

    /// Returns the lines, beginning with a heading; none without rows.
    ///
    /// - Parameter width: The columns of the terminal; nil for all columns of the table in their longest form.
    /// - Returns: A line for each row, or more where cells are wrapped.
    func lines(width: Int?) -> [String] {
        guard !rows.isEmpty else { return [] }
        let plan = chosenPlan(width: width)
        let heading = plan.columns.map { columns[$0].title }
        return rowLines(of: heading, in: plan)
            + rows.flatMap { row in
                rowLines(of: plan.columns.map { row[$0].form(plan.form) }, in: plan)
            }
    }

    /// Returns a text in one line that cannot control a terminal: titles and names are untrusted.
    ///
    /// A line break becomes `⏎`, a tab a space, and each other control character a question mark.
    static func printableText(_ text: String) -> String {
        PrintableText.oneLine(text)
    }

    // MARK: Widths

    /// Which columns are shown, in which form, and how wide.
    private struct Plan {
        var columns: [Int]
        var form: Int
        var widths: [Int]
    }

    private func chosenPlan(width: Int?) -> Plan {
        guard let width else { return naturalPlan(Array(columns.indices), form: 0) }
        let shown = columns.indices.filter { column in
            !columns[column].isOptional || rows.contains { !$0[column].isEmpty }
        }
        let lastForm = (rows.flatMap { $0.map(\.forms.count) }.max() ?? 1) - 1
        let ranked = shown.filter { columns[$0].rank != nil }
            .sorted { (columns[$0].rank ?? 0) < (columns[$1].rank ?? 0) }
        var plans = (0...lastForm).map { naturalPlan(shown, form: $0) }
        for count in 0..<ranked.count {
            let left = Set(ranked[...count])
            plans.append(naturalPlan(shown.filter { !left.contains($0) }, form: lastForm))
        }
        // The last form says much less than the others, so names get shorter before it is used.
        let chosen =
            plans[..<max(1, lastForm)].first {
                neededWidth(of: $0, flexibleUpTo: Self.usual) <= width
            }
            ?? plans[max(0, lastForm - 1)...].first {
                neededWidth(of: $0, flexibleUpTo: Self.least) <= width
            }
        return narrowedPlan(chosen ?? plans[plans.count - 1], to: width)
    }

    private func naturalPlan(_ shown: [Int], form: Int) -> Plan {
        let widths = shown.map { column in
            rows.reduce(columns[column].title.columns) { max($0, $1[column].form(form).columns) }
        }
        return Plan(columns: shown, form: form, widths: widths)
    }

    private func isFlexible(_ column: Int) -> Bool { columns[column].fitting != .whole }

    /// The width of a plan in which shortened and wrapped columns have at most some columns.
    private func neededWidth(of plan: Plan, flexibleUpTo most: Int) -> Int {
        zip(plan.columns, plan.widths).reduce(Self.gap * (plan.columns.count - 1)) {
            $0 + (isFlexible($1.0) ? min(most, $1.1) : $1.1)
        }
    }

    /// Takes columns away from the widest flexible column until the table fits.
    private func narrowedPlan(_ plan: Plan, to width: Int) -> Plan {
        var plan = plan
        let gaps = Self.gap * (plan.columns.count - 1)
        let flexible = plan.columns.indices.filter { isFlexible(plan.columns[$0]) }
        while plan.widths.reduce(gaps, +) > width {
            guard let widest = flexible.max(by: { plan.widths[$0] < plan.widths[$1] }),
                plan.widths[widest] > columns[plan.columns[widest]].title.columns
            else { break }
            plan.widths[widest] -= 1
        }
        return plan
    }

    // MARK: Lines

    private func rowLines(of cells: [String], in plan: Plan) -> [String] {
        let parts = cells.indices.map { index in
            cellLines(
                of: cells[index],
                fitting: columns[plan.columns[index]].fitting,
                width: plan.widths[index]
            )
        }
        let height = parts.map(\.count).max() ?? 1
        return (0..<height).map { row in
            let padded = cells.indices.map { index in
                let text = row < parts[index].count ? parts[index][row] : ""
                let count = max(0, plan.widths[index] - text.columns)
                let space = String(repeating: " ", count: count)
                return columns[plan.columns[index]].alignment == .left ? text + space : space + text
            }
            var line = padded.joined(separator: String(repeating: " ", count: Self.gap))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func cellLines(of cell: String, fitting: Fitting, width: Int) -> [String] {
        switch fitting {
        case .whole: [cell]
        case .shortened: [cell.shortenedInMiddle(to: width)]
        case .wrapped:
            Paragraph(words: TextWords.sentenceWords(cell).flatMap { pieces(of: $0, width: width) })
                .lines(width: width)
        }
    }

    /// Divides a word that is wider than its column, so that the other columns stay in their places.
    private func pieces(of word: String, width: Int) -> [String] {
        var (pieces, rest) = ([String](), word)
        while rest.columns > width, width > 1 {
            let piece = rest.prefix(columns: width)
            pieces.append(piece)
            rest = String(rest.dropFirst(piece.count))
        }
        return pieces + [rest]
    }
}
