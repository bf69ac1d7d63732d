package import Foundation
import GRDB
import PhotosStore

/// A library of Apple's Photos, read only.
///
/// See Documentation/Imports.md.
package enum ApplePhotosLibrary {
    /// Returns whether a folder is a Photos library of any version.
    package static func recognises(_ url: URL) -> Bool {
        isFile(databaseURL(of: url))
            || isFile(oldDatabaseURL(of: url)) && isFile(oldIndexURL(of: url))
    }

    /// Reads a Photos library: the assets and albums that an import can take, and the losses.
    ///
    /// - Parameters:
    ///   - url: The library. Its files are not written to, and SQLite does not open them.
    ///   - workFolder: An empty folder for a copy of the library's database. The caller removes it.
    /// - Returns: The assets in the order of the library, with its albums and folders.
    /// - Throws: An error that says what to do, where the database cannot be copied or understood.
    package static func catalog(of url: URL, workFolder: URL) throws -> ImportCatalog {
        guard isFile(databaseURL(of: url)) else {
            throw StoreError(
                .invalidResource,
                "This Photos library was made before macOS 10.15 or is no Photos library: database/Photos.sqlite is missing. Open it once in Photos on a newer Mac, then import it again."
            )
        }
        let copy = try ApplePhotosDatabase.copyDatabase(databaseURL(of: url), to: workFolder)
        return try ApplePhotosDatabase.withDatabase(at: copy) { db in
            let schema = try ApplePhotosSchema(db)
            var builder = ApplePhotosCatalogBuilder(
                identity: try ApplePhotosDatabase.libraryIdentifier(in: db),
                files: ApplePhotosFiles(library: url)
            )
            builder.recordLossIfNewer(modelVersion: try ApplePhotosDatabase.modelVersion(db))
            let words = try ApplePhotosWords(from: db, schema: schema)
            builder.recordLosses(of: words)
            let albums = try ApplePhotosAlbums(from: db, schema: schema)
            builder.addAlbums(albums)
            let rows = try Row.fetchCursor(db, sql: ApplePhotosAsset.assetQuery(for: schema))
            while let row = try rows.next() {
                let asset = ApplePhotosAsset(row)
                builder.addAsset(
                    asset,
                    keywords: words.ofAsset[asset.key] ?? [],
                    memberships: albums.memberships[asset.key] ?? []
                )
            }
            return builder.finishedCatalog()
        }
    }

    private static func databaseURL(of url: URL) -> URL {
        url.appendingPathComponent("database/Photos.sqlite")
    }

    private static func oldDatabaseURL(of url: URL) -> URL {
        url.appendingPathComponent("database/photos.db")
    }

    private static func oldIndexURL(of url: URL) -> URL {
        url.appendingPathComponent("database/DataModelVersion.plist")
    }

    private static func isFile(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
}
