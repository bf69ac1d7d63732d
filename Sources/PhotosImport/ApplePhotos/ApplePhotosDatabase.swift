import CPhotosSQLite
import Foundation
import GRDB
import Glibc
import PhotosStore

/// Works on a copy of a library's database, so that reading it changes nothing in the library.
enum ApplePhotosDatabase {
    /// The newest version of the data model whose layout is documented: Photos 11.
    static let newestKnownModel = 19_999

    /// Copies the database and its log, which holds changes that are not in the database file yet.
    ///
    /// The shared-memory file is not copied. SQLite creates a new one, and that of another process would not
    /// fit.
    static func copyDatabase(_ database: URL, to folder: URL) throws -> URL {
        let log = URL(fileURLWithPath: database.path + "-wal")
        let copy = folder.appendingPathComponent("Photos.sqlite")
        let logCopy = folder.appendingPathComponent("Photos.sqlite-wal")
        for _ in 0..<3 {
            let before = [fileStamp(of: database), fileStamp(of: log)]
            do {
                for (from, to) in [(database, copy), (log, logCopy)] {
                    try? FileManager.default.removeItem(at: to)
                    guard fileStamp(of: from) != nil else { continue }
                    try FileManager.default.copyItem(at: from, to: to)
                }
            } catch {
                throw StoreError(
                    .inputOutput,
                    "The database of the Photos library could not be copied. Check that it may be read and that the disk has room for a copy of it.",
                    cause: error
                )
            }
            if before == [fileStamp(of: database), fileStamp(of: log)] { return copy }
        }
        throw StoreError(
            .busy,
            "The Photos library is being changed. Quit Photos, wait until it is done, and import again."
        )
    }

    static func withDatabase<Result>(
        at copy: URL,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            guard let connection = db.sqliteConnection,
                photos_sqlite_harden(UnsafeMutableRawPointer(connection)) == 0
            else {
                throw StoreError(.damaged, "SQLite could not be set up to read a foreign database.")
            }
            try db.execute(sql: "PRAGMA cell_size_check = ON")
        }
        do {
            let queue = try DatabaseQueue(path: copy.path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read(body)
        } catch let error as DatabaseError {
            throw StoreError(
                .damaged,
                "The database of the Photos library could not be read. Open the library in Photos, which repairs it, then import it again.",
                cause: error
            )
        }
    }

    /// Returns an identifier of the library that stays the same when the library is moved or renamed.
    static func libraryIdentifier(in db: Database) throws -> String {
        let row =
            try db.tableExists("Z_METADATA")
            ? try Row.fetchOne(db, sql: "SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION") : nil
        guard let text = row.flatMap({ String.fromDatabaseValue($0["Z_UUID"]) }), !text.isEmpty
        else {
            throw StoreError(
                .damaged,
                "The Photos library does not say which library it is (Z_METADATA). Open it in Photos, which repairs it, then import it again."
            )
        }
        return "apple-photos:" + text.uppercased()
    }

    /// Returns the version of the library's data model; nil where the database does not say.
    static func modelVersion(_ db: Database) throws -> Int? {
        guard try db.columns(in: "Z_METADATA").contains(where: { $0.name == "Z_PLIST" }),
            let row = try Row.fetchOne(
                db,
                sql: "SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION"
            ),
            let bytes = Data.fromDatabaseValue(row["Z_PLIST"]), bytes.count < 1 << 20
        else { return nil }
        return PropertyListFields(bytes)?.values["PLModelVersion"] as? Int
    }

    private struct Stamp: Equatable {
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private static func fileStamp(of url: URL) -> Stamp? {
        var facts = stat()
        guard stat(url.path, &facts) == 0 else { return nil }
        return Stamp(
            size: Int64(facts.st_size),
            seconds: facts.st_mtim.tv_sec,
            nanoseconds: facts.st_mtim.tv_nsec
        )
    }
}
