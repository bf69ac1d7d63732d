import Foundation
import PhotosStore
import PhotosTestSupport

/// How an operation is varied, so that many points are different ones: another library, and another engine.
struct OperationVariation: Hashable, Sendable {
    var seed: UInt64
    var pictures: Int
    var tuning: EngineTuning

    /// As libraries usually are.
    static let usual = OperationVariation(seed: 11, pictures: 16, tuning: EngineTuning())

    /// The variation of a number: the usual one first, then such as chance gives.
    static func number(_ number: Int, seed: UInt64) -> OperationVariation {
        guard number > 0 else { return usual }
        var random = SeededNumbers(seed: seed &+ UInt64(number) &* 7_919)
        return OperationVariation(
            seed: random.next() >> 32,
            pictures: 16 + random.number(below: 40),
            tuning: .rolled(&random)
        )
    }
}

extension EngineTuning {
    /// Sizes and limits such as chance gives, small ones more often than large ones: they make more happen.
    static func rolled(_ random: inout SeededNumbers) -> EngineTuning {
        var tuning = EngineTuning()
        tuning.writerCache = random.pick([16, 64, 256, 2_048, 32_768])
        tuning.readerCount = random.pick([1, 2, 6])
        tuning.patience = random.pick([20, 30, 60])
        tuning.checkpointPages = random.pick([1, 8, 40, 200, 1_000, 4_096])
        tuning.truncatingCheckpoint = random.pick([1 << 12, 1 << 18, 64 << 20])
        return tuning
    }

    /// As the program beside the tests takes it.
    var option: [String] {
        let data = (try? JSONEncoder().encode(self)) ?? Data()
        return ["--tuning", String(decoding: data, as: UTF8.self)]
    }
}
