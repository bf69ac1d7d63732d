/// The four bytes that name a box, chunk or brand.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral {
    package let value: UInt32

    package init(value: UInt32) {
        self.value = value
    }

    /// Reads the first four bytes; missing bytes count as zero.
    package init(_ bytes: some Sequence<UInt8>) {
        var value: UInt32 = 0
        var count = 0
        for byte in bytes.prefix(4) {
            value = value << 8 | UInt32(byte)
            count += 1
        }
        self.value = value << UInt32(8 * (4 - count))
    }

    package init(stringLiteral text: StaticString) {
        precondition(
            text.utf8CodeUnitCount == 4,
            "A four-character code has four ASCII characters."
        )
        self.init(String(describing: text).utf8)
    }

    package var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
