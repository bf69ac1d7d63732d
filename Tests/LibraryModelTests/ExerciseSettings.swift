import Foundation

/// The seed and the length of a random test: by default a new seed for each run, which a failure names.
///
/// `Scripts/test --all` sets `PHOTOKIT_TEST_BLOCKS` for a long run of the same checks.
struct ExerciseSettings {
    let seed: UInt64
    let blocks: Int

    init(defaultBlocks: Int, environment: [String: String] = ProcessInfo.processInfo.environment) {
        seed =
            environment["PHOTOKIT_TEST_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...999_999)
        blocks = environment["PHOTOKIT_TEST_BLOCKS"].flatMap(Int.init) ?? defaultBlocks
    }
}
