import HTTPTypes
import Hummingbird

/// All routes of a server.
enum Routes {
    static func make(
        _ server: PhotoServer
    ) -> (router: Router<ServeContext>, routes: Set<RouteTable.Route>) {
        let router = Router(context: ServeContext.self)
        router.add(middleware: GuardMiddleware(server: server))
        var table = RouteTable(router, server)
        SessionRoutes.add(to: &table)
        SharingRoutes.add(to: &table)
        ViewRoutes.add(to: &table)
        PreviewRoutes.add(to: &table)
        DetailRoutes.add(to: &table)
        AlbumRoutes.add(to: &table)
        ActionRoutes.add(to: &table)
        HistoryRoutes.add(to: &table)
        TransferRoutes.add(to: &table)
        InterfaceRoutes.add(to: &table)
        PickRoutes.add(to: &table)
        table.refuseOtherMethods()
        let routes = table.routes
        // The page has addresses of its own; everything else is a file of it or nothing.
        for path in ["/", "/**"] {
            let page = { @Sendable (request: Request, _: ServeContext) async throws -> Response in
                guard !Self.isInterface(request.uri.path) else { throw Problem.notFound }
                return try await server.files.answer(request)
            }
            router.on(RouterPath(path), method: .get, use: page)
            router.on(RouterPath(path), method: .head) { request, context in
                HeadAnswer.of(try await page(request, context))
            }
        }
        return (router, routes)
    }

    private static func isInterface(_ path: String) -> Bool {
        ["/api/", "/preview/", "/photos/", "/downloads/"].contains { path.hasPrefix($0) }
            || path == "/api"
    }
}
