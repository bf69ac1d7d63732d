import Foundation
import GRDB
import PhotosStore

extension TestLibrary {
    /// Writes garbage over the record of a change, as a failing disk would.
    func damageHistory(at sequence: Int) throws {
        try overwrite("UPDATE change SET body = x'FFFF' WHERE sequence = \(sequence)")
    }

    /// Changes rows behind the engine's back, as another version would have left them.
    func overwrite(_ statement: String) throws {
        let database = try DatabaseQueue(path: store.layout.database.path)
        try database.write { db in try db.execute(sql: statement) }
        try database.close()
    }
}
