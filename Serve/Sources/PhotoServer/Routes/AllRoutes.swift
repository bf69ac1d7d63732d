import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import ServeRules

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
        SuggestionRoute.add(to: &table)
        PreviewRoutes.add(to: &table)
        DetailRoutes.add(to: &table)
        AlbumRoutes.add(to: &table)
        ActionRoutes.add(to: &table)
        DuplicateRoutes.add(to: &table)
        HistoryRoutes.add(to: &table)
        UploadRoutes.add(to: &table)
        DownloadRoutes.add(to: &table)
        InterfaceRoutes.add(to: &table)
        StorageRoutes.add(to: &table)
        PickRoutes.add(to: &table)
        table.refuseOtherMethods()
        let routes = table.routes
        // The page has addresses of its own; everything else is a file of it or nothing.
        for path in ["/", "/**"] {
            let page = { @Sendable (request: Request, _: ServeContext) async throws -> Response in
                guard !Self.isInterface(request.uri.path) else { throw Problem.notFound }
                return try await server.files.answer(request) {
                    try? await Self.firstQuestions(request, server)
                }
            }
            router.on(RouterPath(path), method: .get, use: page)
            router.on(RouterPath(path), method: .head) { request, context in
                HeadAnswer.of(try await page(request, context))
            }
        }
        return (router, routes)
    }

    /// Returns links for what the page asks first; nil for nobody, and where the page begins with something else.
    private static func firstQuestions(
        _ request: Request,
        _ server: PhotoServer
    ) async throws -> String? {
        guard server.pick == nil, request.headers[.cookie] != nil,
            let key = FirstQuestions.view(QueryItems(request.uri.query)), key != .hidden
        else { return nil }
        let library = try await server.client(of: request).library
        guard let present = library.views.present(key) else { return nil }
        let first = 0..<min(present.result.count, FirstQuestions.previews)
        let photos = try await library.read {
            present.result.objects(at: IndexSet(integersIn: first)).map {
                (tag: PreviewTag.of($0), id: ItemModel.name(of: $0))
            }
        }
        return FirstQuestions.links(
            key,
            version: present.version,
            count: present.result.count,
            first: photos
        )
    }

    private static func isInterface(_ path: String) -> Bool {
        ["/api/", "/preview/", "/photos/", "/downloads/"].contains { path.hasPrefix($0) }
            || path == "/api"
    }
}
