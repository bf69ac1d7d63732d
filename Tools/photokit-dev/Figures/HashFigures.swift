import Foundation
import PhotosStore
import PhotosTestSupport

/// Measures how long it takes to find nearly equal pictures among so many by their hashes.
struct HashFigures {
    let count: Int

    func measure(_ row: (String, SearchBench.Measured, Double?) -> Void) {
        var numbers = SeededNumbers(seed: 4)
        var hashes = (0..<count).map { _ in UInt64.random(in: .min ... .max, using: &numbers) }
        // One picture in a hundred is nearly equal to another one.
        for index in stride(from: 0, to: count - 1, by: 100) {
            hashes[index] = hashes[index + 1] ^ (1 << UInt64(index % 64)) ^ 1
        }
        var start = ContinuousClock.now
        let index = HashIndex(hashes)
        var pairs = 0
        for hash in hashes { index.forEach(near: hash, within: 6) { _, _ in pairs += 1 } }
        // Each hash finds itself, and each pair is found from both of its hashes.
        row(
            "all pairs of hashes with distance ≤ 6",
            .init(found: (pairs - count) / 2, seconds: (ContinuousClock.now - start) / .seconds(1)),
            nil
        )
        var found = 0
        start = ContinuousClock.now
        for hash in hashes.prefix(1_000) {
            index.forEach(near: hash, within: 6) { _, _ in found += 1 }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1) / 1_000
        row("one hash against all, distance ≤ 6", .init(found: found, seconds: seconds), nil)
    }
}
