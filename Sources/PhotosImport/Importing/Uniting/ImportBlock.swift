package import Foundation
import PhotosMedia
package import PhotosStore

/// The units that become one change block, and what a dry run has planned: a value that does not access the disk.
package struct ImportBlock {
    package private(set) var units: [ImportUnit] = []
    private var fileCount = 0
    private var byteCount: Int64 = 0
    /// The index of the unit that adds the bytes, by checksum.
    private var owners: [[UInt8]: Int] = [:]
    private var contentIdentifiers: Set<String> = []
    /// The checksums of files that a dry run has planned, with their assets.
    ///
    /// No library has these files.
    package var planned: [[UInt8]: UUID] = [:]

    package init() {}

    /// Returns whether the next unit must wait for the next block.
    package func isFull(_ options: ImportOptions) -> Bool {
        fileCount >= options.blockFiles || byteCount >= options.blockBytes
            || units.count >= Self.mostUnits
    }

    /// The maximum number of units.
    ///
    /// Units that only record files are not limited by `blockFiles`.
    private static let mostUnits = 4_096

    package mutating func add(_ unit: ImportUnit) {
        for checksum in unit.checksums { owners[checksum] = units.count }
        contentIdentifiers.formUnion(unit.staged.compactMap { $0.facts?.contentIdentifier })
        if !unit.isNote { fileCount += unit.files.count }
        byteCount += unit.byteCount
        units.append(unit)
    }

    package func brings(_ checksum: [UInt8]) -> Bool { owners[checksum] != nil }

    /// Returns the units, and begins the next block.
    package mutating func takeUnits() -> [ImportUnit] {
        defer {
            let planned = planned
            self = ImportBlock()
            self.planned = planned
        }
        return units
    }

    /// Returns the role of bytes in the block.
    package func holding(_ checksum: [UInt8]) -> Presence.Holding {
        guard let owner = owners[checksum] else { return .absent }
        return units[owner].files.first?.checksum == checksum ? .original : .part
    }

    package func brings(contentIdentifier: String) -> Bool {
        contentIdentifiers.contains(contentIdentifier)
    }

    /// Records a file whose bytes are the original of a unit.
    package mutating func addTwin(_ file: ImportUnit.File, at folder: SourceFolderPath?) {
        guard let checksum = file.checksum, let owner = owners[checksum] else { return }
        units[owner].twins.append((folder, file))
        fileCount += 1
    }
}
