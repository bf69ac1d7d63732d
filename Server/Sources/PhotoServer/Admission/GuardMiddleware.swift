import HTTPTypes
import Hummingbird
import Logging
import ServeRules

/// Turns away requests of other sites, translates errors, adds headers, and records each request.
struct GuardMiddleware: RouterMiddleware {
    typealias Context = ServeContext

    let admission: Admission
    let compression: TextCompression
    let hasTLS: Bool
    let logger: Logger
    let record: RequestRecord

    @concurrent
    func handle(
        _ request: Request,
        context: ServeContext,
        next: @concurrent (Request, ServeContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try admission.origin.checkRequest(
                request.head,
                path: request.uri.path,
                from: admission.address(of: request, in: context)
            )
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
        record.recordRequest(
            request.method,
            pattern: context.endpointPath,
            status: response.status,
            since: start
        )
        return response
    }
}
