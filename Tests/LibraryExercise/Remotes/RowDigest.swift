import Crypto
package import Foundation
import GRDB
import PhotosStore

/// A digest of each table of a library, to compare a library with one that was rebuilt from a remote.
package enum RowDigest {
    /// Tables about where bytes are, and files that are still to be removed.
    private static let tablesOfPlaces: Set<String> = [
        "remote", "remote_object", "elsewhere_file", "released_file", "space_rule",
    ]

    /// Columns about how a file stands on this disk, and which copy of the library this is.
    private static let columnsOfCopies: Set<String> = [
        "inode", "status_change", "incarnation", "secret",
    ]

    /// Returns a digest for each table, by its name.
    ///
    /// Left out is what differs between a library and one that was rebuilt from its remote: the incarnation, files that are
    /// to be removed, and where bytes are.
    ///
    /// - Parameter library: The folder of a library that nobody uses.
    /// - Returns: The digests.
    /// - Throws: The errors of SQLite.
    package static func tables(of library: URL) throws -> [String: String] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = LibraryLayout(root: library).database
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in
            let names = try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
            var digests: [String: String] = [:]
            for name in names where !tablesOfPlaces.contains(name) {
                var hash = SHA256()
                let order = try db.columns(in: name).indices.map { "\($0 + 1)" }
                    .joined(separator: ", ")
                let rows = try Row.fetchCursor(
                    db,
                    sql: "SELECT * FROM \"\(name)\" ORDER BY \(order)"
                )
                while let row = try rows.next() {
                    let values = row.filter { !columnsOfCopies.contains($0.0) }
                        .map { "\($0.0)=\($0.1)" }
                    hash.update(data: Data((values.joined(separator: "|") + "\n").utf8))
                }
                digests[name] = hash.finalize().map { String(format: "%02x", $0) }.joined()
            }
            return digests
        }
    }
}
