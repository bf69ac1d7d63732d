import Crypto
import Foundation
import GRDB
import Glibc
import PhotosBase

/// A file of an asset, or a sidecar of one, that stays in its source, and its name in a copy of the library.
struct SourcePromise {
    /// The row of the resource; 0 for a sidecar.
    var resource: Int64
    var asset: Int64
    /// The row of the file in the ledger of sources.
    var row: Int64
    var source: SourceRow
    /// The URL of the file; nil where the ledger has no path, because another file has it.
    var url: URL?
    /// The modification time when the file was last inspected, in nanoseconds since 1970.
    var modification: Int64
    /// The inode when the file was last inspected.
    var inode: Int64
    /// The name of the resource's file in the library, which is unused, and the name that the file was imported with.
    var name: (unused: String, imported: String)
    /// Whether its asset is in Recently Deleted.
    var isDeleted: Bool
    /// Whether the last sweep has not found the file, or found another photo in its place.
    ///
    /// For a sidecar, whether the last sweep has not found its photo: the sidecar may be gone, too.
    var isKnownAbsent: Bool
    /// Whether it is a file of another program beside the photo, which a copy keeps with the photo.
    ///
    /// A sidecar has no resource.
    var isSidecar = false
    /// The file as one of the copy's own files.
    var copy: PromisedFile

    /// Returns all files of assets that stay in sources, grouped by source and asset.
    static func all(_ db: Database) throws -> [SourcePromise] {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 3 else { return [] }
        var paths = try SourcePaths(db)
        return try Row.fetchAll(
            db,
            sql: """
                SELECT resource.id, resource.asset_id, source_file.id, source_folder.source_id,
                    source_folder.id, source_file.name, source_file.modification,
                    resource.file, resource.byte_count, resource.checksum, asset.uuid, resource.filename,
                    source_file.inode, asset.trashed_date NOT NULL, source_file.outcome
                FROM resource JOIN asset ON asset.id = resource.asset_id
                JOIN source_file ON source_file.id = resource.source_file_id
                JOIN source_folder ON source_folder.id = source_file.folder_id
                ORDER BY source_folder.source_id, resource.asset_id, resource.id
                """
        ).compactMap { row in
            guard let source = paths.source(row.integer(3)) else { return nil }
            let path = try paths.path(ofFolder: row.integer(4))
            let checksum = Blob.bytes(of: row, at: 9)
            let filename = row.text(5)
            // A name that no file can have stands for a file whose name another file has.
            let isReplaced = filename.hasPrefix("/")
            return SourcePromise(
                resource: row.integer(0),
                asset: row.integer(1),
                row: row.integer(2),
                source: source,
                url: isReplaced ? nil : path.map { fileURL(of: filename, in: $0) },
                modification: row.integer(6),
                inode: row.integer(12),
                name: (row.text(7), row.text(11)),
                isDeleted: Bool.fromDatabaseValue(row[13]) ?? false,
                isKnownAbsent: isReplaced
                    || Int.fromDatabaseValue(row[14]) == SourceOutcome.absent.rawValue,
                copy: PromisedFile(
                    file: name(of: row.text(7), checksum, filename: row.text(11)),
                    byteCount: row.integer(8),
                    checksum: checksum,
                    asset: UUID(bytes: Blob.bytes(of: row, at: 10)) ?? .zero,
                    mayBeAbsent: false,
                    filename: String.fromDatabaseValue(row[11])
                )
            )
        }
    }

    /// Returns the URL of a file in a folder, without asking the disk whether either is a folder: a source may hang.
    static func fileURL(of name: String, in folder: String) -> URL {
        URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent(name, isDirectory: false)
    }

    /// Returns the file as one of the copy's own files, with the bytes that it has now.
    func with(_ checksum: [UInt8], byteCount: Int64) -> SourcePromise {
        var file = self
        file.copy.file = Self.name(of: name.unused, checksum, filename: name.imported)
        file.copy.checksum = checksum
        file.copy.byteCount = byteCount
        return file
    }

    /// Whether the file has the inode, size and date with which it was last inspected, so that a sweep does not read it.
    ///
    /// For a symbolic link, the inode is its own.
    var looksUnchanged: Bool {
        guard let path = url?.path else { return false }
        var (own, target) = (stat(), stat())
        return lstat(path, &own) == 0 && stat(path, &target) == 0
            && Int64(bitPattern: UInt64(own.st_ino)) == inode
            && Int64(target.st_size) == copy.byteCount
            && FolderListing.nanoseconds(target.st_mtim) == modification
    }

    /// Whether the file has the size and date with which it was last inspected.
    var hasKnownSizeAndDate: Bool {
        var facts = stat()
        guard let path = url?.path, stat(path, &facts) == 0 else { return false }
        return Int64(facts.st_size) == copy.byteCount
            && FolderListing.nanoseconds(facts.st_mtim) == modification
    }

    /// Returns the name of a file in the copy, which is the same in each backup as long as the bytes are the
    /// same.
    ///
    /// So files of an earlier copy are found by name. Other bytes never replace a file that the earlier
    /// copy's database mentions.
    static func name(of file: String, _ checksum: [UInt8], filename: String) -> String {
        var hash = SHA256()
        hash.update(data: Data(file.utf8))
        hash.update(data: Data(checksum))
        let name = Hexadecimal.digits(of: hash.finalize().prefix(16))
        let ending = (filename as NSString).pathExtension.lowercased()
        let named = "\(name.prefix(2))/\(name).\(ending)"
        return LibraryLayout.isOriginalName(named) && !ending.isEmpty
            ? named : "\(name.prefix(2))/\(name)"
    }
}
