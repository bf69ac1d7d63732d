import StressScenarios
import Testing

struct ScenarioTableTests {
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
