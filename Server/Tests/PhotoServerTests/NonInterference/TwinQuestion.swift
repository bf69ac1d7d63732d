import Foundation

@testable import PhotoServer

/// A question to both twins: the same but for the versions of lists, which are random in each.
struct TwinQuestion: Sendable {
    var method = "GET"
    /// The list that the answer is about.
    var view: String?
    var path: @Sendable (TwinClient) -> String
    var headers: [String: String] = [:]
    var json: (@Sendable (TwinClient) -> [String: Any])?
}

/// The objects of questions: identifiers that mean something to a client, to the owner of one twin, or to nobody.
struct TwinWorld: Sendable {
    var photos: [String]
    var albums: [String]

    /// Makes questions to every route that reads, and to those that change photos.
    ///
    /// A route that this function does not know is asked about each identifier, so that a new route cannot be forgotten.
    func question(
        _ route: RouteTable.Route,
        using random: inout Seeded
    ) -> TwinQuestion? {
        switch "\(route.method) \(route.path)" {
        // A stream does not end: the script compares the streams by themselves, and asks here for refused ones.
        case "GET /api/events": return plain("/api/events?view=nothing")
        case "GET /downloads/{id}":
            return TwinQuestion(path: { $0.download ?? "/downloads/nothing" })
        case "POST /api/actions": return action(&random)
        case "POST /api/downloads": return downloads(&random)
        case "POST /api/undo":
            return TwinQuestion(
                method: "POST",
                path: { _ in "/api/undo" },
                json: { ["undo": $0.undo ?? "nothing"] }
            )
        case "POST /api/unlock":
            return TwinQuestion(
                method: "POST",
                path: { _ in route.path },
                json: { _ in ["confirm": true] }
            )
        // Both requests would end the session, or limit the attempts.
        case "DELETE /api/session", "POST /api/session": return nil
        default: break
        }
        guard route.method == "GET" else { return refusal(route, &random) }
        let view = Bool.random(using: &random) ? pick(Self.views, &random) : anyView(&random)
        var path = route.path
        path = path.replacing("{view}", with: Self.encoded(view))
        path = path.replacing("{tag}", with: "1.1")
        let file = ["grid.jpg", "screen.jpg", "middle.jpg", "other.jpg"]
        path = path.replacing("{file}", with: pick(file, &random))
        for name in ["{column}", "{row}"] {
            path = path.replacing(name, with: pick(["0", "0", "1"], &random))
        }
        path = path.replacing("{part}", with: pick(["init", "0", "other"], &random))
        while let range = path.firstRange(of: /\{[a-z]+\}/) {
            path.replaceSubrange(range, with: anyPhoto(&random))
        }
        let query = query(route.path, view, &random)
        let isOfView = route.path.contains("{view}") || route.path == "/api/find"
        return TwinQuestion(
            view: isOfView ? view : nil,
            path: { [path] in path + query($0) },
            headers: header(route.path, &random)
        )
    }

    static let views = [
        "all", "favorites", "hidden", "trash", "videos", "recent", "search:hill",
        "search:2020-01", "search:is:favorite", "search:-hill or 2020", "search:no album",
        "offline",
    ]

    private func plain(_ path: String) -> TwinQuestion { TwinQuestion(path: { _ in path }) }

    private func anyView(_ random: inout Seeded) -> String {
        albums.isEmpty ? "all" : "album:\(pick(albums, &random))"
    }

    private func anyPhoto(_ random: inout Seeded) -> String {
        Int.random(in: 0..<20, using: &random) == 0 ? "malformed" : pick(photos, &random)
    }

    private func query(
        _ path: String,
        _ view: String,
        _ random: inout Seeded
    ) -> @Sendable (TwinClient) -> String {
        let offset = pick([0, 0, 0, -1, 1, 7], &random)
        let photo = anyPhoto(&random)
        let number = Int.random(in: 0..<12, using: &random)
        switch path {
        case "/api/views/{view}/shape": return { "?version=\($0.version(view, offset: offset))" }
        case "/api/views/{view}/items":
            return { "?version=\($0.version(view, offset: offset))&from=\(number)&count=50" }
        case "/api/suggestions":
            let texts = ["h", "hill%20", "hill%201", "-hil", "b", "album:t", "place:z", "2020%20s"]
            let text = pick(texts, &random)
            return { _ in "?text=\(text)" }
        case "/api/places": return { _ in "?name=z" }
        case "/api/find" where number < 6: return { _ in "?view=\(Self.encoded(view))&id=\(photo)" }
        case "/api/find":
            return { _ in "?view=\(Self.encoded(view))&date=2020-01-\(number + 1 + 10)" }
        case "/photos/{id}/picture": return { _ in "?width=\(number)" }
        case "/photos/{id}/original": return { _ in number < 8 ? "" : "?resource=\(number - 8)" }
        case "/api/photos/{id}/movie", "/photos/{id}/movie/{part}":
            return { _ in number < 6 ? "" : "?side=\(number * 100)" }
        case "/photos/{id}/movie": return { _ in number < 6 ? "" : "?live=1" }
        default: return { _ in "" }
        }
    }

    private func header(_ path: String, _ random: inout Seeded) -> [String: String] {
        guard path == "/photos/{id}/original" else { return [:] }
        let ranges = ["", "bytes=0-9", "bytes=5-", "bytes=99999-"]
        let range = pick(ranges, &random)
        return range.isEmpty ? [:] : ["Range": range]
    }

    private func action(_ random: inout Seeded) -> TwinQuestion {
        let verbs = ["favorite", "unfavorite", "set", "delete", "restore", "addToAlbum", "purge"]
        let verb = pick(verbs, &random)
        let ids = (0..<Int.random(in: 1...2, using: &random)).map { _ in anyPhoto(&random) }
        let album = albums.isEmpty ? UUID().uuidString : pick(albums, &random)
        let caption = "hill \(Int.random(in: 0..<100, using: &random))"
        return TwinQuestion(
            method: "POST",
            path: { _ in "/api/actions" },
            json: { _ in ["do": verb, "on": ["ids": ids], "album": album, "caption": caption] }
        )
    }

    private func downloads(_ random: inout Seeded) -> TwinQuestion {
        let ids = (0..<2).map { _ in anyPhoto(&random) }
        let what = pick(["originals", "current", "both"], &random)
        let metadata = pick(["none", "sidecars", "embedded"], &random)
        let without = Bool.random(using: &random) ? [] : ["places"]
        return TwinQuestion(
            method: "POST",
            path: { _ in "/api/downloads" },
            json: { _ in
                ["on": ["ids": ids], "what": what, "metadata": metadata, "without": without]
            }
        )
    }

    private func refusal(_ route: RouteTable.Route, _ random: inout Seeded) -> TwinQuestion {
        let id =
            Bool.random(using: &random) || albums.isEmpty
            ? anyPhoto(&random) : pick(albums, &random)
        let path = route.path.replacing("{id}", with: id)
        return TwinQuestion(
            method: route.method,
            path: { _ in path },
            json: { _ in
                ["title": "Mine", "kind": "album", "name": "Mine", "of": ["ids": [id]]]
            }
        )
    }

    private func pick<Value>(_ values: [Value], _ random: inout Seeded) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private static func encoded(_ view: String) -> String {
        view.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? view
    }
}
