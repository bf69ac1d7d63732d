import ServeRules

/// Who asks to be let in.
struct Visitor: Sendable {
    /// The address that attempts are counted for.
    var address: String
    /// The name of the browser.
    var name: String
    /// Whether the other end of the connection belongs to the account that runs the server.
    var isOwnAccount = false
    /// The link whose guest asks, by its identifier; nil for anybody else.
    var link: String?
    /// The secret of a browser in which the owner signed in before; nil for any other browser.
    var browser: String?
}

/// A session that was just opened.
struct Entry: Sendable {
    let credential: Credential
    /// The secret of the cookie.
    let secret: String
    /// What changes need beside the cookie; nil where the cookie is enough.
    var token: String?
    /// What the owner's browser shows at a later attempt, so that others' failures do not count for it; nil for guests.
    var browser: String?
}
