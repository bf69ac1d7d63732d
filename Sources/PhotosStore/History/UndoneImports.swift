package import Foundation
import GRDB

/// The values and albums that undos of imports took from photos, and that nobody has changed since.
///
/// A later import of the same files may give them again. A value that a person's change replaced or removed is not among them,
/// also where another import gave it before the undo. Keywords that the change left are among them.
package struct UndoneImports: Sendable {
    /// A value of a property of a photo; each keyword is a value of its own.
    package struct Value: Hashable, Sendable {
        var field: AssetField
        var value: FieldValue

        package init(_ field: AssetField, _ value: FieldValue) {
            (self.field, self.value) = (field, value)
        }
    }

    /// The values that undos took, by the rows of the photos.
    package fileprivate(set) var values: [Int64: Set<Value>] = [:]
    /// The albums that the photos left last with an undo, by the rows of the photos.
    package fileprivate(set) var albums: [Int64: Set<UUID>] = [:]
}

/// Finds what undos took in all changes of the history.
private struct UndoneChanges {
    enum Cause {
        case undoOfImport
        case otherImport
        case person
    }

    /// The values that undos took from one photo, and those that changes by persons replaced or removed.
    struct Photo {
        struct Move {
            var album: Int64
            var isDeparture: Bool
            var cause: Cause
        }

        var taken: Set<UndoneImports.Value> = []
        var found: Set<UndoneImports.Value> = []
        /// The keywords before a person's last change of them, until a later change says which ones it left.
        var keywords: Set<UndoneImports.Value> = []
        /// The arrivals in albums and the departures, the earliest first.
        var moves: [Move] = []

        mutating func add(_ change: ObjectChange, by cause: Cause) {
            var before: Set<UndoneImports.Value> = []
            for (field, value) in change.values(of: AssetField.self) {
                let values =
                    field == .keywords ? Keywords.read(value.text).map(FieldValue.text) : [value]
                before.formUnion(values.map { UndoneImports.Value(field, $0) })
            }
            let mask = FieldMask<AssetField>(rawValue: change.mask)
            if mask.contains(AssetField.keywords) {
                found.formUnion(keywords.subtracting(before))
                // If no later change of keywords follows, no undo took keywords either.
                keywords = cause == .person ? before.filter { $0.field == .keywords } : []
            }
            if cause == .undoOfImport { return taken.formUnion(before) }
            taken = taken.filter { !mask.contains($0.field) }
            if cause == .person { found.formUnion(before.filter { $0.field != .keywords }) }
        }

        /// Returns the albums that the photo left last with an undo, and never by a person.
        func albums(named names: [Int64: LocalIdentifier]) -> Set<UUID> {
            var taken: Set<UUID> = []
            var left: Set<UUID> = []
            for move in moves {
                // An album that was deleted and made again has another row, and the same identifier.
                guard let album = names[move.album]?.uuid else { continue }
                if move.isDeparture, move.cause == .undoOfImport {
                    taken.insert(album)
                } else {
                    taken.remove(album)
                    if move.isDeparture, move.cause == .person { left.insert(album) }
                }
            }
            return taken.subtracting(left)
        }
    }

    /// The rows of the photos that are looked for, of those that undos changed.
    let concerned: Set<Int64>
    /// The photos that are looked for, as far as the history has their arrival and all changes since.
    var photos: [Int64: Photo] = [:]

    mutating func add(_ body: ChangeBody, by cause: Cause) {
        for object in body.objects
        where object.id.entity == .asset && concerned.contains(object.id.rowID) {
            switch object.kind {
            case .inserted: photos[object.id.rowID] = Photo()
            case .updated: photos[object.id.rowID]?.add(object, by: cause)
            case .deleted: photos[object.id.rowID] = nil
            }
        }
        for member in body.members where member.kind != .moved {
            photos[member.assetID]?.moves.append(
                .init(album: member.albumID, isDeparture: member.kind == .left, cause: cause)
            )
        }
    }
}

extension LibraryHistory {
    /// Returns the rows of the assets that undos of imports changed, or took out of albums, with one statement.
    ///
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func assetsOfUndoneImports() throws -> Set<Int64> {
        try core.read { db in
            var rows: Set<Int64> = []
            let statement = try db.cachedStatement(
                sql: "SELECT body FROM change WHERE \(Self.isUndoOfImport)"
            )
            try statement.forEachRow([], in: db) { (columns) -> Void in
                do {
                    let body = try ChangeBody(encoded: columns.blob() ?? [])
                    rows.formUnion(
                        body.objects.lazy.filter { $0.id.entity == .asset }.map(\.id.rowID)
                    )
                    rows.formUnion(body.members.lazy.map(\.assetID))
                } catch  where Self.lacksDetails(error) {
                    return
                }
            }
            return rows
        }
    }

    /// Returns what undos of imports took from some photos.
    ///
    /// Reads the whole history, with one statement. Photos whose arrival the history no longer has are left out, because an
    /// earlier change by a person is unknown.
    ///
    /// - Parameter rows: The rows that ``assetsOfUndoneImports()`` gives, or some of them.
    /// - Returns: The values and albums that undos took.
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func undoneImports(ofAssets rows: Set<Int64>) throws -> UndoneImports {
        var undone = UndoneImports()
        guard !rows.isEmpty else { return undone }
        let photos = try undoneChanges(ofAssets: rows)
        let names = try identifiers(
            Set(photos.values.flatMap { $0.moves.map(\.album) }),
            in: .collection
        )
        for (row, photo) in photos {
            let values = photo.taken.subtracting(photo.found)
            if !values.isEmpty { undone.values[row] = values }
            let albums = photo.albums(named: names)
            if !albums.isEmpty { undone.albums[row] = albums }
        }
        return undone
    }

    private func undoneChanges(
        ofAssets rows: Set<Int64>
    ) throws -> [Int64: UndoneChanges.Photo] {
        try core.read { db in
            var found = UndoneChanges(concerned: rows)
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.isUndoOfImport), work, body FROM change ORDER BY sequence"
            )
            try statement.forEachRow([], in: db) { (columns) -> Void in
                let isUndo = columns.flag()
                let isImport = columns.count() == WorkKind.imported.rawValue
                do {
                    found.add(
                        try ChangeBody(encoded: columns.blob() ?? []),
                        by: isUndo ? .undoOfImport : isImport ? .otherImport : .person
                    )
                } catch  where Self.lacksDetails(error) {
                    // The change may have changed any photo.
                    found.photos = [:]
                }
            }
            return found.photos
        }
    }

    /// The condition for the change of an undo, which names the source of the import.
    private static let isUndoOfImport =
        "work = \(WorkKind.edit.rawValue) AND source_id IS NOT NULL"
}
