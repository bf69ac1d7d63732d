import MergeWorlds
import PhotosMerge

/// Merges at random or in all small worlds, and prints what broke.
///
/// `merge-exerciser STEPS [SEED] [VARIANT]` or `merge-exerciser small [PART] [VARIANT]`
@main struct MergeExerciser {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { UInt64($0) }
        let variant = RuleVariant.allCases.first { arguments.contains("\($0)") }
        let rules = variant.map(MergeRules.init(wrong:)) ?? MergeRules()
        if arguments.contains("small") {
            runSmallWorlds(part: Int(numbers.first ?? 1), rules)
        } else {
            let seed = numbers.dropFirst().first ?? 1
            runRandomWorlds(steps: numbers.first ?? 1_000_000, seed: seed, rules)
        }
    }

    private static func runRandomWorlds(steps wanted: UInt64, seed: UInt64, _ rules: MergeRules) {
        let begin = ContinuousClock.now
        var (next, steps, broken) = (seed, UInt64(0), 0)
        while steps < wanted {
            let world = RandomWorlds.run(seed: next, rules: rules)
            steps += UInt64(world.steps)
            if let violation = world.violations.first {
                broken += 1
                if broken <= 5 { print("Seed \(next): \(violation)") }
            }
            next += 1
        }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        print(
            "\(steps) steps in \(next - seed) worlds, \(broken) broken,",
            "\(Int(Double(steps) / seconds)) steps a second"
        )
    }

    private static func runSmallWorlds(part: Int, _ rules: MergeRules) {
        let families = Act.Family.allCases
        var (worlds, broken) = (0, 0)
        for (index, first) in families.enumerated() {
            for second in families[index...] {
                let result = SmallWorlds.run(first, second, part: part, rules: rules)
                worlds += result.worlds
                broken += result.violations.count
                print("\(first.rawValue) and \(second.rawValue): \(result.worlds) worlds")
                for violation in result.violations.prefix(2) { print("  \(violation)") }
            }
        }
        print("\(worlds) worlds, \(broken) broken")
    }
}
