package import Foundation

/// The manifest of an export: a file of JSON lines beside the exported files, from which an import restores what the
/// files themselves do not state.
///
/// `Documentation/Export.md` describes the lines.
package enum ExportManifest {
    /// The name of the file in the export's folder.
    package static let filename = "photokit-export.jsonl"
    package static let format = "photokit-export"
    /// The version that this software writes, and the newest that it reads.
    package static let version = 1

    /// A line; exactly one property has a value, apart from the checksum of a deleted file.
    package struct Line: Codable, Hashable, Sendable {
        package var export: Head?
        package var folder: Collection?
        package var album: Collection?
        package var smartAlbum: SmartAlbum?
        package var asset: Asset?
        package var members: Members?
        package var different: Different?
        /// A path that the export wrote for an asset, a version or an album that the library has deleted since.
        package var deleted: String?
        /// The SHA-256 checksum of the deleted file as the export wrote it, in hexadecimal digits; nil for links, and in exports of
        /// earlier versions.
        package var sha256: String?
        package var end: End?

        package init() {}
    }

    /// The first line.
    package struct Head: Codable, Hashable, Sendable {
        package var format: String
        package var version: Int
        /// The identifier of the export; albums are recognised by it.
        package var identifier: UUID
        /// The properties that were left out on request: `places`, `persons`.
        package var without: [String]

        package init(identifier: UUID, without: [String]) {
            format = ExportManifest.format
            version = ExportManifest.version
            self.identifier = identifier
            self.without = without
        }
    }

    /// An album or folder; parents come before their children, and siblings are in their order.
    package struct Collection: Codable, Hashable, Sendable {
        package var key: String
        package var title: String
        package var parent: String?

        package init(key: String, title: String, parent: String?) {
            self.key = key
            self.title = title
            self.parent = parent
        }
    }

    /// A smart album of a person's own, among the albums and folders in their order.
    package struct SmartAlbum: Codable, Hashable, Sendable {
        package var key: String
        package var title: String
        package var parent: String?
        /// The search as typed.
        package var search: String

        package init(key: String, title: String, parent: String?, search: String) {
            self.key = key
            self.title = title
            self.parent = parent
            self.search = search
        }
    }

    /// A photo, video or sound.
    package struct Asset: Codable, Hashable, Sendable {
        package var id: UUID
        /// True for a file that a hidden photo goes on without, and that comes in as a hidden photo of its own; nil for others.
        package var isAlone: Bool?
        /// The files, the original first.
        package var files: [File]
        /// The paths of the sidecars, and of the files and links in folders of albums.
        package var also: [String]?
        /// The other files and links in ``also``: those in folders of albums, and versions beside originals; nil for none, and in
        /// exports of earlier versions.
        package var copies: [Copy]?
        /// The sidecars and the files of other programs as the export wrote them; nil for none, and in exports of earlier
        /// versions.
        package var sidecars: [Sidecar]?
        /// The sidecars of other programs that lie beside the files; nil for none, and in exports of earlier versions.
        package var beside: [Beside]?
        /// The properties, by the names of ``ManifestFields``.
        package var fields: [String: ManifestValue]
        /// The words of sidecars and other records beside the original.
        package var companion: ManifestFacts?

        package init(id: UUID, files: [File]) {
            self.id = id
            self.files = files
            fields = [:]
        }
    }

    /// A file of an asset.
    package struct File: Codable, Hashable, Sendable {
        /// The path relative to the export's folder.
        package var path: String
        /// The API's number for the type of a resource.
        package var role: Int
        /// The name with which the file came into the library; nil for a file without a name.
        package var name: String?
        /// The type of an edit's recipe in the library; nil for other files.
        package var type: String?
        package var bytes: Int64
        /// The SHA-256 checksum in hexadecimal digits.
        package var sha256: String
        /// The file's values that differ from the photo's, by property; nil where it is not known what the file states, and in
        /// exports of earlier versions.
        package var stated: [String: ManifestValue]?

        package init(
            path: String,
            role: Int,
            name: String?,
            type: String? = nil,
            bytes: Int64,
            sha256: String
        ) {
            self.path = path
            self.role = role
            self.name = name
            self.type = type
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// A further file of an asset, by which an import knows whether a person has edited it since.
    package struct Copy: Codable, Hashable, Sendable {
        /// The path relative to the export's folder.
        package var path: String
        /// The SHA-256 checksum in hexadecimal digits; nil for a symbolic link.
        package var sha256: String?

        package init(path: String, sha256: String?) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// A sidecar of an asset, by which an import knows whether a person has edited it since.
    package struct Sidecar: Codable, Hashable, Sendable {
        /// The path relative to the export's folder.
        package var path: String
        /// The SHA-256 checksum in hexadecimal digits.
        package var sha256: String
        /// Whether the file came in and the export copied it, so that it may state values that no export wrote; nil in older manifests.
        package var copied: Bool?
        /// The state of the photo when the sidecar was written; nil where the present state is equal.
        package var base: Base?

        package init(path: String, sha256: String) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// A sidecar of another program that an export found beside the files of an asset.
    package struct Beside: Codable, Hashable, Sendable {
        /// The path relative to the export's folder.
        package var path: String
        /// The state of the photo in the last export that did not find the file.
        package var base: Base

        package init(path: String, base: Base) {
            self.path = path
            self.base = base
        }
    }

    /// The next members of an album, in their order.
    package struct Members: Codable, Hashable, Sendable {
        package var album: String
        package var assets: [UUID]

        package init(album: String, assets: [UUID]) {
            self.album = album
            self.assets = assets
        }
    }

    /// An asset, and others that a person called different from it, so that they are no duplicates.
    package struct Different: Codable, Hashable, Sendable {
        package var asset: UUID
        package var others: [UUID]

        package init(asset: UUID, others: [UUID]) {
            self.asset = asset
            self.others = others
        }
    }

    /// The last line.
    package struct End: Codable, Hashable, Sendable {
        package var assets: Int

        package init(assets: Int) { self.assets = assets }
    }
}
