import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Downloads with the choices of exports.
@Suite(.permit) struct DownloadTests {
    private static func ask(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ ids: [String],
        _ choice: [String: Any] = [:]
    ) async throws -> (answer: Answer, prepared: Answer) {
        var json = choice
        json["on"] = ["ids": ids]
        let prepared = try await serve.send("POST", "/api/downloads", as: client, json: json)
        guard let url = prepared.json["url"] as? String else { return (prepared, prepared) }
        return (try await serve.get(url, as: client), prepared)
    }

    /// The files of an archive with their bytes, as another program reads them.
    private static func files(_ zip: Data) throws -> [String: Data] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("download-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.zip")
        try zip.write(to: file)
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = [
            "python3", "-c",
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])",
            file.path, folder.appendingPathComponent("out").path,
        ]
        try program.run()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
        var files: [String: Data] = [:]
        let out = folder.appendingPathComponent("out")
        for name in try FileManager.default.subpathsOfDirectory(atPath: out.path) {
            files[name] = try Data(contentsOf: out.appendingPathComponent(name))
        }
        return files
    }

    private static func set(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ id: String,
        _ values: [String: Any]
    ) async throws {
        var json = values
        json["do"] = "set"
        json["on"] = ["ids": [id]]
        let answer = try await serve.send("POST", "/api/actions", as: client, json: json)
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test func aSinglePhotoIsOneFile() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let (file, prepared) = try await Self.ask(serve, owner, [id])
            #expect(prepared.json["remaining"] as? Int == 0)
            #expect(file.body == PaintedPicture.png(width: 30, height: 20, seed: 0))
            #expect(file["content-length"] == "\(file.body.count)")
            #expect(
                file["content-disposition"]?.hasPrefix(
                    "attachment; filename=\"Secret name 0.png\""
                ) == true
            )
            #expect(file["x-content-type-options"] == "nosniff")
        }
    }

    @Test func sidecarsAndCopiesStateWhatPeopleSaid() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let ids = TestPhotos.all(serve.library).map(TestPhotos.uuid)
            try await Self.set(
                serve,
                owner,
                ids[0],
                [
                    "caption": "At the lake", "rating": 4,
                    "place": ["latitude": 46.125, "longitude": 9.25],
                ]
            )
            let (plain, _) = try await Self.ask(serve, owner, ids)
            #expect(try Self.files(plain.body).count == 2)
            let sidecars = try await Self.ask(serve, owner, ids, ["metadata": "sidecars"]).answer
            var files = try Self.files(sidecars.body)
            let original = PaintedPicture.png(width: 30, height: 20, seed: 0)
            #expect(files["Secret name 0.png"] == original)
            let sidecar = String(decoding: files["Secret name 0.png.xmp"] ?? Data(), as: UTF8.self)
            #expect(sidecar.contains("At the lake") && sidecar.contains("GPSLatitude"))
            // Without places there is none in any file.
            let without = try await Self.ask(
                serve,
                owner,
                ids,
                ["metadata": "sidecars", "without": ["places"]]
            )
            #expect(without.prepared.json["remaining"] as? Int == 0)
            files = try Self.files(without.answer.body)
            for (name, bytes) in files {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("GPSLatitude"), "\(name)")
            }
            // A copy has the metadata inside, and the original stays as it is.
            let copy = try await Self.ask(serve, owner, [ids[0]], ["metadata": "embedded"]).answer
            #expect(copy.status == 200 && copy["content-type"] == "application/octet-stream")
            #expect(copy.body.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
            #expect(copy.body.range(of: Data("At the lake".utf8)) != nil)
            let (again, _) = try await Self.ask(serve, owner, [ids[0]])
            #expect(again.body == original)
        }
    }

    @Test func editedPhotosComeAsOriginalsAsShownOrBoth() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let turned = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "rotate", "degrees": 90, "on": ["ids": [id]]]
            )
            try #require(turned.status == 200, "\(turned.text)")
            let original = PaintedPicture.png(width: 30, height: 20, seed: 0)
            #expect(try await Self.ask(serve, owner, [id]).answer.body == original)
            let shown = try await Self.ask(serve, owner, [id], ["what": "current"]).answer
            #expect(shown.status == 200 && shown.body != original && !shown.body.isEmpty)
            let both = try await Self.ask(serve, owner, [id], ["what": "both"]).answer
            let files = try Self.files(both.body)
            #expect(files["Secret name 0.png"] == original)
            let recipe = try #require(files["Secret name 0.AAE"], "\(files.keys)")
            let list = try PropertyListSerialization.propertyList(from: recipe, format: nil)
            #expect((list as? [String: Any])?["adjustmentFormatIdentifier"] is String)
            #expect(files.count == 3 && files.values.contains(shown.body), "\(files.keys)")
        }
    }

    @Test func filesThatKeepAPlaceAreCountedAndNamed() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let picture = PaintedPicture.png(width: 8, height: 8, seed: 1, xmp: Self.place)
            try serve.library.performChangesAndWait {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "lake.png"
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: picture, options: options)
            }
            let photo = try #require(TestPhotos.all(serve.library).first)
            try #require(photo.location != nil)
            let id = TestPhotos.uuid(photo)
            let kept = try await Self.ask(serve, owner, [id], ["without": ["places"]])
            #expect(kept.prepared.json["remaining"] as? Int == 1)
            let files = try Self.files(kept.answer.body)
            #expect(files["lake.png"] == picture)
            let notes = String(decoding: files["Notes.txt"] ?? Data(), as: UTF8.self)
            #expect(notes.hasPrefix("lake.png: The file may still state a place inside"))
            let removed = try await Self.ask(
                serve,
                owner,
                [id],
                ["without": ["places"], "metadata": "embedded"]
            )
            #expect(removed.prepared.json["remaining"] as? Int == 0)
            #expect(removed.answer["content-type"] == "application/octet-stream")
            #expect(removed.answer.body.range(of: Data("GPSLatitude".utf8)) == nil)
            #expect(removed.answer.body.prefix(4) == picture.prefix(4))
        }
    }

    private static let place = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="46,7.5N" \
        exif:GPSLongitude="9,15.0E"/></rdf:RDF></x:xmpmeta>
        """

    @Test func aFileThatWasRenamedInItsSourceHasThatNameEverywhere() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let folder = serve.folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("IMG_1.png")
            try PaintedPicture.png(width: 8, height: 8, seed: 1).write(to: file)
            let source = try serve.library.addSource(folder)
            func sweep() async throws {
                _ = try await serve.library.sweep(
                    source,
                    allowsMissingFacts: true,
                    makesPreviews: false
                )
            }
            try await sweep()
            let renamed = folder.appendingPathComponent("Oslo.png")
            try FileManager.default.moveItem(at: file, to: renamed)
            try await sweep()
            let photo = try #require(TestPhotos.all(serve.library).first)
            let id = TestPhotos.uuid(photo)
            let details = try await serve.get("/api/photos/\(id)", as: owner)
            let files = details.json["files"] as? [[String: Any]] ?? []
            #expect(files.map { $0["name"] as? String } == ["Oslo.png"], "\(details.text)")
            let original = try await serve.get("/photos/\(id)/original", as: owner)
            let header = try #require(original["content-disposition"])
            #expect(header.contains("Oslo.png"), "\(header)")
            let copies = try PickCopies(serve.folder.appendingPathComponent("copies").path)
            let made = try await copies.copyPhotos([photo])
            let names = made.joined().map { URL(fileURLWithPath: $0).lastPathComponent }
            #expect(names == ["Oslo.png"])
        }
    }

    @Test func equalNamesAreToldApart() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            try serve.library.performChangesAndWait {
                for (seed, name) in [(UInt8(1), "A.png"), (2, "a.PNG"), (3, "CON.png")] {
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    let picture = PaintedPicture.png(width: 4, height: 4, seed: seed)
                    PHAssetCreationRequest.forAsset()
                        .addResource(with: .photo, data: picture, options: options)
                }
            }
            let photos = TestPhotos.all(serve.library)
            for photo in photos {
                try await Self.set(serve, owner, TestPhotos.uuid(photo), ["caption": "x"])
            }
            let ids = photos.map(TestPhotos.uuid)
            let (zip, _) = try await Self.ask(serve, owner, ids, ["metadata": "sidecars"])
            let names = try Self.files(zip.body).keys.sorted()
            #expect(names.count == 6 && Set(names.map { $0.lowercased() }).count == 6, "\(names)")
            #expect(names.contains("_CON.png") && names.contains("_CON.png.xmp"), "\(names)")
            #expect(names.contains { $0.contains(" (2).") && $0.hasSuffix(".xmp") }, "\(names)")
        }
    }

    @Test(arguments: [
        #""what": "everything""#, #""metadata": "inside""#, #""without": ["faces"]"#,
        #""without": "places""#,
    ])
    func unknownChoicesAreRefused(_ choice: String) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            var headers = owner.headers
            headers["Content-Type"] = "application/json"
            let body = Data("{\"on\": {\"ids\": [\"\(id)\"]}, \(choice)}".utf8)
            let answer = try await serve.send(
                "POST",
                "/api/downloads",
                headers: headers,
                body: body
            )
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    @Test func photosThatAreGoneEndTheDownload() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let prepared = try await serve.send(
                "POST",
                "/api/downloads",
                as: owner,
                json: ["on": ["ids": photos.map(TestPhotos.uuid)]]
            )
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest.purgeAssets([photos[0]])
            }
            let url = try #require(prepared.json["url"] as? String)
            let answer = try await serve.get(url, as: owner)
            #expect(answer.status == 409, "\(answer.text)")
        }
    }

    /// A client that may not see places or persons gets no file that may state them, whatever it asks for.
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func clientsWithoutPlacesOrPersonsGetNoFiles(_ places: Bool, _ persons: Bool) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let (_, token) = try serve.server.gate.addCredential(
                .device,
                name: "Frame",
                grant: Grant(user: .owner, showsPlaces: places, showsPersons: persons)
            )
            let device = TestClient(headers: ["Authorization": "Bearer \(token)"])
            for choice in [
                [:], ["metadata": "sidecars"],
                ["metadata": "embedded", "without": ["places", "persons"]],
            ] as [[String: Any]] {
                let (answer, _) = try await Self.ask(serve, device, [id], choice)
                #expect(answer.status == 403, "\(choice)")
            }
        }
    }

    @Test func limitedClientsGetWhatTheySeeAlone() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let ids = photos.map(TestPhotos.uuid)
            _ = try TestPhotos.album("Secret trip", photos, in: serve.library)
            try await Self.set(serve, owner, ids[0], ["caption": "At the lake"])
            try serve.library.access.set(.limited, of: "Frame")
            try serve.library.access.select([photos[0].localIdentifier], for: "Frame")
            let frame = try serve.device(application: "Frame")
            let choice = ["metadata": "sidecars", "what": "both"]
            let (zip, _) = try await Self.ask(serve, frame, [ids[0]], choice)
            let files = try Self.files(zip.body)
            #expect(files.keys.sorted() == ["Secret name 0.png", "Secret name 0.png.xmp"])
            let sidecar = String(decoding: files["Secret name 0.png.xmp"] ?? Data(), as: UTF8.self)
            #expect(sidecar.contains("At the lake"))
            let seen = try await serve.get("/api/albums", as: frame).text
            #expect(sidecar.contains("Secret trip") == seen.contains("Secret trip"))
            #expect(try await Self.ask(serve, frame, [ids[1]], choice).answer.status == 409)
            // Access that is taken back in between ends the download.
            let prepared = try await serve.send(
                "POST",
                "/api/downloads",
                as: frame,
                json: ["on": ["ids": [ids[0]]]]
            )
            let url = try #require(prepared.json["url"] as? String)
            try serve.library.access.set(.denied, of: "Frame")
            try await eventually {
                try await serve.get("/api/photos/\(ids[0])", as: frame).status != 200
            }
            #expect(try await serve.get(url, as: frame).status != 200)
        }
    }
}
