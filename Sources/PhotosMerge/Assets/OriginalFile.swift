/// One original file of an asset: the element of its register.
package struct OriginalFile: Hashable, Comparable, Sendable {
    /// The API's number for the type of the resource.
    package var role: UInt16
    /// The SHA-256 checksum.
    package var checksum: [UInt8]

    package init(role: UInt16, checksum: [UInt8]) {
        self.role = role
        self.checksum = checksum
    }

    /// Reads the element of a register; nil if it is none.
    package init?(element: [UInt8]) {
        guard element.count == 34 else { return nil }
        role = UInt16(element[0]) << 8 | UInt16(element[1])
        checksum = Array(element.dropFirst(2))
    }

    package var element: [UInt8] { role.bigEndianBytes + checksum }

    package static func < (left: OriginalFile, right: OriginalFile) -> Bool {
        left.element.lexicographicallyPrecedes(right.element)
    }
}

extension MergeRules {
    /// Returns the identifier of the asset that shows an original which lost its role: the same on every machine.
    package func derivedAsset(of asset: SharedID, _ file: OriginalFile) -> SharedID {
        let bytes = has(.derivedIgnoresChecksum) ? [UInt8](repeating: 1, count: 16) : file.checksum
        let mixed = UniqueID(bytes: bytes.prefix(16)) ?? UniqueID(high: 0, low: 0)
        // The product makes the order of two derivations count: a file of a derived asset may lose its role, too. Version 8 and
        // the variant are those of RFC 9562 for bytes by a rule of one's own.
        let high = asset.id.high &* 0x9E37_79B9_7F4A_7C15 ^ mixed.high
        let low = asset.id.low &* 0xBF58_476D_1CE4_E5B9 ^ mixed.low
        return SharedID(
            UniqueID(high: high & ~0xF000 | 0x8000, low: low & ~(3 << 62) | 1 << 63)
        )
    }
}
