import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import ServeRules

/// All routes of a server.
enum Routes {
    static func makeRouter(
        for server: PhotoServer
    ) -> (router: Router<ServeContext>, routes: Set<RouteTable.Route>) {
        let router = Router(context: ServeContext.self)
        router.add(
            middleware: GuardMiddleware(
                admission: server.admission,
                compression: server.compression,
                hasTLS: server.options.hasTLS,
                logger: server.logger,
                record: server.monitor.record
            )
        )
        var table = RouteTable(router: router, admission: server.admission) {
            [pick = server.pick, clock = server.clock] in
            pick?.recordSign(at: clock.seconds)
        }
        addReadingRoutes(of: server, to: &table)
        addChangingRoutes(of: server, to: &table)
        table.refuseOtherMethods()
        let routes = table.routes
        let (files, admission) = (server.files, server.admission)
        // The page has addresses of its own; everything else is a file of it or nothing.
        for path in ["/", "/**"] {
            let page = { @Sendable (request: Request, _: ServeContext) async throws -> Response in
                guard !Self.isInterface(request.uri.path) else { throw Problem.notFound }
                return try await files.answer(to: request) {
                    try? await Self.firstQuestions(for: request, admission: admission)
                }
            }
            router.on(RouterPath(path), method: .get, use: page)
            router.on(RouterPath(path), method: .head) { request, context in
                HeadAnswer.of(try await page(request, context))
            }
        }
        return (router, routes)
    }

    /// Adds the routes that change nothing of the library, and those of sessions.
    private static func addReadingRoutes(of server: PhotoServer, to table: inout RouteTable) {
        let (owner, clock) = (server.pool.owner, server.clock)
        let items = ItemReader(owner: owner, clock: clock)
        SessionRoutes(admission: server.admission, libraryName: server.libraryName)
            .addRoutes(to: &table)
        ViewRoutes(items: items, readAhead: server.readAhead, clock: clock).addRoutes(to: &table)
        SuggestionRoute().addRoutes(to: &table)
        PlaceRoute().addRoutes(to: &table)
        PreviewRoutes(
            previews: server.previews,
            pictures: server.pictures,
            tiles: server.tiles,
            owner: owner,
            clientsPick: server.pick != nil
        ).addRoutes(to: &table)
        MovieRoutes(streams: server.movies).addRoutes(to: &table)
        DetailRoutes(items: items).addRoutes(to: &table)
        HistoryRoutes(log: server.activity, clock: clock).addRoutes(to: &table)
        DownloadRoutes(downloads: server.downloads, pictures: server.pictures)
            .addRoutes(to: &table)
        InterfaceRoutes().addRoutes(to: &table)
        StorageRoutes().addRoutes(to: &table)
        PickRoutes(session: server.pick, clock: clock).addRoutes(to: &table)
        HealthRoute(admission: server.admission, health: server.monitor.health)
            .addRoutes(to: &table)
        MetricsRoute(monitor: server.monitor).addRoutes(to: &table)
    }

    private static func addChangingRoutes(of server: PhotoServer, to table: inout RouteTable) {
        let (owner, clock, undo) = (server.pool.owner, server.clock, server.undo)
        SharingRoutes(
            gate: server.gate,
            owner: owner,
            clock: clock,
            linkAlbums: server.linkAlbums,
            options: server.options
        ).addRoutes(to: &table)
        AlbumRoutes(owner: owner, clock: clock, undo: undo).addRoutes(to: &table)
        ActionRoutes(undo: undo, editing: server.editing).addRoutes(to: &table)
        DuplicateRoutes(owner: owner, clock: clock, undo: undo).addRoutes(to: &table)
        UploadRoutes(
            uploads: server.uploads,
            undo: undo,
            largest: server.options.limits.largestUpload
        ).addRoutes(to: &table)
        GuestUploadRoutes(
            inbox: server.inbox,
            undo: undo,
            clock: clock,
            largest: server.options.limits.largestUpload
        ).addRoutes(to: &table)
    }

    /// Returns links for what the page asks first; nil for nobody, and where the page begins with something else.
    private static func firstQuestions(
        for request: Request,
        admission: Admission
    ) async throws -> String? {
        // The links are relative to the page's own address.
        guard admission.purpose == .library, request.uri.path == "/",
            request.headers[.cookie] != nil,
            let key = FirstQuestions.initialView(for: QueryItems(request.uri.query)),
            key != .hidden
        else { return nil }
        let library = try admission.client(of: request.head).library
        guard let present = library.views.presentVersion(of: key) else { return nil }
        let first = 0..<min(present.result.count, FirstQuestions.previews)
        let photos = try await library.read {
            present.result.objects(at: IndexSet(integersIn: first)).map {
                (tag: PreviewTag.of($0), id: ItemModel.identifier(of: $0))
            }
        }
        return FirstQuestions.preloadLinks(
            for: key,
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
