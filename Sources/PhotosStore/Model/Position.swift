/// A position in an ordered list of members or children: a byte string compared byte by byte.
///
/// Between any two positions there is always another, so an insertion never renumbers its neighbours. The first eight
/// bytes are a whole number, big-endian and offset by 2^63. Appending counts this number up, and prepending counts it
/// down. The remaining bytes are a fraction without trailing zeros. Insertions between two positions lengthen the
/// fraction by a bit at a time.
package struct Position: Hashable, Sendable, Comparable {
    package var bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    private init(whole: UInt64) {
        bytes = (0..<8).map { UInt8(truncatingIfNeeded: whole >> (56 - 8 * UInt64($0))) }
    }

    private var whole: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    package static func < (left: Position, right: Position) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static let origin = Position(whole: 1 << 63)

    /// Returns the position after `last`, or the first position of an empty list.
    package static func after(_ last: Position?) -> Position {
        guard let last else { return origin }
        precondition(last.whole < .max, "The list has been appended to 2^63 times.")
        return Position(whole: last.whole + 1)
    }

    /// Returns the position before `first`, or the first position of an empty list.
    package static func before(_ first: Position?) -> Position {
        guard let first else { return origin }
        precondition(first.whole > 0, "The list has been prepended to 2^63 times.")
        return Position(whole: first.whole - 1)
    }

    /// Returns `count` rising positions strictly between two neighbours, where nil means the end of the list on that
    /// side.
    package static func positions(
        _ count: Int,
        after low: Position?,
        before high: Position?
    ) -> [Position] {
        var positions: [Position] = []
        positions.reserveCapacity(count)
        switch (low, high) {
        case (_, nil):
            var last = low
            for _ in 0..<count {
                let next = Position.after(last)
                positions.append(next)
                last = next
            }
        case (nil, let high?):
            var first = high
            for _ in 0..<count {
                first = Position.before(first)
                positions.append(first)
            }
            positions.reverse()
        case (let low?, let high?):
            appendPositions(count, between: low.bytes, and: high.bytes, into: &positions)
        }
        return positions
    }

    /// Appends `count` positions by repeated halving, the middle first; this adds about log2(count) bits of length.
    private static func appendPositions(
        _ count: Int,
        between low: [UInt8],
        and high: [UInt8],
        into positions: inout [Position]
    ) {
        guard count > 0 else { return }
        let middle = midpoint(between: low, and: high)
        appendPositions(count / 2, between: low, and: middle, into: &positions)
        positions.append(Position(bytes: middle))
        appendPositions(count - count / 2 - 1, between: middle, and: high, into: &positions)
    }

    /// Returns the shortest byte string near the middle of two byte strings, read as binary fractions.
    private static func midpoint(between low: [UInt8], and high: [UInt8]) -> [UInt8] {
        var sum: [UInt16] = []
        let length = max(low.count, high.count) + 1
        var carry: UInt16 = 0
        for index in stride(from: length - 1, through: 0, by: -1) {
            let digit = carry + digit(of: low, at: index) + digit(of: high, at: index)
            sum.append(digit & 0xFF)
            carry = digit >> 8
        }
        var middle: [UInt8] = []
        var remainder = carry
        for digit in sum.reversed() {
            let value = remainder << 8 | digit
            middle.append(UInt8(value >> 1))
            remainder = value & 1
        }
        return shortestBytes(of: middle, above: low, below: high)
    }

    /// Drops trailing bytes while the result stays strictly between `low` and `high`, but never a byte of the whole
    /// number.
    private static func shortestBytes(
        of middle: [UInt8],
        above low: [UInt8],
        below high: [UInt8]
    ) -> [UInt8] {
        for length in 8..<middle.count {
            let candidate = Array(middle.prefix(length))
            if low.lexicographicallyPrecedes(candidate), candidate.lexicographicallyPrecedes(high),
                length == 8 || candidate.last != 0
            {
                return candidate
            }
        }
        return middle
    }

    private static func digit(of bytes: [UInt8], at index: Int) -> UInt16 {
        index < bytes.count ? UInt16(bytes[index]) : 0
    }
}
