import Foundation
import Photos

/// Checks figures that are steady against thresholds: `steady-figures THRESHOLDS [--write]`.
///
/// Wall clock is not among them: it is for `Scripts/benchmark` to report.
@main
struct SteadyFigures {
    private static let tries = 7

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 1 else {
            print("usage: steady-figures THRESHOLDS [--write]")
            exit(64)
        }
        let file = URL(fileURLWithPath: words[1])
        // Threads that begin before the count are not in it.
        let counters = Counters()
        if let refusal = counters.refusal {
            let reason = String(cString: strerror(refusal))
            print("This machine counts no instructions (\(reason)): the other figures are checked.")
        }
        let library = try SteadyLibrary(counters)
        let figures = try PHPhotoLibrary.$override.withValue(library.photos) {
            try Operation.all.map { ($0.name, try measure($0, library, counters)) }
        }
        if words.contains("--write") {
            try write(figures, to: file)
        } else {
            try check(figures, file)
        }
    }

    private static func measure(
        _ operation: Operation,
        _ library: SteadyLibrary,
        _ counters: Counters
    ) throws -> Figures {
        let attempt = try operation.prepare(library, counters)
        _ = try attempt()
        var least = try attempt()
        for _ in 1..<tries { least = least.least(try attempt()) }
        return least
    }

    private static func check(_ figures: [(String, Figures)], _ file: URL) throws {
        let thresholds = try JSONDecoder().decode(
            [String: Figures].self,
            from: Data(contentsOf: file)
        )
        var isFine = true
        for (name, figures) in figures {
            let threshold = thresholds[name]
            let beyond = threshold.map(figures.beyond) ?? ["no threshold"]
            isFine = isFine && beyond.isEmpty
            print(line(name, figures, threshold) + (beyond.isEmpty ? "" : "  TOO MANY: \(beyond)"))
        }
        if !isFine {
            print("If that is meant to be, renew the thresholds with --write and say why.")
            exit(1)
        }
    }

    private static func line(_ name: String, _ figures: Figures, _ threshold: Figures?) -> String {
        let instructions = figures.instructions.map { "\($0) of \(show(threshold?.instructions))" }
        return """
            \(name): \(figures.statements) of \(show(threshold?.statements)) statements, \
            \(figures.allocations) of \(show(threshold?.allocations)) allocations, \
            \(show(figures.fileCalls)) of \(show(threshold?.fileCalls)) file calls\
            \(instructions.map { ", \($0) instructions" } ?? "")
            """
    }

    private static func show(_ number: UInt64?) -> String { number.map { "\($0)" } ?? "?" }

    private static func write(_ figures: [(String, Figures)], to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let old =
            (try? JSONDecoder().decode([String: Figures].self, from: Data(contentsOf: file))) ?? [:]
        let pairs = figures.map { name, figures in
            var threshold = figures.threshold
            // A machine that does not count leaves what one has counted that does.
            threshold.instructions = threshold.instructions ?? old[name]?.instructions
            return (name, threshold)
        }
        let thresholds = Dictionary(uniqueKeysWithValues: pairs)
        try (encoder.encode(thresholds) + Data("\n".utf8)).write(to: file)
    }
}
