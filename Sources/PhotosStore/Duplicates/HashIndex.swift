/// Finds the hashes of a list that are near a given one.
///
/// Each hash is listed in four tables, by each of its four blocks of 16 bits. If two hashes differ in few bits, they differ
/// in even fewer bits of one of the blocks. So few lists of one table need to be read.
package struct HashIndex: Sendable {
    private struct Table: Sendable {
        /// The position of the first entry of each value of the block, and the number of all entries.
        var starts: [UInt32]
        var hashes: [UInt64]
        var indexes: [UInt32]
    }

    private static let blockCount = 4
    private static let blockBits = 16
    /// The largest distance for which lists are read instead of all hashes.
    private static let mostDistance = 15

    private let tables: [Table]

    /// Makes an index.
    ///
    /// - Parameter hashes: The hashes. Their positions are the results of searches.
    package init(_ hashes: [UInt64]) {
        tables = (0..<Self.blockCount).map { block in
            var starts = [UInt32](repeating: 0, count: (1 << Self.blockBits) + 1)
            for hash in hashes { starts[Self.value(of: block, hash) + 1] += 1 }
            for value in 1..<starts.count { starts[value] += starts[value - 1] }
            var next = starts
            var sorted = [UInt64](repeating: 0, count: hashes.count)
            var indexes = [UInt32](repeating: 0, count: hashes.count)
            for (index, hash) in hashes.enumerated() {
                let value = Self.value(of: block, hash)
                let place = Int(next[value])
                next[value] += 1
                sorted[place] = hash
                indexes[place] = UInt32(index)
            }
            return Table(starts: starts, hashes: sorted, indexes: indexes)
        }
    }

    /// Calls `body` once with the position of each hash within a distance, in no particular order.
    ///
    /// - Parameters:
    ///   - hash: The hash that others are compared with.
    ///   - distance: The largest number of different bits, from 0 to 64.
    ///   - body: Gets the position of a hash and its distance.
    package func forEach(
        near hash: UInt64,
        within distance: Int,
        _ body: (_ index: Int, _ distance: Int) -> Void
    ) {
        precondition(
            (0...64).contains(distance),
            "A distance of \(distance) bits was given. Distances are from 0 to 64."
        )
        guard distance <= Self.mostDistance else {
            for (index, other) in zip(tables[0].indexes, tables[0].hashes) {
                let found = (other ^ hash).nonzeroBitCount
                if found <= distance { body(Int(index), found) }
            }
            return
        }
        // If block n differed in more than limits[n] bits for each n, all would differ in more than `distance` bits.
        let limits = (0..<Self.blockCount).map { block in
            (distance + 1 + Self.blockCount - 1 - block) / Self.blockCount - 1
        }
        for (block, limit) in limits.enumerated() where limit >= 0 {
            let table = tables[block]
            let value = Self.value(of: block, hash)
            for mask in Self.masks[limit] {
                let list = value ^ Int(mask)
                for place in Int(table.starts[list])..<Int(table.starts[list + 1]) {
                    let difference = table.hashes[place] ^ hash
                    let found = difference.nonzeroBitCount
                    guard found <= distance,
                        !Self.isListed(difference, before: block, limits: limits)
                    else { continue }
                    body(Int(table.indexes[place]), found)
                }
            }
        }
    }

    /// Whether a hash with this difference was found by an earlier block.
    private static func isListed(_ difference: UInt64, before block: Int, limits: [Int]) -> Bool {
        for earlier in 0..<block where limits[earlier] >= 0 {
            if value(of: earlier, difference).nonzeroBitCount <= limits[earlier] { return true }
        }
        return false
    }

    private static func value(of block: Int, _ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash >> UInt64(block * blockBits)) & 0xFFFF
    }

    /// The values with at most so many bits.
    private static let masks: [[UInt16]] = (0..<4).map { most in
        (0...UInt16.max).filter { $0.nonzeroBitCount <= most }
    }
}
