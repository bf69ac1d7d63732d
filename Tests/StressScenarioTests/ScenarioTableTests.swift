import Foundation
import StressScenarios
import TestPermits
import Testing

@Suite(.permit) struct ScenarioTableTests {
    @Test func `the document of reliability names each scenario, and each promise has one`() throws
    {
        let document = try String(
            contentsOf: URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Documentation/Reliability.md"),
            encoding: .utf8
        )
        let rows = document.split(separator: "\n")
        let table = rows.drop { !$0.hasPrefix("| scenario |") }.prefix { $0.hasPrefix("|") }
        let named = table.compactMap { $0.wholeMatch(of: /\| `([a-z-]+)` \|.*/)?.1 }.map(
            String.init
        )
        #expect(Set(named) == Set(AllScenarios.list.map(\.name)))
        let promises = rows.compactMap { $0.wholeMatch(of: /\| (P\d+) \| .*/)?.1 }.map(String.init)
        #expect(promises.count >= 10)
        #expect(Set(promises) == Set(AllScenarios.list.flatMap(\.promises)))
        for row in rows {
            guard let promise = row.wholeMatch(of: /\| (P\d+) \| .*/)?.1 else { continue }
            let tested = AllScenarios.list.filter { row.contains("`\($0.name)`") }
            #expect(!tested.isEmpty, "No scenario tests \(promise).")
            for scenario in tested {
                #expect(scenario.promises.contains(String(promise)), "\(scenario.name): \(promise)")
            }
        }
    }

    /// A scenario that finds nothing proves something only where its broken variant is found out.
    @Test func `each scenario has a test whose name says that it plants a defect`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter {
                $0.pathExtension == "swift" && !$0.path.hasSuffix("/ScenarioTableTests.swift")
            }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let scenarios = Dictionary(grouping: AllScenarios.list, by: \.name)
        var planted: Set<String> = []
        for file in files {
            let parts = file.components(separatedBy: "@Test")
            for part in parts.dropFirst() {
                let test = part.firstMatch(of: /func `([^`]*)`/)?.1 ?? ""
                let name = part.firstMatch(of: /\A\(\s*\.plants\(in: "([a-z-]+)"\)/)?.1
                #expect((name != nil) == test.hasPrefix("planted: "), "\(test)")
                guard let name else { continue }
                let scenario = try #require(scenarios[String(name)]?.first, "\(name)")
                // A function before the tests may make the scenario for all of them.
                let type = String(describing: type(of: scenario))
                let words = (parts[0] + part).split { !$0.isLetter }
                #expect(words.contains { $0 == type }, "\(test) does not run \(name).")
                planted.insert(String(name))
            }
        }
        #expect(Set(scenarios.keys).subtracting(planted) == [])
    }

    @Test func `a table tells what was done, found and left out`() {
        let good = ScenarioReport(counts: [.init("points", 1_234), .init("killed", 12)])
        let bad = ScenarioReport(counts: [.init("cuts", 60)], violations: ["one", "two"])
        let skipped = ScenarioReport(counts: [], skipped: ["strace is not installed"])
        let table = ScenarioTable([
            ScenarioResult(scenario: "kill-points", seed: 7, seconds: 31.4, report: good),
            ScenarioResult(scenario: "power-cuts", seed: 7, seconds: 8, report: bad),
            ScenarioResult(scenario: "lint", seed: 7, seconds: 0, report: skipped),
            ScenarioResult(scenario: "soak", seed: 7, seconds: 1, failure: "no room"),
        ])
        #expect(
            table.text == """
                | scenario | did | found | seed | s |
                |---|---|---|---|---|
                | kill-points | 1,234 points, 12 killed | nothing | 7 | 31 |
                | power-cuts | 60 cuts | **2 violations** | 7 | 8 |
                | lint |  | skipped: strace is not installed | 7 | 0 |
                | soak |  | did not end: no room | 7 | 1 |
                """
        )
    }
}
