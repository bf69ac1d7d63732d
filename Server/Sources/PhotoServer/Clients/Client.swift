import OpenPhotoKit
import ServeRules

/// A client that is let in: its credential, and the library as it sees it.
struct Client: Sendable {
    let credential: Credential
    let library: ClientLibrary

    var grant: Grant { credential.grant }
    /// Whether the client, or the library itself, cannot be changed.
    var isReadOnly: Bool { grant.isReadOnly || library.isReadOnly }
    /// Whether the client sees a selection alone.
    var isLimited: Bool { grant.user != .owner }

    /// Whether the client came through a share link.
    var isGuest: Bool { credential.link != nil }

    /// Returns whether there is a list for the client, locked or not.
    ///
    /// For guests there is nothing that the owner hid or deleted, and no list of what they are not shown.
    func shows(_ key: ViewKey) -> Bool {
        switch key {
        case .trash: library.showsTrash
        case .hidden: !isGuest
        case .favorites: grant.shows(.favorites)
        default: true
        }
    }

    /// The author that the history states for changes of this client.
    var author: String {
        switch (credential.kind, grant.user) {
        case (.device, _): "Photos (\(credential.name))"
        case (_, .application(let name)): name
        case (_, .owner): "Photos"
        }
    }
}
