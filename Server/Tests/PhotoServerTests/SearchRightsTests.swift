import CoreLocation
import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Searches of clients that may not see places or persons.
@Suite(.permit) struct SearchRightsTests {
    private static let places = [
        "zermatt", "place:zermatt", "near Zermatt", "-near Zermatt", "46.02,7.75", "geotagged",
        "no location",
        "between 45,7 and 47,8", "10 km around Zermatt", "ski or near Zermatt", "ski near Zermatt",
        "switzerland",
        "(place:valais or ski) -place:zermatt", "within 10 km of Nowhere", "zer", "swi", "place:z",
        "place:\"val", "s",
    ]
    private static let persons = [
        "anna", "person:anna", "\"Anna Arnold\"", "-person:anna", "ski person:\"anna arnold\"",
        "not anna", "an", "person:a", "person:\"ann", "camera:a",
    ]
    private static let anna = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
        <e:PersonInImage><rdf:Bag><rdf:li>Anna Arnold</rdf:li></rdf:Bag></e:PersonInImage>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Runs a test with two photos: one of Anna in Zermatt, and one without words.
    private static func run(
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let table = serve.folder.appendingPathComponent("places.csv")
            try "lat,lon,name,admin1,admin2,cc\n46.02,7.75,Zermatt,Valais,Visp,CH\n"
                .write(to: table, atomically: true, encoding: .utf8)
            _ = try await serve.library.usePlaces(from: table)
            try serve.library.performChangesAndWait {
                let request = add(PaintedPicture.png(width: 30, height: 40, seed: 9, xmp: anna))
                request.location = CLLocation(latitude: 46.02, longitude: 7.75)
            }
            try await test(serve)
        }
    }

    /// Adds a photo whose file has the same name each time: generated names are words that searches find.
    private static func add(_ picture: Data) -> PHAssetCreationRequest {
        let request = PHAssetCreationRequest.forAsset()
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "Ski.png"
        request.addResource(with: .photo, data: picture, options: options)
        request.caption = "Ski"
        return request
    }

    private static func client(
        _ serve: ServeFixture,
        places: Bool,
        persons: Bool
    ) throws -> TestClient {
        let (_, token) = try serve.server.gate.addCredential(
            .device,
            name: "Frame",
            grant: Grant(user: .owner, showsPlaces: places, showsPersons: persons)
        )
        return TestClient(headers: ["Authorization": "Bearer \(token)"])
    }

    /// The answers to a client for each search: the number of photos, and the meaning of the search.
    private static func answers(
        _ texts: [String],
        _ serve: ServeFixture,
        _ client: TestClient
    ) async throws -> [String: String] {
        var answers: [String: String] = [:]
        for text in texts {
            let part = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let json = try await serve.get("/api/views/search%3A\(part)", as: client).json
            let search = try #require(json["search"] as? [String: Any], "\(text)")
            let data = try JSONSerialization.data(withJSONObject: search, options: .sortedKeys)
            let suggestions = try await serve.get("/api/suggestions?text=\(part)", as: client)
            #expect(suggestions.status == 200, "\(text)")
            let understood = String(decoding: data, as: UTF8.self)
            answers[text] = "\(json["count"] ?? "") \(understood) \(suggestions.text)"
        }
        return answers
    }

    /// The photo loses its place and its person: no answer to the client may change.
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func whatIsNotShownIsNotSearched(_ places: Bool, _ persons: Bool) async throws {
        try await Self.run { serve in
            let texts = (places ? [] : Self.places) + (persons ? [] : Self.persons)
            let client = try Self.client(serve, places: places, persons: persons)
            let owner = try await serve.owner()
            let before = try await Self.answers(texts, serve, client)
            let known = try await Self.answers(texts, serve, owner)
            let photos = serve.library.withCurrent {
                PHAsset.fetchAssets(matching: PhotoSearch("ski"), with: nil)
            }
            let photo = try #require(photos.firstObject)
            try serve.library.performChangesAndWait {
                if !places { PHAssetChangeRequest(for: photo).location = nil }
                if !persons { PHAssetChangeRequest.deleteAssets([photo]) }
                guard !persons else { return }
                let request = Self.add(PaintedPicture.png(width: 30, height: 40, seed: 9))
                if places { request.location = CLLocation(latitude: 46.02, longitude: 7.75) }
            }
            // The owner gets other answers, so the questions do ask for what has changed.
            try await eventually { try await Self.answers(texts, serve, owner) != known }
            let fresh = try Self.client(serve, places: places, persons: persons)
            #expect(try await Self.answers(texts, serve, client) == before)
            #expect(try await Self.answers(texts, serve, fresh) == before)
        }
    }

    @Test func whatIsLeftOutIsSaid() async throws {
        try await Self.run { serve in
            let client = try Self.client(serve, places: false, persons: false)
            let owner = try await serve.owner()
            for (text, count, problems) in [
                ("ski near Zermatt", 1, 1), ("near Zermatt", 0, 1), ("person:anna", 0, 1),
                ("zermatt", 0, 0), ("anna", 0, 0), ("ski -person:anna geotagged", 1, 2),
            ] {
                let part = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await serve.get("/api/views/search%3A\(part)", as: client).json
                let search = try #require(answer["search"] as? [String: Any])
                #expect(answer["count"] as? Int == count, "\(text)")
                #expect((search["problems"] as? [Any])?.count == problems, "\(text)")
                let full = try await serve.get("/api/views/search%3A\(part)", as: owner).json
                let isOthers = text.hasPrefix("-") || text.contains(" -")
                #expect(full["count"] as? Int == (isOthers ? 0 : 1), "\(text)")
            }
        }
    }

    @Test func aSearchSaysWhatItWasUnderstoodAs() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let path = "/api/views/search%3A"
            let answer = try await serve.get(path + "the%20beach%202019-13%20-dog", as: owner).json
            let search = try #require(answer["search"] as? [String: Any])
            #expect(
                search["understood"] as? [String] == ["beach…", "2019-13…", "without dog…"]
            )
            #expect(search["leftOut"] as? [String] == ["the"])
            let problems = try #require(search["problems"] as? [[String: String]])
            #expect(problems.map { $0["text"] } == ["2019-13"])
            #expect(try await serve.get("/api/views/all", as: owner).json["search"] == nil)
        }
    }

    @Test func placesAreFoundByTheBeginningOfTheirName() async throws {
        try await Self.run { serve in
            let owner = try await serve.owner()
            let found = try await serve.get("/api/places?name=zerm", as: owner)
            let places = try #require(found.json["places"] as? [[String: Any]])
            #expect(found.json["hasTable"] as? Bool == true && places.count == 1)
            #expect(places.first?["name"] as? String == "Zermatt")
            #expect(places.first?["around"] as? [String] == ["Visp", "Valais", "Switzerland"])
            #expect(places.first?["latitude"] as? Double == 46.02)
            #expect(places.first?["longitude"] as? Double == 7.75)
            let none = try await serve.get("/api/places?name=bern", as: owner)
            #expect((none.json["places"] as? [Any])?.isEmpty == true)
            for query in ["", "name=a&count=0", "name=\(String(repeating: "a", count: 101))"] {
                #expect(try await serve.get("/api/places?\(query)", as: owner).status == 400)
            }
            let reader = try serve.device(readOnly: true)
            #expect(try await serve.get("/api/places?name=zerm", as: reader).status == 403)
            try serve.library.removePlaces()
            let without = try await serve.get("/api/places?name=zerm", as: owner)
            #expect(without.json["hasTable"] as? Bool == false)
        }
    }

    @Test func wordsAreSuggestedWithCounts() async throws {
        try await Self.run { serve in
            let owner = try await serve.owner()
            func suggested(_ text: String, _ client: TestClient) async throws -> [String] {
                let part = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await serve.get("/api/suggestions?text=\(part)", as: client)
                #expect(answer.status == 200, "\(text)")
                let list = answer.json["suggestions"] as? [[String: Any]] ?? []
                return list.map { "\($0["text"] ?? "") \($0["count"] ?? "")" }
            }
            let subjects: [(String, String?)] = [("zer", "place"), ("ann", "person"), ("sk", nil)]
            for (text, subject) in subjects {
                let answer = try await serve.get("/api/suggestions?text=\(text)", as: owner)
                let list = try #require(answer.json["suggestions"] as? [[String: Any]])
                #expect(list.map { $0["subject"] as? String } == [subject], "\(text)")
            }
            #expect(try await suggested("zer", owner) == ["zermatt 1"])
            #expect(try await suggested("2019 an", owner) == ["2019 anna 1"])
            #expect(try await suggested("sk", owner) == ["ski 1"])
            #expect(try await suggested("person:a", owner).count == 2)
            #expect(try await suggested("", owner) == [])
            let client = try Self.client(serve, places: false, persons: false)
            for text in ["zer", "2019 an", "person:a", "place:zer", "swi"] {
                #expect(try await suggested(text, client) == [], "\(text)")
            }
            #expect(try await suggested("sk", client) == ["ski 1"])
            // Hidden photos neither suggest nor count, whatever the text says and whether they are unlocked.
            let photos = serve.library.withCurrent {
                PHAsset.fetchAssets(matching: PhotoSearch("ski"), with: nil)
            }
            let photo = try #require(photos.firstObject)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            for text in ["sk", "hidden sk", "is:hidden zer", "hidden or an", "-hidden sk"] {
                #expect(try await suggested(text, owner) == [], "\(text)")
            }
            for query in [
                "", "text=a&count=0", "text=a&count=21",
                "text=\(String(repeating: "a", count: 1_001))",
            ] {
                let answer = try await serve.get("/api/suggestions?\(query)", as: owner)
                #expect(answer.status == 400)
            }
        }
    }

    @Test func searchesFindNoHiddenPhotos() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).caption = "Beach"
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            // Also while the list of hidden photos may be seen.
            let unlock = try await serve.send(
                "POST",
                "/api/unlock",
                as: owner,
                json: ["confirm": true]
            )
            #expect(unlock.status == 204)
            for (text, count) in [
                ("hidden", 0), ("beach%20hidden", 0), ("hidden%20or%20photo", 1), ("beach", 0),
                ("not%20hidden", 1),
            ] {
                let answer = try await serve.get("/api/views/search%3A\(text)", as: owner).json
                #expect(answer["count"] as? Int == count, "\(text)")
                let search = try #require(answer["search"] as? [String: Any])
                let isSaid = (search["problems"] as? [Any])?.isEmpty == false
                #expect(isSaid == text.contains("hidden"), "\(text)")
            }
        }
    }
}
