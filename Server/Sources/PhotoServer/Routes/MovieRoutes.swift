import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules
import ServiceLifecycle

/// Movies in fragments, for browsers that do not play the file, and for guests who may not have it.
///
/// What is made has pictures and sound alone, so that whoever sees the photo may play it.
struct MovieRoutes {
    let streams: MovieStreams

    /// The bytes that are sent at once, so that a slow client is waited for.
    private static let stretch = 256 << 10
    private static let lasting = "private, max-age=31536000, immutable"

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(
            .get,
            at: "/api/photos/{id}/movie",
            for: .readerOrPicker,
            answer: sendForm
        )
        table.addRoute(
            .get,
            at: "/photos/{id}/movie/{part}",
            for: .readerOrPicker,
            answer: sendPart
        )
    }

    private func sendForm(_ call: Call) async throws -> Response {
        let key = try await Self.movieKey(of: call)
        let form = try await call.whileAwaited { client in
            try await streams.form(of: key, for: client)
        }
        return JSONAnswer.ok(MovieModel(form, key: key))
    }

    private func sendPart(_ call: Call) async throws -> Response {
        guard let part = MoviePart(try call.pathPart("part")) else { throw Problem.noFragment }
        let key = try await Self.movieKey(of: call)
        let wanted = call.query["tag"]
        // A browser joins the parts, and those of two versions do not fit.
        guard wanted == nil || wanted == key.tag else { throw Problem.otherMovie }
        let tag = EntityTag("\(key.name.uuid)-\(key.tag)-\(key.side.rawValue)-\(part.name)")
        var headers: HTTPFields = [
            .contentType: "video/mp4", .eTag: tag.header,
            .cacheControl: wanted == nil ? "private, no-cache" : Self.lasting,
        ]
        if tag.matches(ifNoneMatch: call.request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let place = try streams.takePlace(for: call.client)
        let bytes = try await call.whileAwaited { client in
            try await streams.bytes(of: part, in: key, for: client)
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: Self.body(of: bytes, in: place))
    }

    /// Returns a body that holds the place of a part until the part is sent or given up.
    private static func body(of bytes: Data, in place: HeldPlaces.Place) -> ResponseBody {
        ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(place) {} }
            var rest = bytes[...]
            while !rest.isEmpty {
                try await writer.write(ByteBuffer(bytes: rest.prefix(stretch)))
                rest = rest.dropFirst(stretch)
            }
            try await writer.finish(nil)
        }
    }

    private static func movieKey(of call: Call) async throws -> MovieStreams.Key {
        let pixels = try call.queryNumber(
            "side",
            in: 1...MovieSide.widest,
            default: MovieSide.middle.rawValue
        )
        let asset = try await PreviewRoutes.visiblePhoto(for: call)
        let name = try call.objectName()
        return MovieStreams.Key(asset, name: name, side: MovieSide(nearest: pixels))
    }
}

extension Call {
    /// Does work that is cancelled when the client goes away, and when the server ends, which waits for its answers.
    ///
    /// Over HTTP/1.1 the connection ends with the answer, because reading on is how the server learns that the client is gone.
    fileprivate func whileAwaited<Made: Sendable>(
        _ work: @escaping @Sendable (Client) async throws -> Made
    ) async throws -> Made {
        let client = client
        do {
            return try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await cancelWhenGracefulShutdown { try await work(client) }
            }
        } catch is CancellationError {
            throw Problem.busyWithMovies
        }
    }
}

/// How a movie in fragments is made up, for the page.
private struct MovieModel: Encodable {
    let tag: String
    let side: Int
    let duration: Double
    let fragmentDuration: Double
    let fragmentCount: Int
    let width: Int
    let height: Int
    let type: String
    let hasSound: Bool

    init(_ form: MovieForm, key: MovieStreams.Key) {
        tag = key.tag
        side = key.side.rawValue
        duration = form.duration
        fragmentDuration = form.fragmentDuration
        fragmentCount = form.fragmentCount
        width = form.width
        height = form.height
        type = form.mimeType
        hasSound = form.hasSound
    }
}
