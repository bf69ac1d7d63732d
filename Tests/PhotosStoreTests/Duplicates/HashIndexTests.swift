import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The search for near hashes against the comparison of all hashes.
@Suite(.permit) struct HashIndexTests {
    private static func hashes(_ count: Int, seed: UInt64) -> [UInt64] {
        var random = SeededNumbers(seed: seed)
        var hashes: [UInt64] = []
        for _ in 0..<count {
            // A third are changed copies of earlier ones, so that there are near pairs, and equal ones.
            if let earlier = hashes.randomElement(using: &random), random.number(below: 3) == 0 {
                var hash = earlier
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    hash ^= 1 << UInt64.random(in: 0..<64, using: &random)
                }
                hashes.append(hash)
            } else {
                hashes.append(UInt64.random(in: .min ... .max, using: &random))
            }
        }
        return hashes
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 64])
    func `The index finds each near hash once`(distance: Int) {
        let hashes = Self.hashes(700, seed: UInt64(distance) + 1)
        let index = HashIndex(hashes)
        var count = 0
        for (number, hash) in hashes.enumerated() where number % 5 == 0 {
            var found: [Int: Int] = [:]
            index.forEach(near: hash, within: distance) { other, distance in
                #expect(found[other] == nil)
                found[other] = distance
            }
            var expected: [Int: Int] = [:]
            for (other, hash) in hashes.map({ ($0 ^ hash).nonzeroBitCount }).enumerated()
            where hash <= distance { expected[other] = hash }
            #expect(found == expected)
            count += found.count - 1
        }
        #expect(distance == 0 || count > 0)
    }

    @Test func `An empty index finds nothing`() {
        HashIndex([]).forEach(near: 5, within: 6) { _, _ in Issue.record("It found something.") }
    }

    @Test func `A distance outside of 0 to 64 traps`() async {
        await #expect(processExitsWith: .failure) {
            HashIndex([1]).forEach(near: 1, within: 65) { _, _ in }
        }
    }
}
