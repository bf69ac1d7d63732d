import Foundation
import GRDB
import Glibc

/// The database of a library at one place in its log, as a file of its own.
struct BackupSnapshot {
    let url: URL
    let sentinel: Sentinel
    let sequence: Int64
    /// What its resources mention; files that stay in sources are not the library's to copy.
    let files: [PromisedFile]

    /// Copies through an open connection: no file of an open database is ever read by other means.
    init(of library: Library, in target: LibraryLayout) throws {
        url = target.databaseFolder.appendingPathComponent("library.sqlite.new")
        for ending in ["", "-journal"] {
            try FileOperations.unlink(URL(fileURLWithPath: url.path + ending))
        }
        let path = url.path
        try library.reading { database in
            try database.unsafeRead { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
        }
        var configuration = Configuration()
        configuration.prepareDatabase { db in try Connection.harden(db) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let incarnation = library.environment.makeUUID()
        let (format, sequence, files) = try queue.write { db in
            guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                throw StoreError(
                    .damaged,
                    "The library's database is damaged, and no backup was made of it. Run `photokit check`, and restore an earlier backup."
                )
            }
            let bytes = Data(incarnation.bytes)
            try db.execute(sql: "UPDATE library SET incarnation = ?", arguments: [bytes])
            try db.execute(sql: "DELETE FROM released_file")
            return (
                try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                try ChangeLog.current(db).sequence, try PromisedFile.all(db)
            )
        }
        try queue.close()
        let descriptor = try FileOperations.open(url, O_RDONLY)
        defer { close(descriptor) }
        try FileOperations.sync(descriptor, url)
        self.sequence = sequence
        self.files = files
        let original = try Sentinel.read(library.layout)
        sentinel = Sentinel(
            library: library.identity.library,
            incarnation: incarnation,
            format: format,
            minimumReader: original.minimumReader,
            minimumWriter: original.minimumWriter,
            place: .nowhere
        )
    }
}

extension Sentinel.Place {
    /// No file's: whoever finds it has a copy before them.
    static let nowhere = Sentinel.Place(inode: 0, birth: 0)
}
