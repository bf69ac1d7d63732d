import HTTPTypes
import Hummingbird
import Logging
import ServeRules

/// Turns away requests of other sites, translates errors, adds headers, and writes one line a request.
struct GuardMiddleware: RouterMiddleware {
    typealias Context = ServeContext

    let server: PhotoServer

    @concurrent
    func handle(
        _ request: Request,
        context: ServeContext,
        next: @concurrent (Request, ServeContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try check(request)
            response = try await next(request, context)
        } catch {
            let problem = Problem(error)
            if problem.status.code >= 500 {
                // Sentences of the library can have names of photos in them.
                server.logger.debug("\(error)")
            }
            response = problem.response()
        }
        SecurityHeaders.add(to: &response, hasTLS: server.options.hasTLS)
        // The path can have identifiers and words of a search in it, so the line has the pattern of the route.
        let route = response.status == .notFound ? "-" : context.endpointPath ?? "-"
        server.logger.info(
            "\(request.method.rawValue) \(route) \(response.status.code) \(ContinuousClock.now - start)"
        )
        return response
    }

    private func check(_ request: Request) throws {
        let host = request.head.authority ?? request.headers[values: .host].first
        guard server.hosts.allows(host), let host else {
            throw Problem(
                .misdirectedRequest,
                "foreign-host",
                "This server does not answer under that name. Start it with --host NAME."
            )
        }
        let isChange = request.method != .get && request.method != .head
        let path = request.uri.path
        let isPrivate = ["/api/", "/preview/", "/photos/", "/downloads/"].contains {
            path.hasPrefix($0)
        }
        let refusal = server.origins.refusal(
            of: OriginRule.Request(
                isChange: isChange,
                isPageFile: !isPrivate,
                hasCookie: request.headers[.cookie] != nil,
                host: host,
                origin: request.headers[.origin],
                fetchSite: request.headers[Self.fetchSite]
            )
        )
        if let refusal {
            throw Problem(.forbidden, refusal.rawValue, "The request comes from another site.")
        }
    }

    private static let fetchSite = HTTPField.Name("sec-fetch-site") ?? .referer
}

extension HTTPField.Name {
    /// The header `Host`, which most servers move to the authority of the request.
    static let host = HTTPField.Name("host") ?? .referer
}
