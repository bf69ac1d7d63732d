package import Foundation
import GRDB

/// What undos of imports took from photos, and nobody has changed since.
///
/// A later import of the same files may give it again. A value that a person's change replaced or removed is not among it, also
/// where another import gave it before the undo.
/// Keywords that the change left are among it.
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

    /// What undos took from one photo, and the values that changes by persons replaced or removed.
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

    /// The rows of the photos that undos changed.
    let concerned: Set<Int64>
    /// These photos, as far as the history has their arrival and all changes since.
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
    /// Returns what undos of imports took from photos.
    ///
    /// Reads the whole history if it has such an undo. Photos whose arrival the history no longer has are left out, because an
    /// earlier change by a person is unknown.
    ///
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func undoneImports() throws -> UndoneImports {
        let photos = try undoneChanges()
        let names = try identifiers(
            Set(photos.values.flatMap { $0.moves.map(\.album) }),
            in: .collection
        )
        var undone = UndoneImports()
        for (row, photo) in photos {
            let values = photo.taken.subtracting(photo.found)
            if !values.isEmpty { undone.values[row] = values }
            let albums = photo.albums(named: names)
            if !albums.isEmpty { undone.albums[row] = albums }
        }
        return undone
    }

    private func undoneChanges() throws -> [Int64: UndoneChanges.Photo] {
        try core.read { db in
            // The change of an undo names the source of the import.
            let undos = try Int64.fetchSet(
                db,
                sql: "SELECT sequence FROM change WHERE work = 0 AND source_id IS NOT NULL"
            )
            guard !undos.isEmpty else { return [:] }
            var found = UndoneChanges(concerned: try Self.assets(changedBy: undos, db))
            var last: Int64 = 0
            while true {
                let page = try ChangeLog.changes(
                    after: last,
                    upTo: .max,
                    limit: 256,
                    size: 4 << 20,
                    db
                )
                guard let end = page.last else { return found.photos }
                last = end.position.sequence
                for change in page {
                    let cause: UndoneChanges.Cause =
                        undos.contains(change.position.sequence)
                        ? .undoOfImport : change.work == .imported ? .otherImport : .person
                    do {
                        found.add(try change.body(), by: cause)
                    } catch  where Self.lacksDetails(error) {
                        // The change may have changed any photo.
                        found.photos = [:]
                    }
                }
            }
        }
    }

    /// Returns the rows of the assets that changes updated, or took out of albums.
    private static func assets(
        changedBy sequences: Set<Int64>,
        _ db: Database
    ) throws -> Set<Int64> {
        var rows: Set<Int64> = []
        for sequence in sequences.sorted() {
            do {
                let body = try ChangeTransaction.change(at: sequence, db).body()
                rows.formUnion(body.objects.lazy.filter { $0.id.entity == .asset }.map(\.id.rowID))
                rows.formUnion(body.members.lazy.map(\.assetID))
            } catch  where lacksDetails(error) {
                continue
            }
        }
        return rows
    }
}
