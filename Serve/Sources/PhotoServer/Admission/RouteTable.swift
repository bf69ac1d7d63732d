import HTTPTypes
import Hummingbird
import ServeRules

/// All routes of the server, each with what it asks of a client.
///
/// No route can be added without stating that, so none is open by mistake.
struct RouteTable {
    /// What a route asks of a client.
    enum Need: Sendable {
        /// A client that is let in; the route changes nothing of the library.
        case reader
        /// A client that may change something.
        case changer
        /// The owner, who may change something.
        case owner
    }

    /// A route, for the comparison with the description of the interface.
    struct Route: Hashable, Sendable {
        var method: String
        /// The path with names in braces.
        var path: String
    }

    let router: Router<ServeContext>
    let server: PhotoServer
    private(set) var routes: Set<Route> = []

    init(_ router: Router<ServeContext>, _ server: PhotoServer) {
        self.router = router
        self.server = server
    }

    /// Answers all other methods of the paths that were added, and says which there are.
    func refuseOtherMethods() {
        let all: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
        ]
        for (path, known) in Dictionary(grouping: routes, by: \.path) {
            var methods = known.map(\.method)
            if methods.contains("GET") { methods.append("HEAD") }
            let allowed = methods.sorted().joined(separator: ", ")
            for method in all where !methods.contains(method.rawValue) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    var problem = Problem(
                        .methodNotAllowed,
                        "no-such-method",
                        "This address answers \(allowed)."
                    )
                    problem.headers[.allow] = allowed
                    throw problem
                }
            }
        }
    }

    /// Adds a route for clients that are let in.
    mutating func add(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ need: Need,
        _ handler: @escaping @Sendable (Call) async throws -> Response
    ) {
        let server = server
        let name = "\(method.rawValue) \(path)"
        let isServed =
            server.pick == nil
            ? !PickSession.ownRoutes.contains(name) : PickSession.routes.contains(name)
        addOpen(method, path) { request, context in
            let client = try await server.client(of: request)
            guard isServed else { throw Problem.notFound }
            if path != "/api/pick/leave" { server.pick?.seen(at: server.clock.seconds) }
            try Self.check(need, client)
            try server.gate.checkRate(client.credential.id)
            return try await handler(
                Call(
                    request: request,
                    context: context,
                    query: QueryItems(request.uri.query),
                    address: server.address(of: request, context),
                    server: server,
                    client: client
                )
            )
        }
    }

    /// Adds a route that needs no session, or finds out itself.
    mutating func addOpen(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ handler: @escaping @Sendable (Request, ServeContext) async throws -> Response
    ) {
        routes.insert(Route(method: method.rawValue, path: path))
        router.on(RouterPath(path), method: method, use: handler)
        guard method == .get else { return }
        router.on(RouterPath(path), method: .head) { request, context in
            HeadAnswer.of(try await handler(request, context))
        }
    }

    private static func check(_ need: Need, _ client: Client) throws {
        switch need {
        case .reader: break
        case .changer where client.isReadOnly: throw Problem.readOnly
        case .changer: break
        case .owner where client.credential.grant.user != .owner: throw Problem.ownerOnly
        case .owner where client.isReadOnly: throw Problem.readOnly
        case .owner: break
        }
    }
}

/// The answer to a request for the head alone.
enum HeadAnswer {
    /// Returns an answer without its body, with the length that the body would have.
    static func of(_ response: Response) -> Response {
        let length = response.headers[.contentLength]
        var head = Response(status: response.status, headers: response.headers)
        head.headers[.contentLength] = length
        return head
    }
}

extension HTTPRequest.Method {
    /// The method for safe questions with a body.
    static let query = HTTPRequest.Method("QUERY") ?? .get
}
