import ArgumentParser
import Foundation
import LibraryGeneration
import StressScenarios

/// Runs the soak of the stress tests on a large library in everyday use.
struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Has processes change and follow one large library, and checks all their results.",
        discussion: """
            This is the scenario "soak" of the stress tests, at the pace of people and with measurements.
            FOLDER keeps generated libraries, as that of the command generate does; the soak works on a copy.
            """
    )

    @Argument(help: "The folder that keeps generated libraries.")
    var folder: String

    @Option(help: "The number of assets of the library.")
    var size = AssetCount.million

    @Option(help: "The duration of the soak in seconds.")
    var seconds = 600

    @Option(help: "The seed of everything random.")
    var seed: UInt64 = 1

    @Option(help: "The number of processes that change the library.")
    var writers = 3

    @Option(help: "The number of processes that follow the library.")
    var observers = 3

    @Option(help: "The changes a second of each writer.")
    var pace = 5.0

    @Option(help: "The duration of a statement in seconds that is a fault.")
    var statementLimit = 0.05

    func validate() throws {
        guard seconds > 0, writers >= 0, observers >= 0, pace > 0, statementLimit > 0 else {
            throw ValidationError(
                "--seconds, --pace and --statement-limit are more than 0, --writers and --observers 0 or more."
            )
        }
    }

    func run() throws {
        let shelf = URL(fileURLWithPath: folder, isDirectory: true)
        let recipe = LibraryRecipe(assets: size.count)
        let kept = try LibraryShelf(shelf).library(recipe, name: size.text)
        let work = shelf.appendingPathComponent(".soak-\(getpid())", isDirectory: true)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let copy = work.appendingPathComponent("Soak.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: kept.url, to: copy)
        let (report, summary) = try SoakScenario.soak(
            copy,
            ScenarioOrder(length: .long, count: 0, seed: seed, folder: work),
            .measured(
                seconds: seconds,
                editors: writers,
                viewers: observers,
                pace: pace,
                statementLimit: statementLimit
            )
        )
        print("\(size.text) assets, seed \(seed): \(summary)")
        print(report.counts.map { "\($0.number) \($0.label)" }.joined(separator: ", "))
        for violation in report.violations { print(violation) }
        print(
            report.violations.isEmpty ? "Everything holds." : "\(report.violations.count) faults."
        )
        guard report.violations.isEmpty else { throw ExitCode(1) }
    }
}
