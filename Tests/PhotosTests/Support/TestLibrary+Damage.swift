import Foundation
import GRDB
import PhotosStore

extension TestLibrary {
    /// Writes garbage over the record of a change, as a failing disk would.
    func damageHistory(at sequence: Int) throws {
        let database = try DatabaseQueue(path: store.layout.database.path)
        try database.write { db in
            try db.execute(
                sql: "UPDATE change SET body = x'FFFF' WHERE sequence = ?",
                arguments: [sequence]
            )
        }
        try database.close()
    }
}
