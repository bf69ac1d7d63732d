import Lab
import Testing

struct LabTableTests {
    @Test func `a table tells what was done, found and left out`() {
        let good = RigReport(counts: [.init("points", 1_234), .init("killed", 12)])
        let bad = RigReport(counts: [.init("cuts", 60)], violations: ["one", "two"])
        let skipped = RigReport(counts: [], skipped: ["strace is not installed"])
        let table = LabTable([
            RigResult(rig: "kill-points", seed: 7, seconds: 31.4, report: good),
            RigResult(rig: "power-cuts", seed: 7, seconds: 8, report: bad),
            RigResult(rig: "lint", seed: 7, seconds: 0, report: skipped),
            RigResult(rig: "soak", seed: 7, seconds: 1, failure: "no room"),
        ])
        #expect(
            table.text == """
                | rig | did | found | seed | s |
                |---|---|---|---|---|
                | kill-points | 1,234 points, 12 killed | nothing | 7 | 31 |
                | power-cuts | 60 cuts | **2 violations** | 7 | 8 |
                | lint |  | skipped: strace is not installed | 7 | 0 |
                | soak |  | did not end: no room | 7 | 1 |
                """
        )
    }
}
