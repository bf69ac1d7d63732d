import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// What guests are told of photos, by all routes together.
@Suite(.permit) struct GuestDetailTests {
    /// What answers tell of each detail of the photo below.
    private static let marks: [PhotoDetail: [String]] = [
        .favorites: ["\"favorite\"", "\"rating\":4", "\"name\":\"rating\""],
        .captions: ["zebracaption", "zebratitle", "zebraheadline"],
        .keywords: ["zebraword"],
        .filenames: ["zebraname"],
        .zones: ["+05:45", "\"zone\":20700", "T06:15:00"],
    ]

    /// Searches that find the photo by a detail, each with what it is about.
    private static let searches: [(text: String, detail: PhotoDetail)] = [
        ("zebracaption", .captions), ("caption:zebracaption", .captions),
        ("title:zebraheadline", .captions), ("zebraword", .keywords),
        ("keyword:zebraword", .keywords), ("zebraname", .filenames),
        ("filename:zebraname", .filenames), ("favorites", .favorites), ("4 stars", .favorites),
    ]

    private static let words = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmp:Rating="4" photoshop:Headline="zebraheadline">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">zebratitle</rdf:li></rdf:Alt></dc:title>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Runs a test with one photo that has every detail.
    private static func run(
        _ test: @escaping @Sendable (ServeFixture, TestClient, _ id: String) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            try serve.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "zebraname.png"
                let picture = PaintedPicture.png(width: 30, height: 20, seed: 9, xmp: words)
                request.addResource(with: .photo, data: picture, options: options)
                request.creationDate = Date(timeIntervalSince1970: 1_620_195_300)
                request.setTimeZoneOffset(20_700)
                request.caption = "zebracaption"
                request.addKeyword("zebraword")
                request.isFavorite = true
                request.rating = .four
            }
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            try await test(serve, try await serve.owner(), id)
        }
    }

    /// Makes a link that leaves some details out, and lets a guest in.
    private static func guest(
        _ serve: ServeFixture,
        _ owner: TestClient,
        _ id: String,
        without omitted: Set<PhotoDetail>
    ) async throws -> TestClient {
        var more: [String: Any] = ["places": true, "persons": true, "downloads": true]
        for detail in PhotoDetail.allCases { more[detail.rawValue] = !omitted.contains(detail) }
        return try await serve.guest(try await serve.link(to: [id], by: owner, with: more).secret)
    }

    /// Everything that the routes tell a client, with the names of files.
    private static func answers(
        of serve: ServeFixture,
        to client: TestClient,
        _ id: String
    ) async throws -> String {
        var told = ""
        func add(_ answer: Answer) {
            told += answer.text + (answer["content-disposition"] ?? "") + "\n"
        }
        let (_, routes) = Routes.makeRouter(for: serve.server)
        // A stream does not end. It has positions and shapes alone.
        for route in routes where route.path != "/api/events" {
            for view in ["all", "favorites", "smart:recent"] {
                var path = route.path.replacing("{id}", with: id).replacing("{view}", with: view)
                    .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
                    .replacing("{part}", with: "init")
                    .replacing("{column}", with: "0").replacing("{row}", with: "0")
                guard route.method == "GET" else { continue }
                if path.hasPrefix("/api/views/") {
                    let seen = try await serve.get("/api/views/\(view)", as: client)
                    path += "?version=\(seen.json["version"] as? Int ?? 0)&from=0&count=50"
                }
                if path == "/api/suggestions" { path += "?text=zebr" }
                if path == "/api/find" { path += "?view=\(view)&id=\(id)" }
                if path == "/api/places" { path += "?name=z" }
                add(try await serve.get(path, as: client))
            }
        }
        let json: [String: Any] = ["on": ["ids": [id]]]
        let prepared = try await serve.send("POST", "/api/downloads", as: client, json: json)
        add(prepared)
        if let url = prepared.json["url"] as? String { add(try await serve.get(url, as: client)) }
        return told
    }

    @Test(arguments: PhotoDetail.allCases)
    func eachDetailIsAChoiceThatAllRoutesKeep(_ omitted: PhotoDetail) async throws {
        try await Self.run { serve, owner, id in
            let guest = try await Self.guest(serve, owner, id, without: [omitted])
            let told = try await Self.answers(of: serve, to: guest, id)
            for (detail, marks) in Self.marks {
                for mark in marks {
                    #expect(told.contains(mark) == (detail != omitted), "\(mark)")
                }
            }
            for (text, detail) in Self.searches {
                let part = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let found = try await serve.get("/api/views/search%3A\(part)", as: guest)
                let count = detail == omitted ? 0 : 1
                #expect(found.json["count"] as? Int == count, "\(text): \(found.text)")
            }
        }
    }

    @Test func aLinkWithoutPlacesTellsNoFileNamesAndZones() async throws {
        try await Self.run { serve, owner, id in
            let link = try await serve.link(to: [id], by: owner)
            let guest = try await serve.guest(link.secret)
            let told = try await Self.answers(of: serve, to: guest, id)
            for detail in [PhotoDetail.filenames, .zones] {
                for mark in Self.marks[detail] ?? [] { #expect(!told.contains(mark), "\(mark)") }
            }
            #expect(told.contains("zebracaption") && told.contains("zebraword"))
            // The camera's clock is shown as before.
            let details = try await serve.get("/api/photos/\(id)", as: guest)
            let item = try #require(details.json["item"] as? [String: Any])
            #expect(item["time"] as? String == "2021-05-05T12:00:00")
            #expect(details.json["created"] == nil && details.json["zone"] == nil)
        }
    }

    @Test func savedSearchesTellNothingThatIsLeftOut() async throws {
        try await Self.run { serve, owner, id in
            let json = ["title": "Zebras", "kind": "search", "search": "keyword:zebraword"]
            let made = try await serve.send("POST", "/api/albums", as: owner, json: json)
            let album = try #require(made.json["id"] as? String, "\(made.text)")
            let guest = try await Self.guest(serve, owner, id, without: [.keywords])
            #expect(try await serve.get("/api/views/album:\(album)", as: guest).status == 404)
            #expect(!(try await serve.get("/api/albums", as: guest)).text.contains("Zebras"))
        }
    }

    @Test func originalsNeedALinkThatShowsEverything() async throws {
        try await Self.run { serve, owner, id in
            for detail in PhotoDetail.allCases {
                let answer = try await serve.send(
                    "POST",
                    "/api/links",
                    as: owner,
                    json: [
                        "of": ["ids": [id]], "title": "Some", "ends": "2099-01-01",
                        "places": true, "persons": true, "originals": true,
                        detail.rawValue: false,
                    ]
                )
                #expect(answer.status == 409, "\(detail)")
                #expect(answer.json["error"] as? String == "originals-tell-more")
            }
            let all: [String: Any] = ["places": true, "persons": true, "originals": true]
            let link = try await serve.link(to: [id], by: owner, with: all)
            let guest = try await serve.guest(link.secret)
            #expect(try await serve.get("/photos/\(id)/original", as: guest).status == 200)
        }
    }
}
