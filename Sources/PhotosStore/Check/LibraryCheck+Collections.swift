import Foundation
import GRDB

extension LibraryCheck {
    /// Checks that there is one root folder, that no smart album is missing, and that parents form a tree.
    mutating func checkCollections() throws {
        let rows = try library.core.read { db in
            try CollectionRecord.fetch(
                try Int64.fetchAll(db, sql: "SELECT id FROM collection"),
                in: db
            )
        }
        report.collections = rows.count
        report.albums = rows.values.count { $0.collectionKind == .album }
        report.folders = rows.values.count {
            $0.collectionKind == .folder && $0.subtype != CollectionSubtype.rootFolder
        }
        let roots = rows.values.filter {
            $0.collectionKind == .folder && $0.subtype == CollectionSubtype.rootFolder
        }
        if roots.count != 1 || roots.first?.rowID != 1 {
            add(
                Finding(
                    .rootFolderMissing,
                    "The library has \(roots.count) root folders instead of one. Restore it from a backup.",
                    at: "collection"
                )
            )
        }
        let own = rows.values.filter { $0.collectionKind == .smartAlbum && $0.parent == nil }
        let smart = Set(own.map(\.subtype))
        for album in SmartAlbum.allCases where !smart.contains(album.rawValue) {
            add(
                Finding(
                    .smartAlbumMissing,
                    "The smart album \(album.title) is not there. Restore the library from a backup.",
                    at: "collection subtype \(album.rawValue)"
                )
            )
        }
        checkTree(rows)
        try checkPositions(
            table: "collection",
            list: "parent_id",
            condition: "parent_id IS NOT NULL",
            "folder"
        )
    }

    private mutating func checkTree(_ rows: [Int64: CollectionRecord]) {
        for record in rows.values.sorted(by: { $0.rowID < $1.rowID }) {
            guard var parent = record.parent else { continue }
            if let folder = rows[parent], folder.collectionKind != .folder {
                add(
                    Finding(
                        .parentNotFolder,
                        "This album or folder is inside an album instead of a folder. Restore the library from a backup.",
                        at: record.localIdentifier
                    )
                )
            }
            var seen: Set<Int64> = [record.rowID]
            while seen.insert(parent).inserted, let next = rows[parent]?.parent { parent = next }
            if rows[parent]?.parent != nil {
                add(
                    Finding(
                        .folderLoop,
                        "Its folders contain each other, so no list of albums has it. Restore the library from a backup.",
                        at: record.localIdentifier
                    )
                )
            }
        }
    }

    /// Checks that positions in albums are unique, and that only albums have members.
    mutating func checkMembers() throws {
        try checkPositions(table: "member", list: "album_id", condition: "1", "album")
        let strangers = try library.core.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT album_id FROM member JOIN collection ON collection.id = member.album_id
                    WHERE collection.kind <> 1
                    """
            )
        }
        for row in strangers {
            add(
                Finding(
                    .memberOutsideAlbum,
                    "A folder or smart album has members of its own. Restore the library from a backup.",
                    at: "collection \(row)"
                )
            )
        }
    }

    /// Checks that positions are unique, without trusting the unique index that should ensure it.
    private mutating func checkPositions(
        table: String,
        list: String,
        condition: String,
        _ noun: String
    ) throws {
        let taken = try library.core.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT +\(list), hex(position), count(*) FROM \(table) WHERE \(condition)
                    GROUP BY 1, 2 HAVING count(*) > 1
                    """
            ).map { (list: $0.integer(0), position: $0.text(1), count: $0.integer(2)) }
        }
        for shared in taken {
            add(
                Finding(
                    .positionTaken,
                    "\(shared.count) objects have the same place in one \(noun). Restore the library from a backup.",
                    at: "\(table) of \(noun) \(shared.list), place \(shared.position)"
                )
            )
        }
    }
}
