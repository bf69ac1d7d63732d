import Foundation
import GRDB
import Glibc

/// An earlier backup with changes that the library does not know, as after the library was restored from an older one.
///
/// A backup over it would remove the photos that it alone has.
struct NewerCopy {
    private let layout: LibraryLayout

    /// Compares the last change of an earlier backup with the library's log.
    ///
    /// - Returns: nil if the library knows that change, or if the backup has no database that can be read. Then the backup is
    ///   made whole again.
    /// - Throws: ``StoreError`` if the library cannot be read.
    init?(_ target: BackupTarget, of library: Library) throws {
        guard let position = Self.logPosition(in: target.layout) else { return nil }
        guard try !library.history.knows(position) else { return nil }
        layout = target.layout
    }

    private static func logPosition(in layout: LibraryLayout) -> LogPosition? {
        guard FileOperations.size(layout.database) != nil else { return nil }
        return try? Connection.copy(at: layout.database).unsafeRead { db in
            try ChangeLog.current(db)
        }
    }

    /// The error of a backup without `overNewer`.
    var refusal: StoreError {
        StoreError(
            .changeNotSupported,
            "\(layout.root.path) has changes that this library does not know: the library was restored from an older state, or the backup is of another copy. A backup there would remove what only it has. Restore that backup instead, choose another folder, or use --older, which keeps what only it has in a folder of its own."
        )
    }

    /// Moves what only the newer backup has into a folder of its own, with a copy of its database.
    ///
    /// - Parameters:
    ///   - files: The files that the backup will have.
    ///   - date: The present, which names the folder.
    /// - Returns: The folder, and the number of files in it.
    /// - Throws: ``StoreError``. Files that were moved by then are in the folder.
    func saveNewerFiles(
        without files: [PromisedFile],
        date: Date
    ) throws -> (folder: URL, count: Int) {
        let folder = try makeFolder(date)
        let database = folder.appendingPathComponent("library.sqlite", isDirectory: false)
        if link(layout.database.path, database.path) != 0 {
            _ = try SourceFile.bring(layout.database, to: database, settles: true)
        }
        let wanted = Set(files.map(\.file))
        var count = 0
        for file in OrphanSearch.present(below: layout.originals)
        where !wanted.contains(file) && LibraryLayout.isOriginalName(file) {
            let target = folder.appendingPathComponent(file, isDirectory: false)
            try FileOperations.makeFolder(target.deletingLastPathComponent())
            guard rename(layout.original(file).path, target.path) == 0 else {
                throw StoreError.system("Renaming to", path: target.path, code: errno)
            }
            try FileOperations.syncFolder(target.deletingLastPathComponent())
            count += 1
        }
        try FileOperations.syncFolder(folder)
        try FileOperations.syncFolder(layout.root)
        return (folder, count)
    }

    /// Makes the folder `newer-DATE`, with a number where there is one of that day.
    private func makeFolder(_ date: Date) throws -> URL {
        let day = date.formatted(.iso8601.year().month().day())
        for number in 1... {
            let name = number == 1 ? "newer-\(day)" : "newer-\(day)-\(number)"
            let folder = layout.root.appendingPathComponent(name, isDirectory: true)
            if mkdir(folder.path, 0o755) == 0 { return folder }
            guard errno == EEXIST else {
                throw StoreError.system("Making", path: folder.path, code: errno)
            }
        }
        preconditionFailure("There are numbers enough for all folders of a day.")
    }
}
