package import Foundation
package import GRDB

/// A library of Apple's Photos in the layout of one of its versions, made of rows and files.
package struct AppleLibrary {
    /// What differs between the versions of Photos.
    package struct Version: Hashable, Sendable, CustomStringConvertible {
        package var name: String
        package var model: Int
        package var assetTable = "ZASSET"
        package var albumEntity: Int
        package var assetEntity = 3
        package var keywordEntity: Int
        package var adjustments = "ZHASADJUSTMENTS"
        package var facePerson = "ZPERSON"
        package var faceAsset = "ZASSET"
        package var hasScopes = true

        package var description: String { name }

        package static let photos5 = Version(
            name: "Photos 5",
            model: 13703,
            assetTable: "ZGENERICASSET",
            albumEntity: 26,
            assetEntity: 34,
            keywordEntity: 37,
            hasScopes: false
        )
        package static let photos7 = Version(
            name: "Photos 7",
            model: 15323,
            albumEntity: 27,
            keywordEntity: 38
        )
        package static let photos9 = Version(
            name: "Photos 9",
            model: 17120,
            albumEntity: 28,
            keywordEntity: 40,
            facePerson: "ZPERSONFORFACE",
            faceAsset: "ZASSETFORFACE"
        )
        /// Numbers that no version had: a reader must find them, not know them.
        package static let unknown = Version(
            name: "unknown numbers",
            model: 99000,
            albumEntity: 61,
            assetEntity: 5,
            keywordEntity: 77,
            adjustments: "ZADJUSTMENTSSTATE",
            facePerson: "ZPERSONFORFACE",
            faceAsset: "ZASSETFORFACE"
        )

        package static let all = [photos5, photos7, photos9, unknown]
    }

    package struct Asset {
        package var uuid: String
        /// 0 a photo, 1 a video.
        package var kind = 0
        package var subtype = 0
        /// The part of the file's name behind the identifier.
        package var end = "jpeg"
        package var originalFilename: String?
        /// In the folders of originals and renderings, by the part of the name behind the identifier.
        package var originals: [String: [UInt8]] = [:]
        package var renderings: [String: [UInt8]] = [:]
        /// In place of the identifier's first letter.
        package var directory: String?
        /// Other columns of the assets' table.
        package var columns: [String: (any DatabaseValueConvertible)?] = [:]
        /// Columns of the attributes' table.
        package var attributes: [String: (any DatabaseValueConvertible)?] = [:]
        package var description: String?
        package var keywords: [String] = []
        package var persons: [String] = []
        /// Format and version of an edit.
        package var adjustment: (String, String)?

        package init(_ uuid: String) { self.uuid = uuid }
    }

    package struct Album {
        package var key: Int
        package var title: String?
        package var kind = 2
        package var parent: Int? = 1
        package var order = 0
        package var isTrashed = false
        package var sortKey = 0
        package var isSortAscending = true
        /// Identifiers of assets in their order by hand.
        package var members: [String] = []

        package init(_ key: Int, _ title: String?) {
            self.key = key
            self.title = title
        }

        /// As the library names it.
        package var uuid: String { "00000000-0000-4000-8000-" + String(format: "%012d", key) }
    }

    package var version: Version
    package var identity = "5F6F3C2E-1111-4222-8333-9F0F0F0F0F0F"
    package var assets: [Asset] = []
    package var albums: [Album] = []

    package init(_ version: Version) { self.version = version }

    /// Writes the library, with the rows in the database's log, as a running Photos leaves them.
    package func write(to url: URL) throws {
        let files = FileManager.default
        for folder in ["database", "originals", "resources/renders", "private"] {
            try files.createDirectory(
                at: url.appendingPathComponent(folder),
                withIntermediateDirectories: true
            )
        }
        for asset in assets { try write(asset, url) }
        let made = url.appendingPathComponent("private/Photos.sqlite")
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: made.path, configuration: configuration)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try makeTables(db)
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try fill(db)
            // Copied while it is open, so that the log is still there.
            for name in ["Photos.sqlite", "Photos.sqlite-wal"] {
                try files.copyItem(
                    at: url.appendingPathComponent("private/" + name),
                    to: url.appendingPathComponent("database/" + name)
                )
            }
        }
        try database.close()
        try files.removeItem(at: url.appendingPathComponent("private"))
    }

    private func write(_ asset: Asset, _ url: URL) throws {
        let letter = String(asset.uuid.prefix(1))
        for (top, parts) in [
            ("originals", asset.originals), ("resources/renders", asset.renderings),
        ] {
            let folder = url.appendingPathComponent(top + "/" + letter)
            for (end, bytes) in parts {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                try Data(bytes).write(to: folder.appendingPathComponent(asset.uuid + end))
            }
        }
    }
}
