import Foundation

/// Runs benchmarks and limits in turns, and draws up the table.
///
/// `BenchmarkTable --libraries FOLDER --limits FOLDER --results FOLDER [--rounds N] [--sizes 10k,100k,1m]
/// [--readme FILE] [--note TEXT] [FILTER]`
@main
struct BenchmarkTable {
    static func main() throws {
        var options: [String: String] = [:]
        var filter: String?
        var words = CommandLine.arguments.dropFirst()
        while let word = words.popFirst() {
            if word.hasPrefix("--") { options[word] = words.popFirst() } else { filter = word }
        }
        guard let libraries = options["--libraries"], let limits = options["--limits"],
            let results = options["--results"]
        else {
            print(
                "usage: BenchmarkTable --libraries FOLDER --limits FOLDER --results FOLDER [FILTER]"
            )
            exit(64)
        }
        let runner = try Runner(
            libraries: URL(fileURLWithPath: libraries, isDirectory: true),
            limits: URL(fileURLWithPath: limits, isDirectory: true),
            rounds: options["--rounds"].flatMap { Int($0) } ?? 3
        )
        let sizes =
            options["--sizes"]?.split(separator: ",").compactMap { Size(rawValue: String($0)) }
            ?? Size.allCases
        let figures = Figure.all.filter { $0.matches(filter) }
        guard !figures.isEmpty else {
            print("No figure has that number or name.")
            exit(64)
        }
        let outcomes = try measure(figures, sizes, runner)
        let report = Report(
            outcomes: outcomes,
            machine: Machine.description + (options["--note"].map { ", \($0)" } ?? "")
        )
        try report.write(to: URL(fileURLWithPath: results, isDirectory: true))
        say("\n" + Table.text(outcomes))
        if filter == nil, sizes == Size.allCases, let readme = options["--readme"] {
            try report.record(in: URL(fileURLWithPath: readme))
        }
    }

    /// At once, also where the output is a file.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func measure(
        _ figures: [Figure],
        _ sizes: [Size],
        _ runner: Runner
    ) throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for figure in figures {
            var outcome = Outcome(figure, unit: "ns")
            for size in figure.sizes where sizes.contains(size) {
                let rounds = try runner.measure(figure, size)
                let isHigh = figure.statistic == .high
                outcome.ours[size.rawValue] = isHigh ? rounds.ours.high : rounds.ours.median
                outcome.limit[size.rawValue] = isHigh ? rounds.limit.high : rounds.limit.median
                outcome.unit = rounds.unit
            }
            let values = Size.allCases.map { Table.value(outcome.ours[$0.rawValue], outcome.unit) }
            say("\(figure.name): \(values.joined(separator: "  "))")
            outcomes.append(outcome)
        }
        for (index, figure) in figures.enumerated() {
            outcomes[index].isMet = outcomes[index].meets(figure.target, among: outcomes)
        }
        return outcomes
    }
}

extension Figure {
    /// By number, or by a part of the name.
    func matches(_ filter: String?) -> Bool {
        guard let filter else { return true }
        if let wanted = Int(filter) { return number == wanted }
        return name.localizedCaseInsensitiveContains(filter)
    }
}
