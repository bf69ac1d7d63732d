import Foundation
import OpenPhotoKit
import PhotosBase
import ServeRules

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

/// A session, device or link in the owner's list.
struct CredentialModel: Encodable {
    var id: String
    var name: String
    var created: String
    var lastUsed: String
    var isCurrent: Bool
    var kind: String
    var ends: String?
    var readOnly: Bool
    var role: String
    /// The title of the link that a browser came through.
    var linkTitle: String?

    init(_ credential: Credential, current: String) {
        id = credential.id
        // A link is known by its title, a browser that came through it by its own name.
        let isLink = credential.kind == .link
        name = isLink ? credential.title ?? credential.name : credential.name
        linkTitle = isLink || credential.link == nil ? nil : credential.title ?? ""
        created = Self.text(credential.created)
        lastUsed = Self.text(credential.lastUsed)
        isCurrent = credential.id == current
        kind = credential.kind.rawValue
        ends = credential.ends.map(Self.text)
        readOnly = credential.grant.isReadOnly
        role = credential.grant.user == .owner ? "owner" : "limited"
    }

    static func text(_ date: Date) -> String {
        CivilTime.text(secondsSince1970: date.timeIntervalSince1970, zone: nil)
    }
}

/// The name of a browser, for the list of sessions.
enum ClientName {
    static func of(_ userAgent: String?) -> String {
        guard let text = userAgent else { return "Browser" }
        let browsers = [
            ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("Chrome/", "Chromium"),
            ("Safari/", "Safari"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Linux", "Linux"),
            ("Mac OS", "Mac"), ("Windows", "Windows"),
        ]
        let browser = browsers.first { text.contains($0.0) }?.1 ?? "Browser"
        let system = systems.first { text.contains($0.0) }?.1
        return system.map { "\(browser), \($0)" } ?? browser
    }
}
