/// Sixteen bytes that identify something in all libraries, such as those of a UUID, compared byte by byte.
package struct UniqueID: Hashable, Comparable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the sixteen bytes; nil if there are fewer or more.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }

    package static func < (left: UniqueID, right: UniqueID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant first.
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> Self($0))
        }
    }
}
