package import Foundation

/// One asset to be: its files with their roles, and what stands beside them.
package struct ImportItem: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        package var url: URL
        /// The API's number for the type of a resource, see ``ResourceRole``.
        package var role: Int
        /// The name to remember; nil takes the file's.
        package var filename: String?

        package init(_ url: URL, role: Int, filename: String? = nil) {
            self.url = url
            self.role = role
            self.filename = filename
        }
    }

    /// A place in a collection of the source.
    package struct Membership: Hashable, Sendable {
        /// The `key` of an ``ImportCollection``.
        package var collection: String
        /// Members stand in rising order; those without an order of their own in that of the catalog.
        package var order: Double

        package init(collection: String, order: Double) {
            self.collection = collection
            self.order = order
        }
    }

    /// The original first.
    package var files: [File]
    package var supplement: ImportSupplement
    package var memberships: [Membership]

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

/// An album or folder of a source.
package struct ImportCollection: Hashable, Sendable {
    /// Tells it from the others of its source, the same in every import.
    package var key: String
    package var title: String
    /// Whether it holds collections; else it holds photos.
    package var isFolder: Bool
    /// The `key` of the folder that it stands in; nil for the top.
    package var parent: String?

    package init(key: String, title: String, isFolder: Bool = false, parent: String? = nil) {
        self.key = key
        self.title = title
        self.isFolder = isFolder
        self.parent = parent
    }
}

/// Everything that a library or export of another program holds, ready to be imported.
package struct ImportCatalog: Sendable {
    /// Something of the source that does not get in, or not whole.
    package struct Loss: Hashable, Sendable {
        /// Where it stands in the source.
        package var path: String
        /// A sentence: what is lost and why.
        package var reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Which source it is, the same in every import of it: albums are recognised by it.
    package var identity: String
    package var items: [ImportItem]
    /// Parents before their children, siblings in their order.
    package var collections: [ImportCollection]
    package var losses: [Loss]

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
