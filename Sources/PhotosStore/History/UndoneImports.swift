package import Foundation
import GRDB

/// What undos of imports took back from photos that the library keeps, and nobody has changed since.
///
/// A later import of the same files may give it again. What a person removed, before or after the undo, is not among it.
package struct UndoneImports: Sendable {
    /// The properties whose last change was such an undo, by the rows of the photos.
    package fileprivate(set) var fields: [Int64: FieldMask<AssetField>] = [:]
    /// The albums that the photos left last with such an undo, by the rows of the photos.
    package fileprivate(set) var albums: [Int64: Set<UUID>] = [:]
}

/// Finds what undos took back in the changes since the first of them.
private struct UndoneChanges {
    struct Move {
        var album: Int64
        var asset: Int64
        /// Whether an undo took the photo out of the album.
        var isUndone: Bool
    }

    var fields: [Int64: FieldMask<AssetField>] = [:]
    /// The arrivals and departures of photos since an undo took them out of an album, the earliest first.
    var moves: [Move] = []
    private var movedAssets: Set<Int64> = []

    mutating func add(_ body: ChangeBody, isUndo: Bool) {
        for object in body.objects where object.id.entity == .asset {
            let row = object.id.rowID
            let mask = FieldMask<AssetField>(rawValue: object.mask)
            if object.kind != .updated {
                fields[row] = nil
            } else if isUndo {
                fields[row, default: []].formUnion(mask)
            } else {
                fields[row]?.subtract(mask)
            }
        }
        for member in body.members where member.kind != .moved {
            let isUndone = isUndo && member.kind == .left
            if isUndone { movedAssets.insert(member.assetID) }
            guard movedAssets.contains(member.assetID) else { continue }
            moves.append(Move(album: member.albumID, asset: member.assetID, isUndone: isUndone))
        }
    }
}

extension LibraryHistory {
    /// Returns what undos of imports took back.
    ///
    /// The cost follows the changes since the first undo of an import that the history has. What was taken back before the
    /// oldest change of the history is unknown, and left out.
    ///
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func undoneImports() throws -> UndoneImports {
        let changes = try undoneChanges()
        // An album that was deleted and made again has another row, and the same identifier.
        let names = try identifiers(Set(changes.moves.map(\.album)), in: .collection)
        var undone = UndoneImports()
        undone.fields = changes.fields.filter { !$0.value.isEmpty }
        for move in changes.moves {
            guard let album = names[move.album]?.uuid else { continue }
            if move.isUndone {
                undone.albums[move.asset, default: []].insert(album)
            } else {
                undone.albums[move.asset]?.remove(album)
            }
        }
        return undone
    }

    private func undoneChanges() throws -> UndoneChanges {
        try core.read { db in
            // The change of an undo names the source of the import.
            let undos = try Int64.fetchSet(
                db,
                sql: "SELECT sequence FROM change WHERE work = 0 AND source_id IS NOT NULL"
            )
            var found = UndoneChanges()
            guard let first = undos.min() else { return found }
            var last = first - 1
            while true {
                let page = try ChangeLog.changes(
                    after: last,
                    upTo: .max,
                    limit: 256,
                    size: 4 << 20,
                    db
                )
                guard let end = page.last else { return found }
                last = end.position.sequence
                for change in page {
                    do {
                        let isUndo = undos.contains(change.position.sequence)
                        found.add(try change.body(), isUndo: isUndo)
                    } catch  where Self.lacksDetails(error) {
                        // The change may have changed any of it.
                        found = UndoneChanges()
                    }
                }
            }
        }
    }
}
