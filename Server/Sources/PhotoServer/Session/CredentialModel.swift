import Foundation
import ServeRules

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
    /// Whether guests of a link type a password; nil for other credentials.
    var hasPassword: Bool?
    /// The number of sessions that have begun with a link; nil for other credentials.
    var views: Int?
    var mostViews: Int?

    init(_ credential: Credential, current: String) {
        id = credential.id
        // A link is known by its title, a browser that came through it by its own name.
        let isLink = credential.kind == .link
        name = isLink ? credential.title ?? credential.name : credential.name
        linkTitle = isLink || credential.link == nil ? nil : credential.title ?? ""
        created = InterfaceDate.text(credential.created)
        lastUsed = InterfaceDate.text(credential.lastUsed)
        isCurrent = credential.id == current
        kind = credential.kind.rawValue
        ends = credential.ends.map(InterfaceDate.text)
        readOnly = credential.grant.isReadOnly
        if isLink {
            hasPassword = credential.terms?.passwordHash != nil
            views = credential.terms?.views ?? 0
            mostViews = credential.terms?.mostViews
        }
        role = credential.grant.user == .owner ? "owner" : "limited"
    }
}
