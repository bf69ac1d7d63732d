/// Indexes of a list as ranges, as the interface writes them: `[[first, length], …]`.
public struct IndexRanges: Hashable, Sendable {
    /// The ranges in ascending order; none is empty, and none touches the next.
    public private(set) var ranges: [Range<Int>] = []

    /// Makes an empty list.
    public init() {}

    /// Makes the ranges of indexes in ascending order.
    public init(ascending indexes: some Sequence<Int>) {
        for index in indexes {
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
            } else {
                ranges.append(index..<(index + 1))
            }
        }
    }

    /// Reads ranges that a client sent; nil if a pair is malformed or lies outside the list.
    ///
    /// - Parameters:
    ///   - pairs: First index and length of each range, in any order; they may overlap.
    ///   - count: The length of the list.
    public init?(pairs: [[Int]], count: Int) {
        var read: [Range<Int>] = []
        for pair in pairs {
            guard pair.count == 2, pair[0] >= 0, pair[1] >= 0, pair[0] <= count,
                pair[1] <= count - pair[0]
            else { return nil }
            if pair[1] > 0 { read.append(pair[0]..<(pair[0] + pair[1])) }
        }
        for range in read.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    /// The number of indexes.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Whether there are no indexes.
    public var isEmpty: Bool { ranges.isEmpty }

    /// First index and length of each range.
    public var pairs: [[Int]] { ranges.map { [$0.lowerBound, $0.count] } }

    /// Returns the other indexes of a list.
    public func complement(count: Int) -> IndexRanges {
        var result = IndexRanges()
        var start = 0
        for range in ranges {
            if range.lowerBound > start { result.ranges.append(start..<range.lowerBound) }
            start = range.upperBound
        }
        if start < count { result.ranges.append(start..<count) }
        return result
    }
}
