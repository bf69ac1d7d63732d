import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Lists of photos.
@Suite(.permit) struct ViewTests {
    @Test func aListHasAShapeAndItems() async throws {
        try await ServeFixture.run(photos: 6) { serve in
            let owner = try await serve.owner()
            let view = try await serve.get("/api/views/all", as: owner)
            #expect(view.json["count"] as? Int == 6 && view.json["order"] as? String == "date")
            #expect(view.json["videos"] as? Int == 0)
            let version = try #require(view.json["version"] as? Int)
            let shape = try await serve.get("/api/views/all/shape?version=\(version)", as: owner)
            let first = Int32(18_262)
            // The newest photo comes first; its width is 35.
            let expected = ShapeFile.bytes(
                version: UInt32(version),
                days: (0..<6).reversed().map { first + Int32($0) },
                shapes: (0..<6).reversed().map { PhotoShape.ratioByte(width: 30 + $0, height: 20) },
                hasSections: true
            )
            #expect(Array(shape.body) == expected)
            let path = "/api/views/all/items?version=\(version)&from=2&count=3"
            let items = try await serve.get(path, as: owner)
            let list = try #require(items.json["items"] as? [[String: Any]])
            #expect(list.map { $0["day"] as? Int } == [18_265, 18_264, 18_263])
            #expect(list[0]["w"] as? Int == 33 && list[0]["kind"] as? String == "image")
            #expect(list[0]["time"] as? String == "2020-01-04T12:00:00Z")
            #expect(list[0]["p"] as? String == "1.1")
        }
    }

    @Test func theShapeIsSentOnlyWhenItChanged() async throws {
        try await ServeFixture.run(photos: 3) { serve in
            let owner = try await serve.owner()
            func view() async throws -> (version: Int, shape: Int) {
                let json = try await serve.get("/api/views/all", as: owner).json
                return (
                    try #require(json["version"] as? Int), try #require(json["shape"] as? Int)
                )
            }
            func shape(_ version: Int, known: String? = nil) async throws -> Answer {
                var headers = owner.headers
                if let known { headers["If-None-Match"] = known }
                let path = "/api/views/all/shape?version=\(version)"
                return try await serve.send("GET", path, headers: headers)
            }
            let first = try await view()
            #expect(first.version == first.shape)
            let sent = try await shape(first.shape)
            let tag = try #require(sent["etag"])
            #expect(sent["cache-control"] == "private, no-cache")
            let again = try await shape(first.shape, known: tag)
            #expect(again.status == 304 && again.body.isEmpty)

            // A mark makes another version of the list, and no other shape.
            let photos = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[1]).isFavorite = true
            }
            try await eventually { try await view().version != first.version }
            let marked = try await view()
            #expect(marked.shape == first.shape)
            #expect(try await shape(marked.shape, known: tag).status == 304)
            #expect(try await shape(marked.version).body.dropFirst(12) == sent.body.dropFirst(12))

            try TestPhotos.add(1, from: 3, to: serve.library)
            try await eventually { try await view().version != marked.version }
            let added = try await view()
            #expect(added.shape != first.shape)
            let fresh = try await shape(added.shape, known: tag)
            #expect(fresh.status == 200 && fresh.body.count > sent.body.count)
        }
    }

    @Test func hiddenPhotosLeaveNoShapeInTheBrowser() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let json: [String: any Sendable] = ["confirm": true]
            _ = try await serve.send("POST", "/api/unlock", as: owner, json: json)
            let view = try await serve.get("/api/views/hidden", as: owner)
            let version = try #require(view.json["shape"] as? Int)
            let path = "/api/views/hidden/shape?version=\(version)"
            #expect(try await serve.get(path, as: owner)["cache-control"] == "no-store")
        }
    }

    @Test func itemsTellTheBeginningOfTheCaption() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            func item() async throws -> [String: Any] {
                let version = try await serve.get("/api/views/all", as: owner).json["version"] ?? 0
                let path = "/api/views/all/items?version=\(version)&from=0&count=1"
                let items = try await serve.get(path, as: owner).json["items"]
                return try #require((items as? [[String: Any]])?.first)
            }
            #expect(try await item()["caption"] == nil)
            let photo = try #require(TestPhotos.all(serve.library).first)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).caption = "At the\nlake"
            }
            try await eventually { try await item()["caption"] as? String == "At the lake" }
        }
    }

    @Test(arguments: [
        (nil, nil), ("", nil), (" \n\t ", nil), ("  At  the lake\n", "At the lake"),
        (String(repeating: "a", count: 160), String(repeating: "a", count: 160)),
        (String(repeating: "a", count: 161), String(repeating: "a", count: 160) + "…"),
        (String(repeating: " ", count: 400) + "late", nil),
    ])
    func aCaptionIsOneLineOfBoundedLength(_ caption: String?, _ line: String?) {
        #expect(ItemModel.beginning(of: caption) == line)
    }

    /// A GIF with one pixel in each of its frames.
    private static func gif(frames: Int) -> Data {
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for _ in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        }
        return Data(bytes + [0x3B])
    }

    @Test(arguments: [(1, false), (2, true)])
    func animatedPicturesAreMarked(_ frames: Int, _ isAnimated: Bool) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            try serve.library.performChangesAndWait {
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: Self.gif(frames: frames), options: nil)
            }
            let photo = try #require(TestPhotos.all(serve.library).first)
            let path = "/api/photos/\(TestPhotos.uuid(photo))"
            let item = try await serve.get(path, as: owner).json["item"] as? [String: Any]
            let flags = try #require(item?["flags"] as? [String])
            #expect(flags.contains("animated") == isAnimated)
        }
    }

    @Test func aLongTextIsASearch() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            func view(_ words: String) async throws -> Answer {
                let part = words.replacing(" ", with: "%20")
                return try await serve.get("/api/views/search%3A\(part)", as: owner)
            }
            let long = try await view(String(repeating: "beach ", count: 300))
            #expect(long.status == 200 && long.json["count"] as? Int == 0)
            let search = try #require(long.json["search"] as? [String: Any])
            #expect((search["understood"] as? [String])?.count == 200)
            #expect((search["problems"] as? [Any])?.count == 1)
            let longer = try await view(String(repeating: "a", count: 4_001))
            #expect(longer.status == 400 && longer.json["error"] as? String == "long-search")
        }
    }

    @Test func versionsThatAreGoneSaySo() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let version = try #require(
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int
            )
            for path in [
                "shape?version=\(version + 1)", "items?version=\(version + 1)&from=0&count=1",
            ] {
                let answer = try await serve.get("/api/views/all/\(path)", as: owner)
                #expect(answer.status == 410 && answer.json["error"] as? String == "gone")
            }
            // A version before some changes is held, and still means the same photos.
            let old = "/api/views/all/items?version=\(version)&from=0&count=10"
            let before = try await serve.get(old, as: owner)
            try TestPhotos.add(2, to: serve.library)
            try await eventually {
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int != version
            }
            let after = try await serve.get(old, as: owner)
            #expect(after.status == 200)
            let names: (Answer) -> [String?] = { answer in
                (answer.json["items"] as? [[String: Any]] ?? []).map { $0["id"] as? String }
            }
            #expect(names(before) == names(after))
        }
    }

    @Test(arguments: [
        "all/items?version=1", "all/items?version=1&from=0&count=0",
        "all/items?version=1&from=0&count=501",
        "all/items?version=-1&from=0&count=1", "all/items?version=99999999999&from=0&count=1",
        "all/items?version=x&from=0&count=1", "all/items?version=1&from=-1&count=1",
        "all/items?version=1&from=99999999999999999999&count=1", "all/shape",
    ])
    func malformedQuestionsAreRefused(_ path: String) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let answer = try await serve.get("/api/views/\(path)", as: try await serve.owner())
            #expect(answer.status == 400)
        }
    }

    @Test func hiddenPhotosAreAskedForAgain() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let id = TestPhotos.uuid(photo)
            let hide = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "hide", "on": ["ids": [id]]]
            )
            #expect(hide.status == 200, "\(hide.text)")
            let paths = [
                "/api/views/hidden", "/api/events?view=hidden", "/api/find?view=hidden&id=\(id)",
                "/preview/1.1/\(id)/grid.jpg", "/photos/\(id)/original", "/api/photos/\(id)",
                "/api/photos/\(id)/history",
            ]
            for path in paths {
                let answer = try await serve.get(path, as: owner)
                #expect(
                    answer.status == 403 && answer.json["error"] as? String == "locked",
                    "\(path)"
                )
            }
            #expect(try await serve.send("POST", "/api/unlock", as: owner, json: [:]).status == 400)
            #expect(
                try await serve.send("POST", "/api/unlock", as: owner, json: ["confirm": true])
                    .status == 204
            )
            for path in paths where !path.contains("events") {
                #expect(try await serve.get(path, as: owner).status == 200, "\(path)")
            }
            // Another session of the same owner is still locked, and this one is locked again after a while.
            let other = try await serve.owner()
            #expect(try await serve.get("/api/views/hidden", as: other).status == 403)
            serve.clock.advance(1000)
            #expect(try await serve.get("/api/views/hidden", as: owner).status == 403)
            try OwnerPassword.set("correct horse", in: serve.server.folder)
            #expect(
                try await serve.send("POST", "/api/unlock", as: owner, json: ["confirm": true])
                    .status == 401
            )
            let wrong = try await serve.send(
                "POST",
                "/api/unlock",
                as: owner,
                json: ["password": "wrong"]
            )
            #expect(wrong.status == 401)
            let right = try await serve.send(
                "POST",
                "/api/unlock",
                as: owner,
                json: ["password": "correct horse"]
            )
            #expect(right.status == 204)
        }
    }

    @Test func photosAreFoundByDayAndName() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            for (query, index) in [
                ("date=2020-01-05", 0), ("date=2020-01-01", 4), ("date=1999-01-01", 4),
                ("date=2020-01-03", 2), ("id=\(TestPhotos.uuid(photos[1]))", 3),
            ] {
                let answer = try await serve.get("/api/find?view=all&\(query)", as: owner)
                #expect(answer.json["index"] as? Int == index, "\(query) \(answer.text)")
            }
            for query in ["", "id=x", "id="] {
                #expect(
                    try await serve.get("/api/find?view=all&\(query)", as: owner).status == 404
                )
            }
            for query in ["date=2020-13-01", "date="] {
                #expect(try await serve.get("/api/find?view=all&\(query)", as: owner).status == 400)
            }
            #expect(try await serve.get("/api/find?view=all&id=\(UUID())", as: owner).status == 404)
            #expect(
                try await serve.get("/api/find?view=nothing&date=2020-01-01", as: owner).status
                    == 404
            )
        }
    }

    @Test func searchesFindWordsDatesAndAlbums() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[0]).caption = "A Beach at Örebro"
                PHAssetChangeRequest(for: photos[1]).addKeyword("sunset")
                PHAssetChangeRequest(for: photos[1]).isFavorite = true
            }
            _ = try TestPhotos.album("Beach holidays", [photos[2]], in: serve.library)
            for (text, indexes) in [
                ("beach", [0, 2]), ("orebro", [0]), ("sunset", [1]), ("name 4.png", [4]),
                ("2020-01-02", [1]), ("2020", [0, 1, 2, 3, 4]), ("2019", []), ("is:favorite", [1]),
                ("is:video", []), ("beach 2020-01-03", [2]), ("beach sunset", []), ("nothing", []),
                ("beach or sunset", [0, 1, 2]), ("-beach since 2020-01-04", [3, 4]),
                ("(sunset or beach) -album:beach", [0, 1]), ("favorite no album", [1]),
                ("width<32", [0, 1]), ("\"at orebro\"", [0]), ("each", []),
            ] {
                let path = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let view = try await serve.get("/api/views/search%3A\(path)", as: owner)
                let version = view.json["version"] as? Int ?? 0
                let items = try await serve.get(
                    "/api/views/search%3A\(path)/items?version=\(version)&from=0&count=10",
                    as: owner
                )
                let ids = (items.json["items"] as? [[String: Any]] ?? []).compactMap {
                    $0["id"] as? String
                }
                #expect(Set(ids) == Set(indexes.map { TestPhotos.uuid(photos[$0]) }), "\(text)")
            }
            // A search is live, as every list.
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[3]).caption = "another beach"
            }
            try await eventually {
                try await serve.get("/api/views/search%3Abeach", as: owner).json["count"] as? Int
                    == 3
            }
        }
    }

    @Test func daysOfASearchAreThoseOfTheCamera() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            // Half past one in the night of 2021-01-01, two hours east of GMT.
            try serve.library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: photo)
                request.creationDate = Date(timeIntervalSince1970: 1_609_457_400)
                request.setTimeZoneOffset(7200)
            }
            for (text, count) in [
                ("2021-01-01", 1), ("2021", 1), ("2021-01", 1), ("2020-12-31", 0), ("2020", 0),
                ("2021-01-02", 0), ("2020 2021", 0), ("is%3Aedited", 0),
            ] {
                let path = "/api/views/search%3A\(text.replacing(" ", with: "%20"))"
                let view = try await serve.get(path, as: owner)
                #expect(view.json["count"] as? Int == count, "\(text)")
            }
        }
    }

    @Test func offlinePhotosAreAListThatFollows() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            func count() async throws -> Int? {
                try await serve.get("/api/views/offline", as: owner).json["count"] as? Int
            }
            #expect(try await count() == 0)
            let folder = serve.folder.appendingPathComponent("Photos on a disk")
            let away = serve.folder.appendingPathComponent("away")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for number in 0..<3 {
                try PaintedPicture.png(width: 20 + number, height: 10, seed: UInt8(number))
                    .write(to: folder.appendingPathComponent("\(number).png"))
            }
            let source = try serve.library.addSource(folder)
            func sweep() async throws {
                _ = try await serve.library.sweep(
                    source,
                    allowsMissingFacts: true,
                    makesPreviews: false
                )
            }
            try await sweep()
            #expect(try await serve.get("/api/views/all", as: owner).json["count"] as? Int == 5)
            #expect(try await count() == 0)
            // First a file is missing, then the whole folder, and then everything is back.
            let file = folder.appendingPathComponent("1.png")
            try FileManager.default.moveItem(at: file, to: away)
            try await sweep()
            try await eventually { try await count() == 1 }
            try FileManager.default.moveItem(at: away, to: file)
            try await sweep()
            try await eventually { try await count() == 0 }
            try FileManager.default.moveItem(at: folder, to: away)
            try await sweep()
            try await eventually { try await count() == 3 }
            let view = try await serve.get("/api/views/offline", as: owner)
            let items = try await serve.get(
                "/api/views/offline/items?version=\(view.json["version"] ?? 0)&from=0&count=10",
                as: owner
            )
            let flags = (items.json["items"] as? [[String: Any]] ?? []).map {
                $0["flags"] as? [String] ?? []
            }
            #expect(flags.count == 3 && flags.allSatisfy { $0.contains("offline") })
            try FileManager.default.moveItem(at: away, to: folder)
            try await sweep()
            try await eventually { try await count() == 0 }
        }
    }

    @Test(arguments: [
        ("a/b", 1), ("[x]", 1), ("one, two", 1), ("x],[", 1), ("x y", 0), ("zzz", 0),
        ("ÉTÉ", 1), ("ete", 1),
    ])
    func wordsWithAnyCharactersAreFound(_ text: String, _ count: Int) async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            try serve.library.performChangesAndWait {
                for word in ["a/b", "say \"hi\"", "[x]", "one, two", "été"] {
                    PHAssetChangeRequest(for: photo).addKeyword(word)
                }
            }
            // In quotation marks spaces belong to the word.
            let typed = "\"\(text)\""
            let path = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let view = try await serve.get("/api/views/search%3A\(path)", as: owner)
            #expect(view.json["count"] as? Int == count, "\(typed) \(view.text)")
        }
    }
}
