import Foundation
import GRDB

/// The files of an earlier backup by their bytes, whatever their names are.
///
/// A file that was healed has another name than before. If the library has lost the file again, the earlier
/// backup may be the only place with its bytes. If the file has left for remotes, the earlier backup may be
/// the nearest place. No row mentions the name there any more.
final class EarlierFiles {
    private let layout: LibraryLayout
    private lazy var names = Self.fileNames(in: layout)

    init(_ layout: LibraryLayout) { self.layout = layout }

    /// Gives a file the bytes that the backup has under an earlier name, after they were read.
    ///
    /// - Returns: Whether the backup has the file now.
    /// - Throws: ``StoreError`` if the backup cannot be written.
    func bring(_ file: PromisedFile) throws -> Bool {
        for name in names[file.checksum] ?? [] where name != file.file {
            var earlier = file
            earlier.file = name
            guard LibraryLayout.isOriginalName(name),
                earlier.finding(in: layout, readingBytes: true) == nil
            else { continue }
            let target = layout.original(file.file)
            try FileOperations.makeFolder(target.deletingLastPathComponent())
            // The earlier file goes with those that no row mentions.
            let brought = try SourceFile.bring(layout.original(name), to: target, settles: true)
            if brought.checksum == file.checksum { return true }
            try FileOperations.removeOriginal(file.file, in: layout)
        }
        return false
    }

    /// Reads the names in the database of the backup; none where there is none that can be read.
    private static func fileNames(in layout: LibraryLayout) -> [[UInt8]: [String]] {
        guard FileOperations.size(layout.database) != nil else { return [:] }
        let rows = try? Connection.copy(at: layout.database).unsafeRead { db in
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let kept = format >= 12 ? "UNION ALL SELECT checksum, file FROM kept_file" : ""
            return try Row.fetchAll(db, sql: "SELECT checksum, file FROM resource \(kept)")
        }
        return Dictionary(
            (rows ?? []).map {
                (Blob.bytes(of: $0, at: 0), [String.fromDatabaseValue($0[1]) ?? ""])
            },
            uniquingKeysWith: +
        )
    }
}
