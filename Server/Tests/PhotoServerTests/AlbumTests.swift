import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// The tree of albums, and albums' contents.
@Suite(.permit) struct AlbumTests {
    private static func titles(_ serve: ServeFixture, _ client: TestClient) async throws -> String {
        func text(_ nodes: [[String: Any]]) -> String {
            nodes.filter { $0["kind"] as? String != "smart" }.map { node in
                let children = node["children"] as? [[String: Any]]
                return (node["title"] as? String ?? "") + (children.map { "(\(text($0)))" } ?? "")
            }.joined(separator: " ")
        }
        let tree = try await serve.get("/api/albums", as: client)
        return text(tree.json["folders"] as? [[String: Any]] ?? [])
    }

    @Test func albumsAreMadeRenamedNestedAndOrdered() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            func make(
                _ title: String,
                _ kind: String,
                _ parent: String? = nil
            ) async throws -> String {
                var json = ["title": title, "kind": kind]
                json["parent"] = parent
                let made = try await serve.send("POST", "/api/albums", as: owner, json: json)
                #expect(made.status == 201, "\(made.text)")
                return try #require(made.json["id"] as? String)
            }
            let folder = try await make("F", "folder")
            let first = try await make("A", "album")
            let second = try await make("B", "album", folder)
            _ = try await make("C", "album", folder)
            #expect(try await Self.titles(serve, owner) == "F(B C) A")
            func change(_ id: String, _ json: [String: Any]) async throws -> Answer {
                let answer = try await serve.send(
                    "PATCH",
                    "/api/albums/\(id)",
                    as: owner,
                    json: json
                )
                #expect(answer.status == 200, "\(answer.text)")
                return answer
            }
            let renamed = try await change(first, ["title": "A2"])
            #expect(try await Self.titles(serve, owner) == "F(B C) A2")
            let moved = try await change(second, ["position": 1])
            #expect(try await Self.titles(serve, owner) == "F(C B) A2")
            let out = try await change(second, ["parent": NSNull(), "position": 0])
            #expect(try await Self.titles(serve, owner) == "B F(C) A2")
            for step in [out, moved, renamed] {
                let undone = try await serve.send(
                    "POST",
                    "/api/undo",
                    as: owner,
                    json: ["undo": step.json["undo"] ?? ""]
                )
                #expect(undone.status == 200, "\(undone.text)")
            }
            #expect(try await Self.titles(serve, owner) == "F(B C) A")
            let path = "/api/albums/\(folder)"
            #expect(try await serve.send("DELETE", path, headers: owner.headers).status == 200)
            #expect(try await Self.titles(serve, owner) == "A")
            #expect(try await serve.send("DELETE", path, headers: owner.headers).status == 404)
        }
    }

    @Test func madeAlbumsAreTakenBack() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let made = try await serve.send(
                "POST",
                "/api/albums",
                as: owner,
                json: ["title": "A", "kind": "album"]
            )
            let undo = try #require(made.json["undo"])
            #expect(
                try await serve.send("POST", "/api/undo", as: owner, json: ["undo": undo]).status
                    == 200
            )
            #expect(try await Self.titles(serve, owner) == "")
        }
    }

    @Test func searchesAreSavedAmongTheAlbums() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            func node() async throws -> [String: Any]? {
                let tree = try await serve.get("/api/albums", as: owner)
                let nodes = tree.json["folders"] as? [[String: Any]] ?? []
                return nodes.first { $0["kind"] as? String == "search" }
            }
            let made = try await serve.send(
                "POST",
                "/api/albums",
                as: owner,
                json: ["title": "Best", "kind": "search", "search": "favorite"]
            )
            #expect(made.status == 201, "\(made.text)")
            let id = try #require(made.json["id"] as? String)
            #expect(try await node()?["count"] as? Int == 0)
            let favorite: [String: Any] = ["do": "favorite", "on": ["ids": [photo]]]
            let done = try await serve.send("POST", "/api/actions", as: owner, json: favorite)
            #expect(done.status == 200, "\(done.text)")
            #expect(try await node()?["count"] as? Int == 1)
            let view = try await serve.get("/api/views/album:\(id)", as: owner)
            #expect(view.json["count"] as? Int == 1)
            #expect(view.json["canReorder"] as? Bool == false)
            let path = "/api/albums/\(id)"
            let renamed = try await serve.send("PATCH", path, as: owner, json: ["title": "Better"])
            #expect(renamed.status == 200, "\(renamed.text)")
            #expect(try await node()?["title"] as? String == "Better")
            let deleted = try await serve.send("DELETE", path, headers: owner.headers)
            #expect(deleted.status == 200, "\(deleted.text)")
            #expect(try await node() == nil)
            let undone = try await serve.send(
                "POST",
                "/api/undo",
                as: owner,
                json: ["undo": deleted.json["undo"] ?? ""]
            )
            #expect(undone.status == 200, "\(undone.text)")
            #expect(try await node()?["count"] as? Int == 1)
            let refused = [("", 422), ("  ", 422), (String(repeating: "a", count: 1_001), 400)]
            for (search, status) in refused {
                let answer = try await serve.send(
                    "POST",
                    "/api/albums",
                    as: owner,
                    json: ["title": "None", "kind": "search", "search": search]
                )
                #expect(answer.status == status, "\(answer.text)")
            }
        }
    }

    @Test func malformedAlbumsAreRefused() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            for (json, status) in [
                (["title": "", "kind": "album"], 400), (["title": " \n", "kind": "album"], 400),
                (["title": "A", "kind": "x"], 400),
                (["title": "A"], 400),
                (["title": String(repeating: "A", count: 2001), "kind": "album"], 400),
                (["title": "A", "kind": "album", "parent": UUID().uuidString], 404),
            ] {
                let answer = try await serve.send("POST", "/api/albums", as: owner, json: json)
                #expect(answer.status == status, "\(answer.text)")
            }
            let id = try TestPhotos.album("A", [], in: serve.library)
            let path = "/api/albums/\(id)"
            #expect(
                try await serve.send("PATCH", path, as: owner, json: ["position": -1]).status == 400
            )
            #expect(
                try await serve.send("PATCH", "/api/albums/\(UUID())", as: owner, json: [:]).status
                    == 404
            )
        }
    }

    @Test func membersAreAddedMovedRemovedAndBroughtBack() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let album = try TestPhotos.album("A", Array(photos.prefix(4)), in: serve.library)
            func order() async throws -> [Int] {
                let view = try await serve.get("/api/views/album:\(album)", as: owner)
                let version = view.json["version"] as? Int ?? 0
                let items = try await serve.get(
                    "/api/views/album:\(album)/items?version=\(version)&from=0&count=10",
                    as: owner
                )
                let list = items.json["items"] as? [[String: Any]] ?? []
                return list.compactMap { item in
                    photos.firstIndex { TestPhotos.uuid($0) == item["id"] as? String }
                }
            }
            func act(_ verb: String, _ indexes: [Int], to: Int? = nil) async throws -> Answer {
                var json: [String: Any] = [
                    "do": verb, "album": album,
                    "on": ["ids": indexes.map { TestPhotos.uuid(photos[$0]) }],
                ]
                json["to"] = to
                let answer = try await serve.send("POST", "/api/actions", as: owner, json: json)
                #expect(answer.status == 200, "\(verb) \(answer.text)")
                return answer
            }
            var steps: [(Answer, [Int])] = []
            var present = [0, 1, 2, 3]
            #expect(try await order() == present)
            for (verb, indexes, to, expected) in [
                ("addToAlbum", [4], nil, [0, 1, 2, 3, 4]),
                ("moveInAlbum", [3, 4], 0, [3, 4, 0, 1, 2]),
                ("moveInAlbum", [3], 4, [4, 0, 1, 2, 3]),
                ("removeFromAlbum", [0, 2], nil, [4, 1, 3]),
            ] as [(String, [Int], Int?, [Int])] {
                steps.append((try await act(verb, indexes, to: to), present))
                try await eventually { try await order() == expected }
                present = expected
            }
            for (step, before) in steps.reversed() {
                let undone = try await serve.send(
                    "POST",
                    "/api/undo",
                    as: owner,
                    json: ["undo": step.json["undo"] ?? ""]
                )
                #expect(undone.status == 200, "\(undone.text)")
                try await eventually { try await order() == before }
            }
        }
    }
}
