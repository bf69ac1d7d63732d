import Foundation
import PhotosStore

/// Asking what the library has of the bytes of inspected files.
extension ImportRun {
    /// Returns what the library has of given bytes.
    ///
    /// The present block is committed first, if it adds the bytes and the file cannot join the unit.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of the bytes.
    ///   - movie: The checksum of a movie that is inside the file.
    ///   - joinsUnits: Whether the file can be recorded in a unit of the present block.
    ///   - evenDeleted: Whether assets in Recently Deleted count.
    ///   - sparesOffline: Whether resources that wait for their file in a source are left out, as in a sweep.
    /// - Returns: The decision.
    /// - Throws: The errors of the commit and of the library.
    func presence(
        of checksum: [UInt8],
        movie: [UInt8]? = nil,
        joinsUnits: Bool = false,
        evenDeleted: Bool = false,
        sparesOffline: Bool = false
    ) throws -> Presence {
        var known = Presence.Known(
            keepsDuplicates: options.duplicates == .keep,
            planned: block.planned[checksum],
            block: block.holding(checksum),
            joinsUnits: joinsUnits
        )
        if let presence = Presence(known) { return presence }
        if known.block != .absent { try commitBlock() }
        var held = try heldBytes(checksum, evenDeleted: evenDeleted, sparesOffline: sparesOffline)
        if let movie, !held.assets.isEmpty { held.brokenMovies = try heldBytes(movie).broken }
        known.held = held
        return Presence(known) ?? .absent
    }

    /// Returns what an asset has of given bytes, and the pictures and movies of other assets with these bytes.
    ///
    /// The resources of the one asset include edit recipes. The present block is committed first, if it adds the bytes.
    func presence(of checksum: [UInt8], inAsset uuid: UUID) throws -> Presence {
        if block.brings(checksum) { try commitBlock() }
        guard let row = try library.records.rows(of: [uuid], in: .asset)[uuid] else {
            return .absent
        }
        let own = try library.originals.heldFiles(ofAssets: [row]).filter {
            $0.checksum == checksum
        }
        var seen = Set(own.map(\.row))
        let others = try library.originals.heldFiles(ofChecksum: checksum).filter {
            seen.insert($0.row).inserted
        }
        let held = try HeldBytes(own + others, verifier, sparesOffline: false)
        return Presence(.init(held: held)) ?? .absent
    }

    /// Returns the assets with the given bytes, and those of their resources whose file is missing or
    /// damaged.
    func heldBytes(
        _ checksum: [UInt8],
        evenDeleted: Bool = false,
        sparesOffline: Bool = false
    ) throws -> HeldBytes {
        let files = try library.originals.heldFiles(ofChecksum: checksum, evenDeleted: evenDeleted)
        return try HeldBytes(files, verifier, sparesOffline: sparesOffline)
    }
}
