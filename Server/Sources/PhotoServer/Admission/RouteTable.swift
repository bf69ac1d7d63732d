import HTTPTypes
import Hummingbird
import ServeRules

/// All routes of the server, each with its audience.
///
/// No route can be added without stating one, so none is open by mistake.
struct RouteTable {
    /// A route, for the comparison with the description of the interface.
    struct Route: Hashable, Sendable {
        var method: String
        /// The path with names in braces.
        var path: String
    }

    let router: Router<ServeContext>
    private let admission: Admission
    /// Called with each request of a client, which shows that somebody is there.
    private let recordSign: @Sendable () -> Void
    private(set) var routes: Set<Route> = []

    init(
        router: Router<ServeContext>,
        admission: Admission,
        recordSign: @escaping @Sendable () -> Void
    ) {
        self.router = router
        self.admission = admission
        self.recordSign = recordSign
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
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path with names in braces.
    ///   - audience: For whom the route is.
    ///   - isSign: Whether a request shows that somebody is still there who picks.
    ///   - needsToken: Whether a change needs the token of its session.
    ///   - handler: Answers a request.
    mutating func addRoute(
        _ method: HTTPRequest.Method,
        at path: String,
        for audience: Audience,
        isSign: Bool = true,
        needsToken: Bool = true,
        answer handler: @escaping @Sendable (Call) async throws -> Response
    ) {
        let admission = admission
        let recordSign = isSign ? recordSign : { @Sendable () -> Void in }
        addOpenRoute(method, at: path) { request, context in
            let client = try admission.admit(
                request.head,
                to: audience,
                needsToken: needsToken
            )
            recordSign()
            return try await handler(
                Call(
                    request: request,
                    context: context,
                    query: QueryItems(request.uri.query),
                    address: admission.address(of: request, in: context),
                    client: client,
                    admission: admission
                )
            )
        }
    }

    /// Adds a route that needs no session, or finds out itself.
    mutating func addOpenRoute(
        _ method: HTTPRequest.Method,
        at path: String,
        answer handler: @escaping @Sendable (Request, ServeContext) async throws -> Response
    ) {
        routes.insert(Route(method: method.rawValue, path: path))
        router.on(RouterPath(path), method: method, use: handler)
        guard method == .get else { return }
        router.on(RouterPath(path), method: .head) { request, context in
            HeadAnswer.of(try await handler(request, context))
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
