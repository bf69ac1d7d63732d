/// Sums of keyed hashes over all that members with equal vectors have in common, in 256 buckets.
///
/// A unit is an object, a photo in an album, or another element. The hash of a unit is over its registers with their stamps. A
/// change subtracts the unit's hash and adds the new one, so nothing else is read.
package struct LibraryDigest: Hashable, Sendable {
    /// A hash of 128 bits.
    package typealias Sum = UInt128

    package private(set) var buckets = [Sum](repeating: 0, count: 256)

    package init() {}

    /// Replaces what a unit contributes.
    ///
    /// - Parameters:
    ///   - key: A register of the unit.
    ///   - before: The hash of ``unit(of:isShown:)`` before; 0 if that was empty.
    ///   - after: The hash now; 0 if it is empty.
    package mutating func replace(_ key: RegisterKey, before: Sum, after: Sum) {
        buckets[Self.bucket(of: key)] &-= before
        buckets[Self.bucket(of: key)] &+= after
    }

    /// The bucket of a register, which all registers of its unit share.
    package static func bucket(of key: RegisterKey) -> Int {
        let element = key.kind.subject == .asset ? 0 : key.element.last ?? 0
        return Int(UInt8(truncatingIfNeeded: key.object.id.low) ^ element)
    }

    /// The buckets in which two digests differ.
    package func differences(from other: LibraryDigest) -> [Int] {
        buckets.indices.filter { buckets[$0] != other.buckets[$0] }
    }
}

extension MergeRules {
    /// Returns the bytes over which the hash of a unit is computed; empty if it contributes nothing.
    ///
    /// What a removal hides contributes nothing, because members forget it at different times. Removals and what they had seen
    /// are left out for the same reason, and so is what each member computes.
    ///
    /// - Parameters:
    ///   - registers: The unit's registers: of an asset or collection, of a photo in an album, of a burst, of the library.
    ///   - isShown: Whether the unit's object is shown, in Recently Deleted or outside.
    /// - Returns: The canonical form of what counts.
    package func unit(of registers: [Register], isShown: Bool) -> [UInt8] {
        guard isShown || has(.digestHasGraves) else { return [] }
        var writer = ByteWriter()
        for register in registers.sorted(by: { $0.key < $1.key }) {
            switch register.content {
            case .latest: writer.write(register)
            case .additions(let set):
                guard set.isPresent else { continue }
                let additions = AdditionSet(
                    additions: set.additions,
                    removals: [],
                    covered: VersionVector()
                )
                writer.write(Register(register.key, additions))
            case .maximum: continue
            }
        }
        return writer.bytes
    }
}
