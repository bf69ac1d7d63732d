import Glibc
import HTTPTypes
import Hummingbird
import ServeRules

/// Decides about requests: whether they may come from their site, who sends them, and whether a route is for that client.
///
/// The routes and the shortcut for previews ask the same value.
struct Admission: Sendable {
    let gate: Gatekeeper
    let pool: LibraryPool
    let cookie: SessionCookie
    let purpose: Audience.Purpose
    let origin: RequestOrigin
    /// Whether a proxy states the addresses of clients.
    let isBehindProxy: Bool
    /// Returns the user whose socket is at the other end of a connection; nil where that is not on this machine.
    let clientUser: @Sendable (ConnectionEnds) -> UInt32?

    /// Returns who sends a request, and counts the request.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - audience: For whom the route is.
    ///   - needsToken: Whether a request that may change something needs the token of its session.
    /// - Returns: The client.
    /// - Throws: ``Problem``: for nobody, for a client whom the route is not for, and for too many requests.
    func admit(
        _ head: HTTPRequest,
        to audience: Audience,
        needsToken: Bool = true
    ) throws -> Client {
        let client = try client(of: head)
        try audience.checkClient(client, purpose: purpose)
        if needsToken, head.method != .get, head.method != .head,
            let hash = client.credential.tokenHash
        {
            guard head.headerFields[.pageToken].map(Secret.hash) == hash else {
                throw Problem.noToken
            }
        }
        try countRequest(of: client)
        return client
    }

    /// Counts a request of a client.
    ///
    /// - Throws: ``Problem`` if there were too many.
    func countRequest(of client: Client) throws { try gate.checkRate(client.credential.id) }

    /// Counts a request for the health of the server, which comes without a client.
    ///
    /// All strangers share the rate of one client, and cannot use up that of this machine.
    ///
    /// - Parameter address: The address that the request comes from.
    /// - Throws: ``Problem`` if there were too many.
    func countHealthRequest(from address: String) throws {
        try gate.checkRate(Exposure.isLoopback(address) ? "health of the loopback" : "health")
    }

    /// Returns who sends a request.
    ///
    /// - Throws: ``Problem/signedOut`` for nobody.
    func client(of head: HTTPRequest) throws -> Client {
        guard let credential = credential(of: head) else { throw Problem.signedOut }
        return try client(of: credential)
    }

    /// Returns the client that a credential lets in, whose library is opened if it is not open.
    func client(of credential: Credential) throws -> Client {
        Client(credential: credential, library: try pool.library(for: credential.grant))
    }

    /// Returns the credential of who sends a request; nil for nobody.
    func credential(of head: HTTPRequest) -> Credential? {
        let token = head.headerFields[.authorization].flatMap { header -> String? in
            header.prefix(7).lowercased() == "bearer " ? String(header.dropFirst(7)) : nil
        }
        return gate.credential(cookie: cookie.value(in: head), token: token)
    }

    /// Throws unless a photo may be seen in a client's session: hidden ones must be unlocked.
    func requireUnlocked(isHidden: Bool, for client: Client) throws {
        guard isHidden else { return }
        // Guests learn nothing of what the owner hid.
        if client.isGuest { throw Problem.noPhoto }
        if !gate.isUnlocked(client.credential.id) { throw Problem.locked }
    }

    /// Returns the address that attempts are counted for.
    func address(of request: Request, in context: ServeContext) -> String {
        if isBehindProxy, let name = HTTPField.Name("x-forwarded-for"),
            let last = request.headers[values: name].last?.split(separator: ",").last
        {
            // The last entry is the proxy's own; anybody can write those before it.
            return last.trimmingCharacters(in: .whitespaces)
        }
        return context.clientAddress?.ipAddress ?? "local"
    }

    /// Returns whether a connection comes from the account that runs the server; blocks for a table of the kernel.
    ///
    /// A proxy's connections are those of anybody. A table is read only for connections of this machine, and no more often than
    /// a client may ask: whose attempt it is decides which limit of attempts counts, so that limit comes later.
    ///
    /// - Throws: ``Problem`` if there were too many requests of the address.
    func isOwnAccount(_ context: ServeContext) throws -> Bool {
        guard !isBehindProxy,
            let ends = ConnectionEnds(client: context.clientAddress, server: context.ownAddress),
            ends.mayBeOnOneMachine
        else { return false }
        try gate.checkRate("entry of \(context.clientAddress?.ipAddress ?? "local")")
        return clientUser(ends) == geteuid()
    }
}

extension HTTPField.Name {
    /// The header with the token of a session.
    static let pageToken = HTTPField.Name("photokit-token") ?? .authorization
}
