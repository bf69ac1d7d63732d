/// A position in a list that several machines arrange: bytes that are compared one by one.
///
/// A block that puts objects into a gap makes one run. All positions of a run begin with the same bytes: a place in the gap,
/// the member and the number of the block. So runs of two machines stay apart, no two positions are equal, and what is put between
/// two objects of a run later stays between them.
package struct ListPosition: Hashable, Comparable, Sendable {
    package let bytes: [UInt8]

    /// Reads a position.
    ///
    /// - Throws: ``MergeError/invalidPosition`` if it is shorter than 8 or longer than 256 bytes, or all zeros, before which
    ///   nothing fits.
    package init(bytes: [UInt8]) throws(MergeError) {
        guard (8...256).contains(bytes.count), bytes.contains(where: { $0 != 0 }) else {
            throw .invalidPosition
        }
        self.bytes = bytes
    }

    package static func < (left: ListPosition, right: ListPosition) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The block that makes a run of positions, and how many it has made before.
package struct RunMaker: Sendable {
    package var dot: Dot
    package private(set) var count: UInt32 = 0

    package init(_ dot: Dot) { self.dot = dot }

    /// The bytes that all positions of this block have behind the place in the gap.
    var tag: [UInt8] {
        let member = dot.member.id.high ^ dot.member.id.low
        return member.bigEndianBytes + dot.number.bigEndianBytes.suffix(5)
    }

    /// Returns bytes that rise with each call.
    mutating func nextIndex() -> [UInt8] {
        count += 1
        return Array(count.bigEndianBytes.suffix(3))
    }
}
