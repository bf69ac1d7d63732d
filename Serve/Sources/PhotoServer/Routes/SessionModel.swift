import Foundation
import OpenPhotoKit

/// What a client may see and do, for the page.
struct SessionModel: Encodable {
    var role: String
    var readOnly: Bool
    var library: String
    var canDownloadOriginals: Bool
    var trashDays: Int
    var name: String
    var isLink: Bool
    var title: String?
    var hasPassword: Bool
    /// The verbs that this client may use.
    var actions: [String]
    /// Whether the session answers a question of a program; nil for the page of the library.
    var isPicker: Bool?

    static func make(_ call: Call) async throws -> SessionModel {
        try await make(call.client, call.server)
    }

    static func make(_ client: Client, _ server: PhotoServer) async throws -> SessionModel {
        let days = try await server.pool.owner.read { [library = server.pool.owner.library] in
            try library.settings().daysInRecentlyDeleted
        }
        return SessionModel(
            role: client.isLimited ? "limited" : "owner",
            readOnly: client.isReadOnly,
            library: server.libraryName,
            canDownloadOriginals: client.grant.allowsOriginals,
            trashDays: days,
            name: client.credential.name,
            isLink: client.credential.link != nil,
            title: client.credential.title,
            hasPassword: try server.gate.hasPassword(),
            actions: actions(client),
            isPicker: server.pick == nil ? nil : true
        )
    }
}

extension SessionModel {
    private static func actions(_ client: Client) -> [String] {
        if client.isReadOnly { return [] }
        let ofAlbums: Set<ActionRequest.Verb> = [.addToAlbum, .removeFromAlbum, .moveInAlbum]
        return ActionRequest.Verb.allCases
            .filter { !client.isLimited || !ofAlbums.contains($0) }.map(\.rawValue)
    }
}
