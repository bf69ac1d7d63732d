import MergeWorlds
import PhotosMerge

/// Merges at random, and prints what broke: `merge-exerciser STEPS [SEED] [VARIANT]`.
@main struct MergeExerciser {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { UInt64($0) }
        let variant = RuleVariant.allCases.first { arguments.contains("\($0)") }
        let wanted = numbers.first ?? 1_000_000
        let begin = ContinuousClock.now
        var seed = numbers.dropFirst().first ?? 1
        var steps: UInt64 = 0
        var broken = 0
        while steps < wanted {
            let world = RandomWorlds.run(seed: seed, rules: variant.map(MergeRules.init(wrong:)) ?? MergeRules())
            steps += UInt64(world.steps)
            if let violation = world.violations.first {
                broken += 1
                if broken <= 5 { print("seed \(seed): \(violation)") }
            }
            seed += 1
        }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        print("\(steps) steps in \(seed - 1) worlds, \(broken) broken, \(Int(Double(steps) / seconds)) steps a second")
    }
}
