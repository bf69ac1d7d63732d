import ArgumentParser
import Foundation
import StressScenarios

/// Runs the stress tests and prints their table.
struct Stress: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tries to break libraries, scenario by scenario, and prints a table.",
        discussion: """
            Ends with 1 where a scenario found something or did not end.
            Scenarios: \(AllScenarios.list.map(\.name).joined(separator: " ")).
            """
    )

    /// How much each scenario does.
    enum Length: String, ExpressibleByArgument, CaseIterable {
        case short
        case long

        var value: StressLength { self == .short ? .short : .long }
    }

    @Argument(help: "How much each scenario does.")
    var length: Length = .short

    @Option(help: "The scenarios that run, with commas between; all of them without it.")
    var only: String?

    @Option(help: "The seed of everything random; another one each time without it.")
    var seed: UInt64?

    @Option(help: "How many rounds of its own kind each scenario makes.")
    var count: Int?

    @Option(
        help:
            "The most minutes that each takes; a scenario that does not get done counts as skipped."
    )
    var minutes: Double?

    @Option(help: "A file for the results as JSON.")
    var json: String?

    func validate() throws {
        let unknown = (only ?? "").split(separator: ",").map(String.init)
            .filter { name in !AllScenarios.list.contains { $0.name == name } }
        guard unknown.isEmpty else {
            throw ValidationError("There is no scenario \(unknown.joined(separator: ", ")).")
        }
        if let count, count < 1 { throw ValidationError("--count is 1 or more.") }
        if let minutes, minutes <= 0 { throw ValidationError("--minutes is more than 0.") }
    }

    func run() async throws {
        // The account of a crash waits for its process, which a scenario may kill meanwhile.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        let names = only?.split(separator: ",").map(String.init)
        let seed = seed ?? UInt64.random(in: 1...999_999)
        let limit = minutes.map { Duration.seconds($0 * 60) }
        let json = json.map { URL(fileURLWithPath: $0) }
        var results: [ScenarioResult] = []
        for scenario in AllScenarios.list where names?.contains(scenario.name) != false {
            FileHandle.standardError.write(Data("== \(scenario.name)\n".utf8))
            let result = await AllScenarios.run(
                scenario,
                length.value,
                count: count,
                seed: seed,
                limit: limit
            )
            for violation in result.report?.violations.prefix(20) ?? [] {
                FileHandle.standardError.write(Data("\(scenario.name): \(violation)\n".utf8))
            }
            results.append(result)
            if let json { try JSONEncoder().encode(results).write(to: json) }
        }
        print(ScenarioTable(results).text)
        guard results.allSatisfy(\.isGood) else { throw ExitCode(1) }
    }
}
