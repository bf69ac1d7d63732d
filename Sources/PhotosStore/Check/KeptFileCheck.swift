import Foundation
import GRDB
import Glibc

/// A file that an asset keeps and whose bytes are not in the library's folder.
struct LostKeptFile: Hashable, Sendable {
    var asset: UUID
    /// The name with which it came in, or which a merge chose for it.
    var filename: String
    var object: RemoteObject
    /// The name that the library's file gets if it is free; nil for any name.
    ///
    /// It shows that the file stayed in a source (``SourcePromise``).
    var sourceName: String?
    /// The checksums of kept files of the same name that stay beside this one.
    var others: Set<[UInt8]> = []
}

/// Checks files that assets keep.
struct KeptFileCheck {
    private let core: LibraryCore

    init(_ core: LibraryCore) { self.core = core }

    /// Finds files that assets keep, without replaced ones, which are missing or have other bytes.
    ///
    /// - Parameters:
    ///   - readsBytes: Whether all of them are read. Otherwise only their sizes are compared.
    ///   - isCancelled: Called between files.
    /// - Returns: The files, in the order in which they came in.
    /// - Throws: ``StoreError`` or `CancellationError`.
    func lostFiles(
        readingBytes readsBytes: Bool,
        isCancelled: () -> Bool
    ) throws -> [LostKeptFile] {
        let files = try core.readAll { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT asset.uuid, kept.file, kept.filename, kept.byte_count, kept.checksum
                    FROM kept_file AS kept JOIN asset ON asset.id = kept.asset_id
                    WHERE kept.replaced_date IS NULL ORDER BY kept.id
                    """
            ).map { row in
                (
                    file: row.text(1),
                    lost: LostKeptFile(
                        asset: UUID(bytes: Blob.bytes(of: row, at: 0)) ?? .zero,
                        filename: row.text(2),
                        object: RemoteObject(
                            checksum: Blob.bytes(of: row, at: 4),
                            byteCount: row.integer(3)
                        )
                    )
                )
            }
        }
        return try files.filter { file, lost in
            if isCancelled() { throw CancellationError() }
            return !hasWholeObject(lost.object, at: file, readsBytes: readsBytes)
        }.map(\.lost)
    }

    /// Returns the names of files that assets keep, replaced ones included, with some bytes, each whole at this moment.
    func wholeFiles(ofChecksum checksum: [UInt8]) throws -> [String] {
        let files = try core.readAll { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT file, byte_count FROM kept_file WHERE checksum = ? ORDER BY id"
                ),
                arguments: [Data(checksum)]
            ).map { (file: $0.text(0), size: $0.integer(1)) }
        }
        return files.filter { file, size in
            hasWholeObject(
                RemoteObject(checksum: checksum, byteCount: size),
                at: file,
                readsBytes: true
            )
        }.map(\.file)
    }

    private func hasWholeObject(_ object: RemoteObject, at file: String, readsBytes: Bool) -> Bool {
        let url = core.layout.original(file)
        guard LibraryLayout.isOriginalName(file), !core.layout.hasLink(inWayTo: file),
            FileOperations.size(url) == object.byteCount
        else { return false }
        guard readsBytes else { return true }
        guard
            let descriptor = try? FileOperations.open(
                url,
                flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            )
        else { return false }
        defer { Glibc.close(descriptor) }
        return (try? SourceFile.read(descriptor, at: url) { _ in }) == object.checksum
    }
}
