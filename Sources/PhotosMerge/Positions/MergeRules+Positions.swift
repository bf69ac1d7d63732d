extension MergeRules {
    /// Returns rising positions between two neighbours, all of one run.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - low: The neighbour before; nil for the beginning of the list.
    ///   - high: The neighbour after; nil for the end of the list.
    ///   - maker: The block, which goes on counting.
    /// - Returns: The positions; nil if they would be too long. Then the block gives the whole list new positions, as one run.
    package func positions(
        _ count: Int,
        after low: ListPosition?,
        before high: ListPosition?,
        by maker: inout RunMaker
    ) -> [ListPosition]? {
        let place = place(between: low?.bytes ?? [], and: high?.bytes)
        var positions: [ListPosition] = []
        positions.reserveCapacity(count)
        for _ in 0..<count {
            let index = maker.nextIndex()
            let bytes =
                if has(.positionsWithoutTag) {
                    place + index
                } else if has(.positionsWithIndexFirst) {
                    place + index + maker.tag
                } else {
                    place + maker.tag + index
                }
            guard let position = try? ListPosition(bytes: bytes) else { return nil }
            positions.append(position)
        }
        return positions
    }

    /// Returns the place of a run: bytes between two positions that the higher one does not begin with.
    private func place(between low: [UInt8], and high: [UInt8]?) -> [UInt8] {
        guard let high else {
            guard !low.isEmpty else { return (UInt64(1) << 63).bigEndianBytes }
            let whole = Self.whole(of: low)
            return whole == .max ? low + [0x80] : (whole + 1).bigEndianBytes
        }
        let whole = Self.whole(of: high)
        if low.isEmpty, whole > 0 { return (whole - 1).bigEndianBytes }
        let middle = Self.middle(of: low, and: high)
        for length in 8..<middle.count {
            let place = middle.prefix(length)
            let isBetween =
                low.lexicographicallyPrecedes(place) && place.lexicographicallyPrecedes(high)
            // What follows the place would stand behind a position that begins with it.
            if isBetween, has(.positionMayBeginNext) || !high.starts(with: place) {
                return Array(place)
            }
        }
        return middle
    }

    /// The first eight bytes, as a number.
    private static func whole(of bytes: [UInt8]) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the middle of two byte strings that are read as fractions; it is longer than both.
    private static func middle(of low: [UInt8], and high: [UInt8]) -> [UInt8] {
        let length = max(low.count, high.count) + 1
        var sum = [UInt16](repeating: 0, count: length + 1)
        var carry: UInt16 = 0
        for index in stride(from: length - 1, through: 0, by: -1) {
            let digits = carry + digit(of: low, at: index) + digit(of: high, at: index)
            sum[index + 1] = digits & 0xFF
            carry = digits >> 8
        }
        sum[0] = carry
        return (1...length).map { UInt8(truncatingIfNeeded: (sum[$0 - 1] << 8 | sum[$0]) >> 1) }
    }

    private static func digit(of bytes: [UInt8], at index: Int) -> UInt16 {
        index < bytes.count ? UInt16(bytes[index]) : 0
    }
}
