import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules
import ServiceLifecycle

/// The stream of events of a client.
enum EventRoute {
    private static let mostViews = 16

    static func answer(_ call: Call) async throws -> Response {
        let keys = try call.query.all("view").map { text in
            guard let key = ViewKey(text) else { throw Problem.badRequest("Unknown view.") }
            guard key != .trash || call.client.library.showsTrash else { throw Problem.noView }
            return key
        }
        guard keys.count <= mostViews else {
            throw Problem.badRequest("A stream has up to \(mostViews) views.")
        }
        // A view can have two names, so a description of the interface cannot say this.
        guard Set(keys).count == keys.count else {
            throw Problem(.unprocessableContent, "twice", "A stream has each view once.")
        }
        try call.requireUnlocked(isHidden: keys.contains(.hidden))
        let views = call.client.library.views
        for key in keys { try await views.prepare(key) }
        let lastEvent = HTTPField.Name("last-event-id").flatMap { call.request.headers[$0] }
        let versions = StreamToken.versions(lastEvent ?? call.query["since"], count: keys.count)
        guard let (number, signals) = views.open(call.client.credential.id, keys) else {
            throw Problem.tooMany(retryAfter: 5)
        }
        let body = ResponseBody { writer in
            defer { views.close(number) }
            var position = StreamPosition(keys: keys, versions: versions, notices: views.notices)
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n" + position.start(views)))
            // The server waits for its answers when it ends, so this one has to end, too.
            try await withGracefulShutdownHandler {
                for await _ in signals {
                    let text = position.news(views)
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                }
            } onGracefulShutdown: {
                views.close(number)
            }
            // The session may be over: the page asks, and signs in again.
            try await writer.write(ByteBuffer(string: "event: access\ndata: {}\n\n"))
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        ]
        // A proxy that collects answers would hold the events back.
        if let name = HTTPField.Name("x-accel-buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: body)
    }
}

/// How far a stream has got.
struct StreamPosition {
    let keys: [ViewKey]
    var versions: [UInt32?]
    var notices: LibraryViews.Notices

    /// Returns what changed in the views since their versions, and the numbers of what is told besides.
    ///
    /// By these numbers the page knows what else changed while it had no stream.
    mutating func start(_ views: LibraryViews) -> String {
        let text = views.events(keys, since: &versions).0.map(\.text).joined()
        let state = #"{"albums":\#(notices.albums),"activity":\#(notices.activity),"#
        return text + notice("state", state + #""offline":\#(notices.isOffline)}"#)
    }

    mutating func news(_ views: LibraryViews) -> String {
        let (events, now) = views.events(keys, since: &versions)
        var text = events.map(\.text).joined()
        defer { notices = now }
        if now.isOffline != notices.isOffline {
            text += notice(now.isOffline ? "offline" : "online")
        }
        if now.albums != notices.albums { text += notice("albums", number: now.albums) }
        if now.access != notices.access { text += notice("access") }
        if now.activity != notices.activity { text += notice("activity", number: now.activity) }
        if now.pulse != notices.pulse, text.isEmpty { text = ": alive\n\n" }
        return text
    }

    private func notice(_ name: String, _ data: String = "{}") -> String {
        LibraryViews.Event(name, data, versions).text
    }

    private func notice(_ name: String, number: Int) -> String {
        notice(name, #"{"number":\#(number)}"#)
    }
}
