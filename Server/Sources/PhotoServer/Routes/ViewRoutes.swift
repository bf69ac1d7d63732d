import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Lists of photos: their layout, their photos, and finding a photo in them.
struct ViewRoutes {
    let items: ItemReader
    let readAhead: PreviewReadAhead
    let clock: ServerClock

    private static let mostItems = 500

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/views/{view}", for: .readerOrPicker, answer: sendView)
        table.addRoute(.get, at: "/api/views/{view}/shape", for: .readerOrPicker, answer: sendShape)
        table.addRoute(.get, at: "/api/views/{view}/items", for: .readerOrPicker, answer: sendItems)
        table.addRoute(.get, at: "/api/find", for: .readerOrPicker, answer: findPhoto)
        table.addRoute(.get, at: "/api/events", for: .readerOrPicker, answer: EventRoute.openStream)
    }

    private static func viewKey(_ text: String?, for call: Call) throws -> ViewKey {
        let library = call.client.library
        if let text, ViewKey.isLongSearch(text) { throw Problem.longSearch }
        guard let key = text.flatMap(ViewKey.init), library.scope?.shows(key) ?? true,
            call.client.shows(key)
        else {
            throw Problem.noView
        }
        try call.requireUnlocked(isHidden: key == .hidden)
        return key
    }

    private static func requestedVersion(in call: Call) throws -> UInt32 {
        UInt32(try call.queryNumber("version", in: 0...Int(UInt32.max)))
    }

    private func sendView(_ call: Call) async throws -> Response {
        let key = try Self.viewKey(call.pathPart("view"), for: call)
        let library = call.client.library
        let title = try await Self.title(of: key, in: library)
        let search = try await SearchModel.of(key, in: library)
        let now = clock.seconds
        let model = try await library.views.withView(key) { view in
            view.storeLayout(at: now)
            return ViewModel(
                view: key.text,
                title: title,
                version: view.version,
                shape: view.layout.shapeVersion,
                count: view.count,
                videos: view.videoCount,
                order: view.order.rawValue,
                canReorder: view.order == .manual && !call.client.isReadOnly,
                token: StreamToken.text(of: [view.version]),
                search: search
            )
        }
        return JSONAnswer.ok(model)
    }

    private static func title(of key: ViewKey, in library: ClientLibrary) async throws -> String {
        switch key {
        case .album(let id):
            try await library.read {
                guard let album = ViewFetch.album(id) else { throw Problem.noAlbum }
                return album.localizedTitle ?? ""
            }
        case .search(let text): text
        default: ""
        }
    }

    private func sendShape(_ call: Call) async throws -> Response {
        let key = try Self.viewKey(call.pathPart("view"), for: call)
        let version = try Self.requestedVersion(in: call)
        let (layout, order) = try await call.client.library.views.withView(key) { view in
            (view.heldLayout(ofVersion: version), view.order)
        }
        guard let layout else { throw Problem.gone }
        // A version never stands for another layout, so a browser that has it needs no byte.
        let tag = EntityTag("shape-\(version)")
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .eTag: tag.header,
            // Hidden photos leave nothing behind in the browser.
            .cacheControl: key == .hidden ? "no-store" : "private, no-cache",
        ]
        guard !tag.matches(ifNoneMatch: call.request.headers[.ifNoneMatch]) else {
            return Response(status: .notModified, headers: headers)
        }
        let bytes = try await BlockingThreads.common.run {
            ShapeFile.bytes(
                version: version,
                days: layout.days,
                shapes: layout.shapes,
                hasSections: order == .date
            )
        }
        headers[.contentLength] = String(bytes.count)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private func sendItems(_ call: Call) async throws -> Response {
        let key = try Self.viewKey(call.pathPart("view"), for: call)
        let version = try Self.requestedVersion(in: call)
        let from = try call.queryNumber("from", in: 0...Int(Int32.max))
        let count = try call.queryNumber("count", in: 1...Self.mostItems)
        let result = try await call.client.library.views.withView(key) {
            $0.results.value(ofVersion: version)
        }
        guard let result else { throw Problem.gone }
        guard from <= result.count else {
            throw Problem.badRequest("The list ends before \"from\".")
        }
        let range = from..<min(from + count, result.count)
        let isGuest = call.client.isGuest
        let items = try await items.readItems(in: call.client.library) {
            let assets = result.objects(at: IndexSet(integersIn: range))
            // A list from before still has what the owner hid meanwhile.
            if isGuest, assets.contains(where: \.isHidden) { throw Problem.gone }
            return assets
        }
        readAhead.readPreviews(of: items, in: call.client.library)
        return JSONAnswer.ok(ItemsModel(version: version, from: from, items: items))
    }

    private func findPhoto(_ call: Call) async throws -> Response {
        let key = try Self.viewKey(call.query["view"], for: call)
        let views = call.client.library.views
        if let text = call.query["date"] {
            guard let day = CivilDay(text) else {
                throw Problem.badRequest("Write the date as YYYY-MM-DD.")
            }
            let (days, version) = try await views.withView(key) { ($0.layout.days, $0.version) }
            guard let index = DayFinder.nearestIndex(to: Int32(day.number), in: days) else {
                throw Problem.noPhoto
            }
            return JSONAnswer.ok(FoundModel(index: index, version: version))
        }
        guard let name = call.query["id"].flatMap(ObjectName.init) else {
            throw Problem(.notFound, "not-found", "Say what to find: \"date\" or \"id\".")
        }
        let (result, version) = try await views.withView(key) { ($0.result, $0.version) }
        let library = call.client.library
        let index = try await library.read {
            library.asset(named: name).map { result.index(of: $0) }
        }
        guard let index, index != NSNotFound else { throw Problem.noPhoto }
        return JSONAnswer.ok(FoundModel(index: index, version: version))
    }
}

private struct ViewModel: Encodable {
    let view: String
    let title: String
    let version: UInt32
    /// The version that names the layout: it changes only when a day or a ratio does.
    let shape: UInt32
    let count: Int
    /// The number of videos among the photos.
    let videos: Int
    let order: String
    let canReorder: Bool
    let token: String
    let search: SearchModel?
}

private struct ItemsModel: Encodable {
    let version: UInt32
    let from: Int
    let items: [ItemModel]
}

private struct FoundModel: Encodable {
    let index: Int
    let version: UInt32
}

extension SearchModel {
    /// Returns what the search of a view was understood as; nil for other views.
    static func of(_ key: ViewKey, in library: ClientLibrary) async throws -> SearchModel? {
        guard case .search(let text) = key else { return nil }
        let views = library.views
        return try await library.read {
            SearchModel(PhotoSearch(text, in: views.library, withholding: views.withheld))
        }
    }
}
