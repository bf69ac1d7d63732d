import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules
import ServiceLifecycle

/// The stream of events of a client.
enum EventRoute {
    private static let mostViews = 16

    static func openStream(_ call: Call) async throws -> Response {
        let keys = try call.query.allValues(of: "view").map { text in
            guard let key = ViewKey(text) else { throw Problem.badRequest("Unknown view.") }
            guard call.client.shows(key) else { throw Problem.noView }
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
        for key in keys { try await views.prepareView(key) }
        let lastEvent = HTTPField.Name("last-event-id").flatMap { call.request.headers[$0] }
        let versions = StreamToken.versions(in: lastEvent ?? call.query["since"], count: keys.count)
        let stream = views.openStream(for: call.client.credential.id, showing: keys)
        guard let (number, signals) = stream else { throw Problem.tooMany(retryAfter: 5) }
        let body = ResponseBody { writer in
            defer { views.closeStream(number) }
            var position = StreamPosition(keys: keys, versions: versions, notices: views.notices)
            let start = "retry: 1000\n\n" + position.startText(of: views)
            try await writer.write(ByteBuffer(string: start))
            // The server waits for its answers when it ends, so this one has to end, too.
            try await withGracefulShutdownHandler {
                for await _ in signals {
                    let text = position.newsText(of: views)
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                }
            } onGracefulShutdown: {
                views.closeStream(number)
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

    /// Returns what changed in the views since their versions, and the numbers of the other events.
    ///
    /// By these numbers the page knows what else changed while it had no stream.
    mutating func startText(of views: LibraryViews) -> String {
        let text = views.events(of: keys, since: &versions).0.map(\.text).joined()
        let state = #"{"albums":\#(notices.albums),"activity":\#(notices.activity),"#
        return text + noticeText("state", data: state + #""offline":\#(notices.isOffline)}"#)
    }

    mutating func newsText(of views: LibraryViews) -> String {
        let (events, now) = views.events(of: keys, since: &versions)
        var text = events.map(\.text).joined()
        defer { notices = now }
        if now.isOffline != notices.isOffline {
            text += noticeText(now.isOffline ? "offline" : "online")
        }
        if now.sources != notices.sources { text += noticeText("sources") }
        if now.albums != notices.albums { text += noticeText("albums", number: now.albums) }
        if now.access != notices.access { text += noticeText("access") }
        if now.activity != notices.activity { text += noticeText("activity", number: now.activity) }
        if now.pulse != notices.pulse, text.isEmpty { text = ": alive\n\n" }
        return text
    }

    private func noticeText(_ name: String, data: String = "{}") -> String {
        LibraryViews.Event(name: name, data: data, versions: versions).text
    }

    private func noticeText(_ name: String, number: Int) -> String {
        noticeText(name, data: #"{"number":\#(number)}"#)
    }
}
