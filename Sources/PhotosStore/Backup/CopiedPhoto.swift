package import Foundation
import GRDB

/// A photo or video in the database of another copy of a library.
package struct CopiedPhoto: Hashable, Sendable {
    package let uuid: UUID
    /// The name of its file at the import; nil if there is none.
    package let filename: String?
    /// The capture date.
    package let date: Date?
}

extension CopiedPhoto {
    /// Returns the photos that the database of another copy has and a library has not, those in Recently Deleted left out.
    ///
    /// - Parameters:
    ///   - database: The file of the copy's database, of any format, which nobody writes to.
    ///   - library: The library.
    /// - Returns: The photos, oldest first.
    /// - Throws: ``StoreError`` if the library cannot be read, or an error of SQLite if the copy cannot.
    package static func photos(
        inCopyAt database: URL,
        besides library: Library
    ) throws -> [CopiedPhoto] {
        let photos = try Connection.copy(at: database).unsafeRead { db -> [CopiedPhoto] in
            var photos: [CopiedPhoto] = []
            let statement = try db.makeStatement(
                sql: """
                    SELECT uuid, filename, creation_date FROM asset WHERE trashed_date IS NULL
                    ORDER BY creation_date, id
                    """
            )
            try statement.forEachRow(in: db) { columns -> Void in
                let uuid = columns.uuid()
                let filename = columns.text()
                let date = columns.date()
                guard let uuid else { return }
                photos.append(CopiedPhoto(uuid: uuid, filename: filename, date: date))
            }
            return photos
        }
        let known = try library.records.rows(of: photos.map(\.uuid), in: .asset)
        return photos.filter { known[$0.uuid] == nil }
    }
}
