import HTTPTypes
import Hummingbird
import NIOCore

/// Whether the server can answer from its library, for whoever watches the server: the one question that needs no session.
///
/// A stranger learns a word, and a request is no work: the answer is known before.
struct HealthRoute {
    let admission: Admission
    let health: HealthCheck

    func addRoutes(to table: inout RouteTable) {
        table.addOpenRoute(.get, at: RequestOrigin.healthPath, answer: sendHealth)
    }

    private func sendHealth(_ request: Request, in context: ServeContext) throws -> Response {
        // A server that asks one question is watched by its parent process.
        guard admission.purpose == .library else { throw Problem.notFound }
        try admission.countHealthRequest(from: admission.address(of: request, in: context))
        let isReadable = health.isReadable
        return Response(
            status: isReadable ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: isReadable ? "ok\n" : "unavailable\n")
            )
        )
    }
}
