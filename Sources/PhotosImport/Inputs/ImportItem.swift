package import Foundation
package import PhotosStore

/// An asset to import: its files with their roles, and the properties from other sources.
package struct ImportItem: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        package var url: URL
        package var role: ResourceRole
        /// The file name to record; nil uses the file's own name.
        package var filename: String?
        /// The type to record for an edit's recipe, whose file is then kept whole; nil for other files.
        package var contentType: String?
        /// The SHA-256 checksum that the source states, in hexadecimal digits; nil where it states none.
        package var checksum: String?
        /// The number of bytes that the source states; nil where it states none.
        package var byteCount: Int64?
        /// The properties of which the file stated other values than the photo had, as an export of this software wrote it; nil
        /// where that is not known.
        package var stated: [AssetField: FieldValue]?
        /// Whether it is known which keywords the file stated.
        package var hasStatedKeywords = true

        package init(_ url: URL, role: ResourceRole, filename: String? = nil) {
            self.url = url
            self.role = role
            self.filename = filename
        }
    }

    /// The position of an item in a collection of the source.
    package struct Membership: Hashable, Sendable {
        /// The `key` of an ``ImportCollection``.
        package var collection: String
        /// Members are sorted by this value.
        ///
        /// Members with equal values are in the order of the catalog.
        package var order: Double

        package init(collection: String, order: Double) {
            self.collection = collection
            self.order = order
        }
    }

    /// The statements of an export of this software about an asset.
    package struct Exported: Hashable, Sendable {
        /// The identifier of the asset in the exported library.
        package var identifier: UUID
        /// The properties to restore.
        package var restored: [AssetField: FieldValue]
        /// The properties to restore if all files of the item become resources.
        package var restoredWithAllFiles: [AssetField: FieldValue]
        /// The number of earlier items with the same original, which are assets of their own.
        package var copy: Int
        /// The photo's state before the export found sidecars of other programs, by the paths of these.
        package var besideBases: [ExactText: Base] = [:]

        package init(
            identifier: UUID,
            restored: [AssetField: FieldValue],
            restoredWithAllFiles: [AssetField: FieldValue],
            copy: Int
        ) {
            self.identifier = identifier
            self.restored = restored
            self.restoredWithAllFiles = restoredWithAllFiles
            self.copy = copy
        }
    }

    /// The statements of an export of this software when it wrote a sidecar.
    package struct Base: Hashable, Sendable {
        /// The properties of the photo at that time.
        package var restored: [AssetField: FieldValue]
        /// The words of sidecars beside the original at that time.
        package var companion: ImportSupplement
        /// Whether it is known which keywords the photo had.
        package var hasKeywords = true

        package init(restored: [AssetField: FieldValue], companion: ImportSupplement) {
            (self.restored, self.companion) = (restored, companion)
        }
    }

    /// A sidecar in an export of this software.
    package struct Sidecar: Hashable, Sendable {
        package var url: URL
        /// The SHA-256 checksum of what the export wrote, in hexadecimal digits; nil if the export did not write the file.
        package var checksum: String?
        /// Whether the export copied a sidecar that had come in, so that it may state values that no export wrote; nil where the manifest
        /// does not say so.
        package var isCopied: Bool? = false
        /// The export's statements when it wrote the sidecar, or before it found that of another program; nil if they equal those about
        /// the photo.
        package var base: Base?

        package init(_ url: URL, checksum: String?) {
            self.url = url
            self.checksum = checksum
        }
    }

    /// The files, the original first.
    package var files: [File]
    package var supplement: ImportSupplement
    /// Files beside the item that its asset keeps, such as what an exporter notes of a photo.
    package var companions: [URL] = []
    /// The sidecars of an item of an export, which count only as far as a person has edited them.
    package var sidecars: [Sidecar] = []
    package var memberships: [Membership]
    /// Nil for items of other programs.
    package var export: Exported?

    package init(
        files: [File],
        supplement: ImportSupplement = ImportSupplement(),
        memberships: [Membership] = []
    ) {
        self.files = files
        self.supplement = supplement
        self.memberships = memberships
    }
}

/// An album, smart album or folder of a source.
package struct ImportCollection: Hashable, Sendable {
    /// An identifier that is unique within the source, and the same in every import.
    package var key: String
    package var title: String
    /// Whether the collection contains other collections, rather than photos.
    package var isFolder: Bool
    /// The `key` of the folder that contains this collection; nil at the top level.
    package var parent: String?
    /// The search of a smart album; nil for albums and folders.
    package var search: String?

    package init(
        key: String,
        title: String,
        isFolder: Bool = false,
        parent: String? = nil,
        search: String? = nil
    ) {
        self.key = key
        self.title = title
        self.isFolder = isFolder
        self.parent = parent
        self.search = search
    }
}

/// The contents of another program's library or export, ready to be imported.
package struct ImportCatalog: Sendable {
    /// Two items that a person called different, so that they are no duplicates of each other.
    package struct Different: Hashable, Sendable {
        /// The collection whose only member is the item, by the item's ``ImportItem/memberships``.
        package var one: String
        package var other: String

        package init(_ one: String, _ other: String) {
            self.one = one
            self.other = other
        }
    }

    /// Something in the source that cannot be imported, or only in part.
    package struct Loss: Hashable, Sendable {
        /// The path in the source.
        package var path: String
        /// A sentence that says what is lost, and why.
        package var reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// An identifier of the source that is the same in every import.
    ///
    /// Albums are recognised by it.
    package var identity: String
    package var items: [ImportItem]
    /// Parents come before their children, and siblings are in their order.
    package var collections: [ImportCollection]
    package var losses: [Loss]
    package var different: [Different] = []
    /// The files that tell of several items, because they state none of them, and that were read for each.
    package var sharedSidecars: [URL] = []

    package init(
        identity: String,
        items: [ImportItem] = [],
        collections: [ImportCollection] = [],
        losses: [Loss] = []
    ) {
        self.identity = identity
        self.items = items
        self.collections = collections
        self.losses = losses
    }
}
