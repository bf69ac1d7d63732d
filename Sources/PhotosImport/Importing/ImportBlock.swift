import Foundation
import PhotosMedia
import PhotosStore

/// The units that become one change block: a value that does not access the disk.
struct ImportBlock {
    private(set) var units: [ImportUnit] = []
    private var fileCount = 0
    private var byteCount: Int64 = 0
    /// The index of the unit that adds the bytes, by checksum.
    private var owners: [[UInt8]: Int] = [:]
    private var contentIdentifiers: Set<String> = []

    var isEmpty: Bool { units.isEmpty }

    /// Returns whether the next unit must wait for the next block.
    func isFull(_ options: ImportOptions) -> Bool {
        fileCount >= options.blockFiles || byteCount >= options.blockBytes
            || units.count >= Self.mostUnits
    }

    /// The maximum number of units.
    ///
    /// Units that only record files are not limited by `blockFiles`.
    private static let mostUnits = 4_096

    mutating func add(_ unit: ImportUnit) {
        for checksum in unit.checksums { owners[checksum] = units.count }
        contentIdentifiers.formUnion(unit.staged.compactMap { $0.facts?.contentIdentifier })
        if !unit.isNote { fileCount += unit.files.count }
        byteCount += unit.byteCount
        units.append(unit)
    }

    func brings(_ checksum: [UInt8]) -> Bool { owners[checksum] != nil }

    func brings(contentIdentifier: String) -> Bool {
        contentIdentifiers.contains(contentIdentifier)
    }

    /// Records a file whose bytes are the original of a unit.
    ///
    /// Returns false if the bytes belong to another file of a unit, or to no unit.
    mutating func addTwin(_ file: ImportUnit.File, at place: SourceFolderPath?) -> Bool {
        guard let checksum = file.checksum, let owner = owners[checksum],
            units[owner].files.first?.checksum == checksum
        else { return false }
        units[owner].twins.append((place, file))
        fileCount += 1
        return true
    }
}
