import Foundation
import GRDB

/// The records about the folders of sources.
extension SourceLedger {
    /// Returns the folder at a path of names below the top of a source, or nil if it is unknown.
    package func folder(of source: Int64, path names: [String]) throws -> SourceFolderRow? {
        var folder = try folder(source, parent: nil, name: "")
        for name in names {
            guard let parent = folder else { return nil }
            folder = try self.folder(source, parent: parent.id, name: name)
        }
        return folder
    }

    package func folder(
        _ source: Int64,
        parent: Int64?,
        name: String
    ) throws -> SourceFolderRow? {
        try db.cachedStatement(
            sql: """
                SELECT id, source_id, parent_id, name, inode FROM source_folder
                WHERE source_id = ? AND parent_id IS ? AND name = ?
                """
        ).first(in: db) { columns in
            columns.integer(source)
            columns.optional(parent)
            columns.text(name)
        } _: {
            SourceFolderRow(columns: &$0)
        }
    }

    package func folder(_ id: Int64) throws -> SourceFolderRow? {
        try db.cachedStatement(
            sql: "SELECT id, source_id, parent_id, name, inode FROM source_folder WHERE id = ?"
        ).first(in: db) {
            $0.integer(id)
        } _: {
            SourceFolderRow(columns: &$0)
        }
    }

    /// Returns all folders of a source, parents before their children.
    package func folders(_ source: Int64) throws -> [SourceFolderRow] {
        var byParent: [Int64: [SourceFolderRow]] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, source_id, parent_id, name, inode FROM source_folder
                WHERE source_id = ? ORDER BY name
                """
        )
        try statement.forEachRow([source], in: db) { (columns) -> Void in
            let folder = SourceFolderRow(columns: &columns)
            byParent[folder.parentID ?? 0, default: []].append(folder)
        }
        var folders = byParent[0] ?? []
        var next = 0
        while next < folders.count {
            folders += byParent[folders[next].id] ?? []
            next += 1
        }
        return folders
    }

    /// Returns the folder with a name, which is made if there is none, and records its inode.
    package func makeFolder(
        _ source: Int64,
        parent: Int64?,
        name: String,
        inode: Int64
    ) throws -> SourceFolderRow {
        if var folder = try folder(source, parent: parent, name: name) {
            if folder.inode != inode {
                folder.inode = inode
                try write(folder)
            }
            return folder
        }
        try db.cachedStatement(
            sql: "INSERT INTO source_folder (source_id, parent_id, name, inode) VALUES (?, ?, ?, ?)"
        ).run(in: db) { columns in
            columns.integer(source)
            columns.optional(parent)
            columns.text(name)
            columns.integer(inode)
        }
        return SourceFolderRow(
            id: db.lastInsertedRowID,
            sourceID: source,
            parentID: parent,
            name: name,
            inode: inode
        )
    }

    /// Writes a folder's parent, name and inode.
    package func write(_ folder: SourceFolderRow) throws {
        try db.cachedStatement(
            sql: "UPDATE source_folder SET parent_id = ?, name = ?, inode = ? WHERE id = ?"
        ).run(in: db) { columns in
            columns.optional(folder.parentID)
            columns.text(folder.name)
            columns.integer(folder.inode)
            columns.integer(folder.id)
        }
    }

    /// Deletes the record of a folder in which no file and no folder is known.
    package func removeEmptyFolder(_ id: Int64) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM source_folder WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM source_file WHERE folder_id = ?1)
                    AND NOT EXISTS (SELECT 1 FROM source_folder AS child WHERE child.parent_id = ?1)
                """
        ).run(in: db) {
            $0.integer(id)
        }
    }
}

extension SourceFolderRow {
    fileprivate init(columns: inout ColumnReader) {
        self.init(
            id: columns.row(),
            sourceID: columns.row(),
            parentID: columns.integer(),
            name: columns.text() ?? "",
            inode: columns.row()
        )
    }
}
