import Foundation
import PhotosStore

/// The values and albums that undos of imports had taken back when this import asked first.
///
/// The history is read once, and only if an undo changed a photo that the import concerns.
extension ImportRun {
    /// Returns the values that undos took from an asset, and that nobody has changed since.
    func undoneValues(ofAsset row: Int64) throws -> Set<UndoneImports.Value> {
        try undoneImports(ofAsset: row)?.values[row] ?? []
    }

    /// Returns the albums that an asset left last with an undo.
    func undoneAlbums(ofAsset row: Int64) throws -> Set<UUID> {
        try undoneImports(ofAsset: row)?.albums[row] ?? []
    }

    /// Returns what undos took from all photos; nil if none changed the asset.
    private func undoneImports(ofAsset row: Int64) throws -> UndoneImports? {
        let rows = try undoneRows ?? library.history.assetsOfUndoneImports()
        undoneRows = rows
        guard rows.contains(row) else { return nil }
        let found = try undone ?? library.history.undoneImports(ofAssets: rows)
        undone = found
        return found
    }
}
