package import Foundation
import GRDB

/// Which photos persons took out of albums, as far as the history says.
///
/// A later import of the same albums leaves such photos out, and adds those that never were in the album. What an undo of an import
/// took out comes in again.
package struct AlbumDepartures: Sendable {
    /// What the history says of a photo that is not in an album.
    package enum Answer: Sendable {
        /// A person took the photo out of the album.
        case byPerson
        /// The photo never was in the album, or an undo of an import took it out.
        case notByPerson
        /// The history does not reach back to the time at which both were new.
        case unknown
    }

    private struct Place: Hashable {
        var album: UUID
        var asset: Int64
    }

    /// How photos left albums the last time.
    private var last: [Place: Answer] = [:]
    /// The photos and albums whose whole history is known, because it has their arrival.
    private var knownAssets: Set<Int64> = []
    private var knownAlbums: Set<UUID> = []
    /// The identifiers of albums by their rows.
    ///
    /// An album that was made again has several rows.
    private let albums: [Int64: UUID]
    private let albumsMadeAgain: Set<UUID>

    /// Prepares the reading of a history.
    ///
    /// - Parameter albums: The identifiers of all albums, also of deleted ones, by their rows.
    package init(albums: [Int64: UUID]) {
        self.albums = albums
        var seen: Set<UUID> = []
        albumsMadeAgain = Set(albums.values.filter { !seen.insert($0).inserted })
    }

    /// Returns whether a person took a photo out of an album in which it is not.
    ///
    /// - Parameters:
    ///   - asset: The row of the photo.
    ///   - album: The identifier of the album.
    /// - Returns: What the history says.
    package func answer(about asset: Int64, in album: UUID) -> Answer {
        if let answer = last[Place(album: album, asset: asset)] { return answer }
        return knownAssets.contains(asset) || knownAlbums.contains(album) ? .notByPerson : .unknown
    }

    /// Notes the next change of the history.
    ///
    /// - Parameters:
    ///   - body: The change.
    ///   - isByPerson: Whether a person made it, and no import or undo of one.
    package mutating func add(_ body: ChangeBody, isByPerson: Bool) {
        for object in body.objects where object.kind == .inserted {
            switch object.id.entity {
            case .asset:
                knownAssets.insert(object.id.rowID)
            case .collection:
                guard let album = albums[object.id.rowID] else { continue }
                // One that was made again has an earlier history, too.
                if !albumsMadeAgain.contains(album) { knownAlbums.insert(album) }
            }
        }
        for member in body.members where member.kind == .left {
            guard let album = albums[member.albumID] else { continue }
            let place = Place(album: album, asset: member.assetID)
            // What a person took out once stays out, whatever an undo of another import takes out.
            guard last[place] != .byPerson || isByPerson else { continue }
            last[place] = isByPerson ? .byPerson : .notByPerson
        }
        for member in body.members where member.kind == .entered && isByPerson {
            guard let album = albums[member.albumID] else { continue }
            last[Place(album: album, asset: member.assetID)] = nil
        }
    }

    /// Notes that a change cannot be read, which may be any.
    package mutating func addUnreadable() {
        last = last.filter { $0.value == .byPerson }
        (knownAssets, knownAlbums) = ([], [])
    }
}

extension LibraryHistory {
    /// Returns which photos persons took out of albums, with one statement over the whole history.
    ///
    /// - Returns: What the history says.
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func albumDepartures() throws -> AlbumDepartures {
        try core.read { db in
            var departures = AlbumDepartures(albums: try Self.albumRows(db))
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.isByPerson), body FROM change ORDER BY sequence"
            )
            try statement.forEachRow([], in: db) { (columns) -> Void in
                let isByPerson = columns.flag()
                do {
                    departures.add(
                        try ChangeBody(encoded: columns.blob() ?? []),
                        isByPerson: isByPerson
                    )
                } catch  where Self.lacksDetails(error) {
                    departures.addUnreadable()
                }
            }
            return departures
        }
    }

    /// Returns the identifiers of albums, also of deleted ones, by their rows.
    private static func albumRows(_ db: Database) throws -> [Int64: UUID] {
        var rows: [Int64: UUID] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, uuid FROM collection
                UNION SELECT id, uuid FROM tombstone WHERE entity = ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(Int64(Entity.collection.rawValue))
        } _: { (columns) -> Void in
            let row = columns.row()
            rows[row] = columns.uuid() ?? .zero
        }
        return rows
    }

    /// The condition for a change that is neither an import nor the undo of one, which names the source of the import.
    private static let isByPerson =
        "work <> \(WorkKind.imported.rawValue) AND NOT (work = \(WorkKind.edit.rawValue) AND source_id IS NOT NULL)"
}
