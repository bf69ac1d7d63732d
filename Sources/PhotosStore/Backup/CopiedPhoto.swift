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

extension Library {
    /// Returns the photos that the database of another copy has and this library has not, those in Recently Deleted left out.
    ///
    /// - Parameter database: The file of the copy's database, of any format, which nobody writes to.
    /// - Returns: The photos, oldest first.
    /// - Throws: ``StoreError`` if this library cannot be read, or an error of SQLite if the copy cannot.
    package func photosAlone(inCopyAt database: URL) throws -> [CopiedPhoto] {
        let photos = try Connection.copy(at: database).unsafeRead { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT uuid, filename, creation_date FROM asset WHERE trashed_date IS NULL
                    ORDER BY creation_date, id
                    """
            ).compactMap { row in
                UUID(bytes: Blob.bytes(row, 0)).map {
                    CopiedPhoto(
                        uuid: $0,
                        filename: String.fromDatabaseValue(row[1]),
                        date: Double.fromDatabaseValue(row[2]).map(
                            Date.init(timeIntervalSinceReferenceDate:)
                        )
                    )
                }
            }
        }
        let known = try rows(of: photos.map(\.uuid), in: .asset)
        return photos.filter { known[$0.uuid] == nil }
    }
}
