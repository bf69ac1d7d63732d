package import Foundation

/// Decides what becomes of an inspected file by its bytes: a new file, a duplicate, or the replacement of a lost file.
///
/// The caller first asks ``beforeAsking(_:planned:block:joinsUnits:)``. If the answer is ``askLibrary``, the caller
/// queries the library for the bytes, and then asks ``afterAsking(_:hasBroken:)``. The answer is ``new``,
/// ``duplicate(of:)`` or ``heal(_:)`` in the end.
package enum BytesDecision: Hashable, Sendable {
    /// The role of a file's bytes in the present block.
    package enum Holding: Hashable, Sendable {
        case absent
        /// A unit of the block has the bytes as its original.
        case original
        /// A unit of the block has the bytes as another file.
        case part
    }

    /// No asset has the bytes, or duplicates become assets.
    case new
    /// The assets with the bytes are whole.
    case duplicate(of: [UUID])
    /// A unit of the present block creates the asset with these bytes, and records the file.
    case joinUnit
    /// The present block must be committed before the library is asked.
    case commitFirst
    /// The library must be asked for the bytes.
    case askLibrary
    /// Assets with a lost file of these bytes, which the inspected file replaces.
    case heal([UUID])

    /// Decides as far as possible without the library.
    ///
    /// - Parameters:
    ///   - duplicates: The treatment of duplicates.
    ///   - planned: The asset that a dry run has planned for the bytes.
    ///   - block: The role of the bytes in the present block.
    ///   - joinsUnits: Whether the file can be recorded in the unit of another file. A file of another program's library
    ///     cannot, because its albums need the asset.
    /// - Returns: The decision, or the next step towards it.
    package static func beforeAsking(
        _ duplicates: ImportOptions.Duplicates,
        planned: UUID?,
        block: Holding,
        joinsUnits: Bool
    ) -> BytesDecision {
        if duplicates == .keep { return .new }
        if let planned { return .duplicate(of: [planned]) }
        switch block {
        case .absent: return .askLibrary
        case .original: return joinsUnits ? .joinUnit : .commitFirst
        case .part: return .commitFirst
        }
    }

    /// Decides with the library's answer.
    ///
    /// - Parameters:
    ///   - assets: The assets with the bytes, the oldest first.
    ///   - hasBroken: Returns whether one of them has lost a file that the inspected file can replace. Only
    ///     called if there are assets.
    /// - Returns: ``new``, ``duplicate(of:)`` or ``heal(_:)``.
    /// - Throws: The errors of `hasBroken`.
    package static func afterAsking(
        _ assets: [UUID],
        hasBroken: () throws -> Bool
    ) rethrows -> BytesDecision {
        if assets.isEmpty { return .new }
        return try hasBroken() ? .heal(assets) : .duplicate(of: assets)
    }
}
