public import Foundation

/// A way to get in: a session of a browser, a device with a token, or a share link.
///
/// The secret itself is stored nowhere, only its hash.
public struct Credential: Codable, Hashable, Sendable, Identifiable {
    /// The kind of a credential.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A browser, by its cookie.
        case session
        /// A program or device, by its token.
        case device
        /// A share link.
        case link
    }

    /// A random identifier, which is no secret.
    public let id: String
    /// The name that the list of sessions shows.
    public var name: String
    /// The kind of the credential.
    public let kind: Kind
    /// The hash of the secret.
    public let secretHash: String
    /// When the credential was made.
    public let created: Date
    /// When the credential was last used, to about a minute.
    public var lastUsed: Date
    /// When the credential ends in any case; nil for no such moment.
    public let ends: Date?
    /// The rights of the client.
    public let grant: Grant
    /// The link that a session was made with, or whose further secret this is.
    public var link: String?
    /// The album that a link shows, as its local identifier.
    public var album: String?
    /// The title that a link shows.
    public var title: String?
    /// The hash of the token that changes of a session need beside its cookie; nil where the cookie is enough.
    public var tokenHash: String?

    /// What a link asks of its guests, and how often it was used; nil for others, and for links of earlier versions that
    /// nobody has used since.
    public var terms: LinkTerms?

    /// Whether this is a further secret of a link, which is no link of its own.
    public var isCopy: Bool { kind == .link && link != nil }

    /// Whether this is a session that was made with a link.
    var isGuestSession: Bool { kind == .session && link != nil }

    /// Makes a credential.
    public init(
        id: String,
        name: String,
        kind: Kind,
        secretHash: String,
        created: Date,
        ends: Date? = nil,
        grant: Grant,
        link: String? = nil,
        album: String? = nil,
        title: String? = nil,
        tokenHash: String? = nil,
        terms: LinkTerms? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.secretHash = secretHash
        self.created = created
        lastUsed = created
        self.ends = ends
        self.grant = grant
        self.link = link
        self.album = album
        self.title = title
        self.tokenHash = tokenHash
        self.terms = terms
    }
}
