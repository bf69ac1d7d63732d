package import Foundation
package import PhotosStore

/// The presence of a file's bytes in the library, which decides what becomes of the file.
///
/// This is the one place that decides it, for the files of folders, of catalogs and of sweeps. The callers gather what is
/// ``Known``, and act on the cases.
package enum Presence: Hashable, Sendable {
    /// No asset has the bytes, or equal bytes become assets of their own.
    case absent
    /// A dry run has planned the asset with the bytes.
    case planned(UUID)
    /// A unit of the present block creates the asset with these bytes, and records the file.
    case inBlock
    /// Assets have the bytes, and all their files are whole.
    case whole(HeldBytes)
    /// Assets have the bytes, and some have lost a file that the inspected file replaces.
    case broken(HeldBytes)

    /// The role of a file's bytes in the present block.
    package enum Holding: Hashable, Sendable {
        case absent
        /// A unit of the block has the bytes as its original.
        case original
        /// A unit of the block has the bytes as another file.
        case part
    }

    /// The facts that are known about a file's bytes.
    package struct Known: Hashable, Sendable {
        /// Whether equal bytes become assets of their own.
        package var keepsDuplicates = false
        /// The asset that a dry run has planned for the bytes.
        package var planned: UUID?
        /// The role of the bytes in the present block.
        package var block = Holding.absent
        /// Whether the file can be recorded in the unit of another file.
        ///
        /// A file of another program's library cannot, because its albums need the asset.
        package var joinsUnits = false
        /// The library's answer, which counts more than the block; nil if the library was not asked.
        package var held: HeldBytes?
    }

    /// Decides by what is known; nil if the library must be asked, after the block has been committed if it adds the bytes.
    package init?(_ known: Known) {
        if known.keepsDuplicates {
            self = .absent
        } else if let held = known.held {
            if held.assets.isEmpty {
                self = .absent
            } else {
                let isWhole = held.broken.isEmpty && held.brokenMovies.isEmpty
                self = isWhole ? .whole(held) : .broken(held)
            }
        } else if let planned = known.planned {
            self = .planned(planned)
        } else if known.block == .original, known.joinsUnits {
            self = .inBlock
        } else {
            return nil
        }
    }

    /// The assets that have the bytes, the oldest first.
    package var assets: [UUID] {
        switch self {
        case .absent, .inBlock: []
        case .planned(let asset): [asset]
        case .whole(let held), .broken(let held): held.assets
        }
    }

    /// Whether only files that stay in sources have the bytes.
    package var isInSourcesAlone: Bool {
        switch self {
        case .absent, .planned, .inBlock: false
        case .whole(let held), .broken(let held): held.isInSourcesAlone
        }
    }
}
