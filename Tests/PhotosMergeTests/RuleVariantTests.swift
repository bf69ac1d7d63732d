import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The promises of the rules, and the wrong variants that break them.
@Suite(.permit) struct RuleVariantTests {
    @Test(arguments: Scenario.all) func `the rules keep a promise`(scenario: Scenario) throws {
        #expect(try scenario.holds(MergeRules()))
    }

    @Test(arguments: RuleVariant.allCases)
    func `planted: a wrong variant of the rules is found`(variant: RuleVariant) throws {
        let scenarios = Scenario.all.filter { $0.wrong.contains(variant) }
        try #require(!scenarios.isEmpty, "Write a scenario that finds \(variant).")
        for scenario in scenarios {
            #expect(
                try !scenario.holds(MergeRules(wrong: variant)),
                "\"\(scenario.promise)\" does not find \(variant)."
            )
        }
    }

    @Test func `there are at least 40 wrong variants`() {
        #expect(RuleVariant.allCases.count >= 40)
    }
}
