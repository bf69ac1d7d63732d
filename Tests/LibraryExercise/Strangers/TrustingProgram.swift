import Foundation
import GRDB
import Glibc
import PhotosStore

/// A program that uses a library without validating it first, as the engine never does.
///
/// It stands for an engine that leaves out ``ProtocolStep/validateLibraries``: links are followed, whatever a database
/// holds runs, and files are removed as its rows say.
struct TrustingProgram {
    private let layout: LibraryLayout
    private var verdict = StrangerExamination.Verdict()

    init(_ folder: URL) { layout = LibraryLayout(root: folder) }

    func run() -> StrangerExamination.Verdict {
        var using = self
        do {
            let queue = try DatabaseQueue(path: layout.database.path)
            using.use(queue)
            try queue.close()
        } catch {
            using.verdict.failures.append("open: \(type(of: error))")
        }
        return using.verdict
    }

    private mutating func use(_ queue: DatabaseQueue) {
        attempt("write", queue) { db in
            try db.execute(sql: "INSERT INTO author (name) VALUES ('trusting')")
            try db.execute(sql: "UPDATE library SET trash_days = 8")
        }
        for table in ["asset", "collection", "resource", "change", "author"] {
            attempt(table, queue) { db in
                _ = try Row.fetchAll(db, sql: "SELECT * FROM \(table) LIMIT 100")
            }
        }
        var released: [String] = []
        attempt("released files", queue) { db in
            released = try String.fetchAll(
                db,
                sql: "SELECT file FROM released_file WHERE typeof(file) = 'text'"
            )
        }
        for file in released { unlink(layout.originals.appendingPathComponent(file).path) }
    }

    private mutating func attempt(
        _ step: String,
        _ queue: DatabaseQueue,
        _ body: (Database) throws -> Void
    ) {
        do {
            try queue.write(body)
        } catch {
            verdict.failures.append("\(step): \(type(of: error))")
        }
    }
}
