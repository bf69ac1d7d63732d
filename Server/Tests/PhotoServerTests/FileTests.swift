import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Previews, pictures, originals and downloads.
@Suite(.permit) struct FileTests {
    @Test func previewsAreImmutable() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let first = try await serve.get("/preview/1.1/\(id)/grid.jpg", as: owner)
            #expect(first.status == 200, "\(first.text)")
            #expect(first["content-type"] == "image/jpeg")
            #expect(first["cache-control"] == "private, max-age=31536000, immutable")
            #expect(first.body.prefix(2) == Data([0xFF, 0xD8]))
            let tag = try #require(first["etag"])
            var headers = owner.headers
            headers["If-None-Match"] = tag
            let again = try await serve.send("GET", "/preview/1.1/\(id)/grid.jpg", headers: headers)
            #expect(again.status == 304 && again.body.isEmpty)
            // An address of another version must not be kept.
            let other = try await serve.get("/preview/7.1/\(id)/grid.jpg", as: owner)
            #expect(other.status == 200 && other["cache-control"]?.contains("no-store") == true)
            for path in [
                "/preview/1.1/\(id)/huge.jpg", "/preview/1.1/x/grid.jpg",
                "/preview/1.1/\(UUID())/grid.jpg",
            ] {
                #expect(try await serve.get(path, as: owner).status == 404)
            }
            let head = try await serve.send(
                "HEAD",
                "/preview/1.1/\(id)/grid.jpg",
                headers: owner.headers
            )
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test func previewsOfLostPhotosEnd() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let path = "/preview/1.1/\(TestPhotos.uuid(photo))/grid.jpg"
            #expect(try await serve.get(path, as: owner).status == 200)
            try serve.library.performChangesAndWait { PHAssetChangeRequest.purgeAssets([photo]) }
            try await eventually { try await serve.get(path, as: owner).status == 404 }
        }
    }

    @Test func previewsFollowTheChangesOfOthers() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let path = "/preview/1.1/\(TestPhotos.uuid(photo))/grid.jpg"
            // The second answer comes from what the first one read.
            for _ in 0..<2 { #expect(try await serve.get(path, as: owner).status == 200) }
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            try await eventually { try await serve.get(path, as: owner).status == 403 }
            for _ in 0..<2 { #expect(try await serve.get(path, as: owner).status == 403) }
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = false
            }
            try await eventually { try await serve.get(path, as: owner).status == 200 }
        }
    }

    @Test func originalsAnswerRanges() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let path = "/photos/\(id)/original"
            let bytes = PaintedPicture.png(width: 30, height: 20, seed: 0)
            let whole = try await serve.get(path, as: owner)
            #expect(whole.status == 200 && whole.body == bytes)
            #expect(whole["accept-ranges"] == "bytes")
            // The number of a file rises with those of all others, so a tag does not tell it.
            let names = try FileManager.default.subpathsOfDirectory(atPath: serve.folder.path)
            let numbers = try names.map {
                try FileManager.default.attributesOfItem(
                    atPath: serve.folder.appendingPathComponent($0).path
                )[.systemFileNumber] as? Int
            }
            for number in numbers.compactMap(\.self) where number > 9999 {
                #expect(whole["etag"]?.contains("\(number)") == false)
            }
            #expect(whole["content-type"] == "image/png")
            #expect(whole["content-security-policy"]?.contains("sandbox") == true)
            #expect(
                whole["content-disposition"]?.hasPrefix(
                    "attachment; filename=\"Secret name 0.png\""
                ) == true
            )
            for (range, status, part) in [
                ("bytes=0-0", 206, 0..<1), ("bytes=10-", 206, 10..<bytes.count),
                ("bytes=-5", 206, (bytes.count - 5)..<bytes.count),
                ("bytes=5-1000000", 206, 5..<bytes.count),
                ("bytes=1-2,4-5", 200, 0..<bytes.count), ("bytes=x", 200, 0..<bytes.count),
            ] {
                var headers = owner.headers
                headers["Range"] = range
                let answer = try await serve.send("GET", path, headers: headers)
                #expect(answer.status == status, "\(range)")
                #expect(answer.body == bytes[part], "\(range)")
                if status == 206 {
                    #expect(
                        answer["content-range"]
                            == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
                    )
                }
            }
            for range in ["bytes=\(bytes.count)-", "bytes=-0", "bytes=99999999999999999999-"] {
                var headers = owner.headers
                headers["Range"] = range
                let answer = try await serve.send("GET", path, headers: headers)
                #expect(answer.status == 416 && answer["content-range"] == "bytes */\(bytes.count)")
            }
            var headers = owner.headers
            headers["Range"] = "bytes=0-3"
            headers["If-Range"] = "\"other\""
            #expect(try await serve.send("GET", path, headers: headers).status == 200)
            #expect(try await serve.get(path + "?resource=9", as: owner).status == 404)
            #expect(try await serve.get(path + "?resource=-1", as: owner).status == 400)
            #expect(try await serve.get("/photos/\(id)/movie", as: owner).status == 404)
        }
    }

    @Test func hostileNamesStayInTheirHeader() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let names = [
                "\"><script>alert(1)</script>.png", "a\r\nSet-Cookie: x=y\r\n.png",
                "../../etc/passwd.png",
            ]
            try serve.library.performChangesAndWait {
                for name in names {
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    let picture = PaintedPicture.png(width: 4, height: 4, seed: 1)
                    PHAssetCreationRequest.forAsset()
                        .addResource(with: .photo, data: picture, options: options)
                }
            }
            for photo in TestPhotos.all(serve.library) {
                let answer = try await serve.get(
                    "/photos/\(TestPhotos.uuid(photo))/original",
                    as: owner
                )
                #expect(answer.status == 200)
                #expect(answer["set-cookie"] == nil)
                let header = try #require(answer["content-disposition"])
                #expect(
                    header.hasPrefix("attachment;") && !header.contains("..\\")
                        && !header.contains("/")
                )
                #expect(answer["x-content-type-options"] == "nosniff")
                let details = try await serve.get(
                    "/api/photos/\(TestPhotos.uuid(photo))",
                    as: owner
                )
                #expect(details["content-type"]?.hasPrefix("application/json") == true)
            }
        }
    }

    @Test func hostileDocumentsAreNoPhotos() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let upload = try await serve.send("POST", "/api/uploads", headers: owner.headers)
            let id = try #require(upload.json["id"] as? String)
            for (name, text) in [
                (
                    "x.svg",
                    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
                ),
                ("x.html", "<script>alert(1)</script>"),
                ("x.jpg", "<html><script>alert(1)</script>"),
            ] {
                let answer = try await serve.send(
                    "PUT",
                    "/api/uploads/\(id)/files?path=\(name)",
                    headers: owner.headers,
                    body: Data(text.utf8)
                )
                #expect(answer.status == 204)
            }
            let done = try await serve.send(
                "POST",
                "/api/uploads/\(id)/import",
                headers: owner.headers
            )
            #expect(done.status == 200 && done.text.contains("\"done\":true"), "\(done.text)")
            // Whatever the library took is handed out as a file to save, which no browser runs.
            for photo in TestPhotos.all(serve.library) {
                let answer = try await serve.get(
                    "/photos/\(TestPhotos.uuid(photo))/original",
                    as: owner
                )
                #expect(answer["content-disposition"]?.hasPrefix("attachment") == true)
                #expect(answer["content-security-policy"]?.contains("sandbox") == true)
                #expect(answer["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test(arguments: ["x.svg", "x.html", "x.xhtml", "x.js"])
    func picturesWithDocumentsInThemAreFilesToSave(_ name: String) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let text = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
            let picture = PaintedPicture.png(width: 4, height: 4, seed: 1) + Data(text.utf8)
            try serve.library.performChangesAndWait {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = name
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: picture, options: options)
            }
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            let answer = try await serve.get("/photos/\(id)/original", as: owner)
            #expect(answer.status == 200 && answer.body == picture)
            // The type comes from the bytes; a browser that is led to the address saves the file, and runs nothing.
            #expect(answer["content-type"] == "image/png")
            #expect(answer["content-disposition"]?.hasPrefix("attachment;") == true)
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(
                answer["content-security-policy"]
                    == "default-src 'none'; sandbox; frame-ancestors 'none'"
            )
            let shown = try await serve.get("/photos/\(id)/picture", as: owner)
            #expect(shown.status == 200 && shown["content-type"] == "image/jpeg")
            #expect(shown.body.range(of: Data("script".utf8)) == nil)
        }
    }

    @Test func picturesAreMade() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let answer = try await serve.get("/photos/\(id)/picture?width=10", as: owner)
            #expect(answer.status == 200, "\(answer.text)")
            let image = try #require(UIImage(data: answer.body))
            #expect(max(image.size.width, image.size.height) == 10)
            for width in ["0", "99999", "x", "-1"] {
                #expect(
                    try await serve.get("/photos/\(id)/picture?width=\(width)", as: owner).status
                        == 400
                )
            }
        }
    }

    @Test func largePicturesComeInTiles() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            try serve.library.performChangesAndWait {
                let picture = PaintedPicture.png(width: 8292, height: 40, seed: 5)
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: picture, options: nil)
            }
            let photo = try #require(TestPhotos.all(serve.library).first)
            let path = "/photos/\(TestPhotos.uuid(photo))/tiles"
            let grid = try await serve.get(path, as: owner)
            #expect(grid.status == 200, "\(grid.text)")
            #expect(grid.json["width"] as? Int == 8292 && grid.json["height"] as? Int == 40)
            #expect(grid.json["side"] as? Int == 1024)
            for (column, width) in [(0, 1024.0), (8, 100.0)] {
                let tile = try await serve.get("\(path)/\(column)/0", as: owner)
                #expect(tile.status == 200 && tile["content-type"] == "image/jpeg")
                let image = try #require(UIImage(data: tile.body))
                #expect(image.size == CGSize(width: width, height: 40))
                var headers = owner.headers
                headers["If-None-Match"] = tile["etag"]
                let again = try await serve.send("GET", "\(path)/\(column)/0", headers: headers)
                #expect(again.status == 304 && again.body.isEmpty)
            }
            for name in ["9/0", "0/1", "-1/0", "x/0", "0/99999999999999999999"] {
                #expect(try await serve.get("\(path)/\(name)", as: owner).status == 404, "\(name)")
            }
            // The tiles of another version do not fit.
            let listed = try await serve.get("/api/photos/\(TestPhotos.uuid(photo))", as: owner)
            let item = try #require(listed.json["item"] as? [String: Any])
            let tag = try #require(item["p"] as? String, "\(listed.text)")
            for part in ["", "/0/0"] {
                #expect(try await serve.get("\(path)\(part)?tag=\(tag)", as: owner).status == 200)
                let other = try await serve.get("\(path)\(part)?tag=0.0", as: owner)
                #expect(other.status == 409)
                #expect(other.json["error"] as? String == "changed-meanwhile")
            }
            // Tiles that are kept are shown to nobody who may not see the photo.
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            try await eventually { try await serve.get(path, as: owner).status == 403 }
            try await eventually { try await serve.get("\(path)/0/0", as: owner).status == 403 }
        }
    }

    @Test func picturesThatAreSentWholeHaveNoTiles() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            for part in ["", "/0/0"] {
                let answer = try await serve.get("/photos/\(id)/tiles\(part)", as: owner)
                #expect(answer.status == 404)
                #expect(answer.json["error"] as? String == "no-tiles")
            }
        }
    }

    @Test func guestsLeavePlacesOfTilesForTheOwner() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let photos = TestPhotos.all(serve.library)
            let pictures = PictureMaker(limit: 1)
            let tiles = PictureTiles(pictures)
            let gate = DispatchSemaphore(value: 0)
            let isHeld = Box(false)
            // The turn lasts until the picture is encoded.
            let held = Task {
                try await pictures.encodePicture(of: photos[0], side: 10) { _ in
                    isHeld.set(true)
                    gate.wait()
                }
            }
            defer { gate.signal() }
            try await eventually { isHeld.value }
            var asked: [Task<PictureTiles.CutPicture, any Error>] = []
            func ask(_ number: Int, _ visitor: String, isLimited: Bool = true) async throws {
                asked.append(
                    Task {
                        try await tiles.cutPicture(
                            of: photos[number],
                            for: visitor,
                            isLimited: isLimited
                        )
                    }
                )
                let count = asked.count
                try await eventually { await tiles.makingCount == count }
            }
            func expectBusy(_ number: Int, _ visitor: String) async {
                let problem = await #expect(throws: Problem.self) {
                    _ = try await tiles.cutPicture(
                        of: photos[number],
                        for: visitor,
                        isLimited: true
                    )
                }
                #expect(problem?.code == "busy")
            }
            try await ask(0, "a")
            try await ask(1, "a")
            await expectBusy(2, "a")
            try await ask(2, "b")
            try await ask(3, "b")
            await expectBusy(4, "c")
            try await ask(4, "owner", isLimited: false)
            try await eventually { await pictures.waitingCount == 1 }
            gate.signal()
            try await held.value
            for task in asked { _ = try await task.value }
            #expect(await tiles.makingCount == 0)
        }
    }

    @Test func tilesAreRefusedWhileManyPicturesWait() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let photo = try #require(TestPhotos.all(serve.library).first)
            let tiles = PictureTiles(PictureMaker(), mostWaiting: 0)
            let problem = await #expect(throws: Problem.self) {
                _ = try await tiles.cutPicture(of: photo, for: "a", isLimited: false)
            }
            #expect(problem?.code == "busy")
        }
    }

    @Test func thePicturesUsedLastKeepTheirTiles() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let photos = TestPhotos.all(serve.library)
            let tiles = PictureTiles(PictureMaker(), limit: 1)
            for photo in photos + photos {
                let picture = try await tiles.cutPicture(of: photo, for: "a", isLimited: false)
                #expect(picture.grid.width == photo.pixelWidth && picture.tiles.count == 1)
                #expect(await tiles.keptCount == 1)
            }
            let both = PictureTiles(PictureMaker())
            async let first = both.cutPicture(of: photos[0], for: "a", isLimited: false)
            async let second = both.cutPicture(of: photos[0], for: "a", isLimited: false)
            let (one, other) = try await (first, second)
            #expect(one.tiles == other.tiles)
            #expect(await both.keptCount == 1)
            _ = try await both.cutPicture(of: photos[1], for: "a", isLimited: false)
            #expect(await both.keptCount == 2)
        }
    }

    @Test func severalOriginalsComeAsOneArchive() async throws {
        try await ServeFixture.run(photos: 3) { serve in
            let owner = try await serve.owner()
            let ids = TestPhotos.all(serve.library).prefix(2).map(TestPhotos.uuid)
            let made = try await serve.send(
                "POST",
                "/api/downloads",
                as: owner,
                json: ["on": ["ids": ids], "what": "originals"]
            )
            let url = try #require(made.json["url"] as? String)
            // Another session cannot take it, and it is taken once.
            #expect(try await serve.get(url, as: try await serve.owner()).status == 410)
            let zip = try await serve.get(url, as: owner)
            #expect(zip.status == 200 && zip["content-type"] == "application/zip")
            #expect(zip.body.prefix(4) == Data([0x50, 0x4B, 3, 4]))
            for seed in [UInt8(0), 1] {
                let picture = PaintedPicture.png(width: 30 + Int(seed), height: 20, seed: seed)
                #expect(zip.body.range(of: picture) != nil)
            }
            #expect(zip.body.range(of: Data("Secret name 1.png".utf8)) != nil)
            #expect(try await serve.get(url, as: owner).status == 410)
            let late = try await serve.send(
                "POST",
                "/api/downloads",
                as: owner,
                json: ["on": ["ids": ids]]
            )
            serve.clock.advance(100)
            #expect(try await serve.get(late.json["url"] as? String ?? "", as: owner).status == 410)
        }
    }
}
