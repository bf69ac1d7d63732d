import HTTPTypes
import Hummingbird
import Logging
import ServeRules

/// Turns away requests of other sites, translates errors, adds headers, and writes one line a request.
struct GuardMiddleware: RouterMiddleware {
    typealias Context = ServeContext

    let origin: RequestOrigin
    let compression: TextCompression
    let hasTLS: Bool
    let logger: Logger

    @concurrent
    func handle(
        _ request: Request,
        context: ServeContext,
        next: @concurrent (Request, ServeContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try origin.checkRequest(request.head, path: request.uri.path)
            response = try await compression.compressedAnswer(next(request, context), to: request)
        } catch {
            let problem = Problem(error)
            if problem.status.code >= 500 {
                // Sentences of the library can have names of photos in them.
                logger.debug("\(error)")
            }
            response = problem.response()
        }
        SecurityHeaders.add(to: &response.headers, hasTLS: hasTLS)
        // The path can have identifiers and words of a search in it, so the line has the pattern of the route.
        let route = response.status == .notFound ? "-" : context.endpointPath ?? "-"
        RequestLog.writeLine(
            method: request.method,
            route: route,
            status: response.status,
            since: start,
            to: logger
        )
        return response
    }
}

/// The one line that the log has of a request.
enum RequestLog {
    static func writeLine(
        method: HTTPRequest.Method,
        route: String,
        status: HTTPResponse.Status,
        since start: ContinuousClock.Instant,
        to logger: Logger
    ) {
        logger.info("\(method.rawValue) \(route) \(status.code) \(ContinuousClock.now - start)")
    }
}
