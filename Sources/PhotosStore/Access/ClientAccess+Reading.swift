import Foundation
import GRDB

extension ClientAccess {
    /// Reads the owner's decision about a client, or else the library's policy for unknown clients.
    static func read(of client: LibraryClient, in db: Database) throws -> ClientAccess {
        guard case .application(let identifier) = client else { return .everything }
        let statement = try db.cachedStatement(
            sql: """
                SELECT client.id, client.epoch, coalesce(client.read_write, library.default_read_write),
                    coalesce(client.add_only, library.default_add_only)
                FROM library LEFT JOIN client ON client.identifier = ?
                """
        )
        let access = try statement.first(in: db) {
            $0.text(identifier)
        } _: { columns in
            let row = columns.integer()
            let epoch = columns.uuid()
            // An unknown status is not a permission.
            let readWrite = columns.number().flatMap(AccessStatus.init) ?? .denied
            let addOnly = columns.number().flatMap(AccessStatus.init) ?? .denied
            return ClientAccess(readWrite: readWrite, addOnly: addOnly, row: row, epoch: epoch)
        }
        guard let access else {
            throw StoreError(.damaged, "The library's own row is missing. Run `photokit check`.")
        }
        return access
    }
}

extension StoreError {
    /// Returns the error for an action that a client may not do.
    static func noAccess(_ status: AccessStatus, to action: String) -> StoreError {
        switch status {
        case .restricted:
            StoreError(
                .accessRestricted,
                "This application may not \(action), and cannot be allowed to: the library's settings restrict it."
            )
        case .notDetermined:
            StoreError(
                .accessDenied,
                "This application may not \(action) yet. Ask with PHPhotoLibrary.requestAuthorization, or let the library's owner run `photokit access`."
            )
        case .limited:
            StoreError(
                .accessDenied,
                "This application sees some photos only and may not \(action). The library's owner decides with `photokit access`."
            )
        case .denied, .authorized:
            StoreError(
                .accessDenied,
                "This application may not \(action). The library's owner decides with `photokit access`."
            )
        }
    }
}
