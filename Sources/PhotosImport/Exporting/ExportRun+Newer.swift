import Foundation
import PhotosStore

/// Files that a newer state of the library exported, in a run of an older state.
extension ExportRun {
    /// Takes the files of an asset that only a newer state of the library has out of the export and of its record.
    ///
    /// Nobody can say any more whether the asset was deleted. Files that are not in the record are never removed, and an import
    /// of the folder takes them.
    func setAside(_ asset: RecordIndex.Asset) throws {
        for file in asset.files { try setAside(file, of: asset.uuid) }
        let moved = try asset.files.filter { try target.state($0.path) == nil }
        let parts = Set(moved.map(\.part))
        try reportLeftovers(
            of: moved,
            besides: asset.files.filter { !parts.contains($0.part) },
            of: asset.uuid
        )
        try markManifestOutdated()
        try record.add(.forgotten(asset.uuid))
    }

    /// Moves a file into a folder for those of a newer state, below its path in the export, and names it.
    ///
    /// Files of others, and those that another program has changed, stay where they are. Links lead to files below the same
    /// folder, so they hold.
    func setAside(_ file: RecordedFile, of uuid: UUID) throws {
        guard let state = try target.state(file.path) else { return }
        var path = file.path
        if file.kind != .foreign, state.isSame(as: file) {
            path = try moveToNewer(file.path)
            target.removeEmptyFolders(above: file.path)
        }
        summary.keptCount += 1
        notify(
            .kept(
                shownURL(of: path),
                localIdentifier: assetIdentifier(for: uuid),
                reason:
                    "A newer state of the library exported it, which this library does not know."
            )
        )
    }

    /// Returns the path to which a file of the export was moved; no file is replaced.
    private func moveToNewer(_ path: String) throws -> String {
        let folder = "newer-\(library.environment.now().formatted(.iso8601.year().month().day()))"
        var (number, moved) = (1, "\(folder)/\(path)")
        while try target.rename(path, to: moved) == .taken {
            number += 1
            moved = "\(folder)-\(number)/\(path)"
        }
        return moved
    }
}
