import Foundation
import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The merge in many worlds, compared with another statement of the same rules.
///
/// `merge-exerciser` runs more of them. The variable `PHOTOKIT_MERGE_STEPS` sets how many steps a
/// run has at random.
@Suite(.permit) struct WorldTests {
    private static let families = Act.Family.allCases

    @Test(arguments: families) func `kinds of acts agree in small worlds`(
        family: Act.Family
    ) throws {
        for other in Self.families.drop(while: { $0 != family }) {
            let part = family == other ? 23 : 211
            let result = SmallWorlds.run(family, other, part: part)
            #expect(result.worlds > 0)
            #expect(result.violations.prefix(2).isEmpty, "\(family) and \(other)")
        }
    }

    @Test func `machines agree in random worlds`() {
        let stated = ProcessInfo.processInfo.environment["PHOTOKIT_MERGE_STEPS"]
        let wanted = stated.flatMap { Int($0) } ?? 20_000
        let first = UInt64.random(in: 1...UInt64.max / 2)
        var (seed, steps) = (first, 0)
        while steps < wanted {
            let world = RandomWorlds.run(seed: seed)
            steps += world.steps
            #expect(world.violations.isEmpty, "Seed \(seed)")
            seed += 1
        }
    }

    @Test func `a world of one seed is the same each time`() {
        let rules = MergeRules(wrong: .removalsIgnored)
        let seed = (1...100).first { !RandomWorlds.run(seed: $0, rules: rules).violations.isEmpty }
        #expect(seed != nil)
        guard let seed else { return }
        #expect(!RandomWorlds.run(seed: seed, rules: rules).violations.isEmpty)
    }
}
