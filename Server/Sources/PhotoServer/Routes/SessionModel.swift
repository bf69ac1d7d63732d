import Foundation
import OpenPhotoKit

/// The rights of a client, for the page.
struct SessionModel: Encodable {
    var role: String
    var readOnly: Bool
    var library: String
    var canDownloadOriginals: Bool
    /// Whether the client may download pictures at all, drawn anew where it may not have originals.
    var canDownload: Bool
    /// Whether the client is a guest who may add photos.
    var canAdd: Bool
    var trashDays: Int
    var name: String
    var isLink: Bool
    var title: String?
    var hasPassword: Bool
    /// The verbs that this client may use.
    var actions: [String]
    /// Whether the session answers a question of a program; nil for the page of the library.
    var isPicker: Bool?
    /// The path below which the page of a session lies that was just opened.
    var home: String?
    /// What changes of a session that was just opened need beside the cookie.
    var token: String?
    /// What the owner's browser shows when it asks to be let in again.
    var browser: String?

    /// Describes a session.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - library: The name of the library.
    ///   - trashDays: The days that photos stay in Recently Deleted.
    ///   - hasPassword: Whether the owner has a password.
    ///   - isPicker: Whether the session answers a question of a program.
    init(
        _ client: Client,
        library: String,
        trashDays: Int,
        hasPassword: Bool,
        isPicker: Bool
    ) {
        role = client.isLimited ? "limited" : "owner"
        readOnly = client.isReadOnly
        self.library = library
        canDownloadOriginals = client.grant.allowsOriginals
        canAdd = client.isGuest && client.grant.adding != nil
        canDownload = client.grant.allowsOriginals || client.grant.allowsCopies
        self.trashDays = trashDays
        name = client.credential.name
        isLink = client.credential.link != nil
        title = client.credential.title
        self.hasPassword = hasPassword
        actions = Self.allowedActions(for: client)
        self.isPicker = isPicker ? true : nil
    }
}

extension SessionModel {
    private static func allowedActions(for client: Client) -> [String] {
        if client.isReadOnly { return [] }
        let ofAlbums: Set<ActionRequest.Verb> = [.addToAlbum, .removeFromAlbum, .moveInAlbum]
        return ActionRequest.Verb.allCases
            .filter { !client.isLimited || !ofAlbums.contains($0) }.map(\.rawValue)
    }
}
