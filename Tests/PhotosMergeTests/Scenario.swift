import MergeWorlds
import PhotosMerge
import Testing

/// Something that the rules promise, and wrong variants of the rules that break it.
struct Scenario: Sendable, CustomTestStringConvertible {
    let promise: String
    let wrong: [RuleVariant]
    let holds: @Sendable (MergeRules) throws -> Bool

    init(
        _ promise: String,
        wrong: RuleVariant...,
        holds: @escaping @Sendable (MergeRules) throws -> Bool
    ) {
        self.promise = promise
        self.wrong = wrong
        self.holds = holds
    }

    var testDescription: String { promise }

    static let all =
        registers + sets + positions + folders + assets + others
}
