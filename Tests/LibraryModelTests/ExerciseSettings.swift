import Foundation

/// The seed and the length of a random test: by default a new seed for each run, told when something fails.
struct ExerciseSettings {
    let seed: UInt64
    let blocks: Int

    init(defaultBlocks: Int, environment: [String: String] = ProcessInfo.processInfo.environment) {
        seed = environment["PHOTOKIT_TEST_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...999_999)
        blocks = environment["PHOTOKIT_TEST_BLOCKS"].flatMap(Int.init) ?? defaultBlocks
    }
}
