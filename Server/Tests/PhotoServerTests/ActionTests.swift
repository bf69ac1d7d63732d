import CoreLocation
import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Actions, undo and redo.
@Suite(.permit) struct ActionTests {
    private static func act(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ verb: String,
        _ photos: [PHAsset],
        _ more: [String: Any] = [:]
    ) async throws -> Answer {
        let json: [String: Any] = ["do": verb, "on": ["ids": photos.map(TestPhotos.uuid)]]
        return try await serve.send(
            "POST",
            "/api/actions",
            as: client,
            json: json.merging(more) { $1 }
        )
    }

    private static func undo(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ answer: Answer
    ) async throws
        -> Answer
    {
        try await serve.send(
            "POST",
            "/api/undo",
            as: client,
            json: ["undo": answer.json["undo"] ?? ""]
        )
    }

    /// The state that undo has to bring back.
    private static func state(_ library: PHPhotoLibrary) -> [String] {
        TestPhotos.all(library).map { photo in
            let metadata = photo.extendedMetadata
            return [
                photo.localIdentifier, "\(photo.isFavorite)", "\(photo.isHidden)",
                metadata.caption ?? "-",
                metadata.keywords.joined(separator: "+"), "\(photo.rating.rawValue)",
                "\(photo.creationDate?.timeIntervalSince1970 ?? 0)",
                "\(photo.timeZoneOffset ?? -1)",
                "\(photo.location?.coordinate.latitude ?? 0)",
                "\(photo.location?.coordinate.longitude ?? 0)",
            ].joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("favorite", "{}"), ("hide", "{}"), ("delete", "{}"), ("set", #"{"caption": "New"}"#),
        ("set", #"{"keywords": {"add": ["c"], "remove": ["a"]}}"#), ("set", #"{"rating": 4}"#),
        ("set", #"{"date": "2001-02-03T04:05:06Z"}"#), ("set", #"{"shiftSeconds": 3600}"#),
        ("set", #"{"zone": 7200}"#), ("set", #"{"place": {"latitude": 46.5, "longitude": 7.9}}"#),
        ("set", #"{"place": null, "caption": null}"#),
    ])
    func eachActionIsUndoneAndRedone(_ verb: String, _ json: String) async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: photos[0])
                request.caption = "Old"
                request.addKeyword("a")
                request.addKeyword("b")
                request.location = CLLocation(latitude: 1, longitude: 2)
            }
            let before = Self.state(serve.library)
            let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let more = try #require(parsed as? [String: Any])
            let done = try await Self.act(serve, owner, verb, Array(photos.prefix(2)), more)
            #expect(done.status == 200 && done.json["count"] as? Int == 2, "\(done.text)")
            let after = Self.state(serve.library)
            #expect(after != before)
            let undone = try await Self.undo(serve, owner, done)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(Self.state(serve.library) == before)
            let redone = try await serve.send(
                "POST",
                "/api/redo",
                as: owner,
                json: ["redo": undone.json["redo"] ?? ""]
            )
            #expect(redone.status == 200, "\(redone.text)")
            #expect(Self.state(serve.library) == after)
            // A change that was made again can be taken back again, and each step serves once.
            #expect(try await Self.undo(serve, owner, redone).status == 200)
            #expect(Self.state(serve.library) == before)
            #expect(try await Self.undo(serve, owner, redone).status == 409)
        }
    }

    @Test func stepsAreUndoneInOrder() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = [TestPhotos.all(serve.library)[0]]
            let start = Self.state(serve.library)
            let first = try await Self.act(serve, owner, "set", photo, ["caption": "one"])
            let middle = Self.state(serve.library)
            let second = try await Self.act(serve, owner, "set", photo, ["caption": "two"])
            // The first step cannot be taken back while the second lies on it.
            #expect(try await Self.undo(serve, owner, first).status == 409)
            #expect(try await Self.undo(serve, owner, second).status == 200)
            #expect(Self.state(serve.library) == middle)
            #expect(try await Self.undo(serve, owner, first).status == 200)
            #expect(Self.state(serve.library) == start)
        }
    }

    @Test func undoIsRefusedWhereSomebodyElseChangedTheSame() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let done = try await Self.act(serve, owner, "set", [photos[0]], ["caption": "mine"])
            let favorite = try await Self.act(serve, owner, "favorite", [photos[0]])
            let other = try PHPhotoLibrary.open(
                at: serve.server.options.library,
                author: "Other program",
                user: .owner
            )
            defer { other.close() }
            let same = other.withCurrent { TestPhotos.all(other)[0] }
            try other.performChangesAndWait {
                PHAssetChangeRequest(for: same).caption = "theirs"
                PHAssetChangeRequest(for: same).isFavorite = false
            }
            let refused = try await Self.undo(serve, owner, done)
            #expect(refused.status == 409)
            #expect((refused.json["message"] as? String)?.contains("Other program") == true)
            // A change that somebody else has taken back already leaves nothing to do.
            let nothing = try await Self.undo(serve, owner, favorite)
            #expect(nothing.status == 200 && nothing.json["redo"] == nil)
            #expect(TestPhotos.all(serve.library)[0].extendedMetadata.caption == "theirs")
            // Another property of the same photo is no conflict.
            let caption = try await Self.act(serve, owner, "set", [photos[1]], ["caption": "x"])
            let second = other.withCurrent { TestPhotos.all(other)[1] }
            try other.performChangesAndWait { PHAssetChangeRequest(for: second).isFavorite = true }
            #expect(try await Self.undo(serve, owner, caption).status == 200)
        }
    }

    @Test func withoutAnIdentifierTheLastStepIsTaken() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = [TestPhotos.all(serve.library)[0]]
            func reverse(_ word: String) async throws -> String {
                let answer = try await serve.send("POST", "/api/\(word)", as: owner, json: [:])
                return "\(answer.status) \(answer.json["did"] as? String ?? "-")"
            }
            #expect(try await reverse("undo") == "409 -")
            let caption = try await Self.act(serve, owner, "set", photo, ["caption": "one"])
            _ = try await Self.act(serve, owner, "favorite", photo)
            _ = try await Self.act(serve, owner, "set", photo, ["caption": "two"])
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo[0]).caption = "theirs"
            }
            // A change that cannot be taken back does not keep earlier ones from being taken back.
            #expect(try await reverse("undo") == "409 -")
            #expect(try await reverse("undo") == "200 favorite")
            #expect(try await Self.undo(serve, owner, caption).status == 409)
            #expect(try await reverse("redo") == "200 favorite")
            #expect(try await reverse("redo") == "409 -")
            #expect(try await reverse("undo") == "200 favorite")
            // After something new, nothing can be made again.
            _ = try await Self.act(serve, owner, "hide", photo)
            #expect(try await reverse("redo") == "409 -")
            #expect(try await reverse("undo") == "200 hide")
        }
    }

    @Test func stepsBelongToTheirSession() async throws {
        try await ServeFixture.run { serve in
            let (first, second) = (try await serve.owner(), try await serve.owner())
            let done = try await Self.act(
                serve,
                first,
                "favorite",
                [TestPhotos.all(serve.library)[0]]
            )
            #expect(try await Self.undo(serve, second, done).status == 409)
            #expect(try await Self.undo(serve, first, done).status == 200)
        }
    }

    @Test func purgesNeedAWordAndStay() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = [TestPhotos.all(serve.library)[0]]
            #expect(try await Self.act(serve, owner, "purge", photo).status == 400)
            #expect(try await Self.act(serve, owner, "delete", photo).status == 200)
            #expect(try await Self.act(serve, owner, "favorite", photo).status == 409)
            let trash = try await serve.get("/api/views/trash", as: owner)
            #expect(trash.json["count"] as? Int == 1 && trash.json["order"] as? String == "trash")
            #expect(try await Self.act(serve, owner, "restore", photo).status == 200)
            #expect(try await Self.act(serve, owner, "restore", photo).status == 409)
            let purged = try await Self.act(serve, owner, "purge", photo, ["confirm": true])
            #expect(purged.status == 200 && purged.json["undo"] == nil)
            #expect(try await Self.act(serve, owner, "favorite", photo).status == 409)
            #expect(TestPhotos.all(serve.library).count == 2)
        }
    }

    @Test func rangesOfAListAreChosenByTheirVersion() async throws {
        try await ServeFixture.run(photos: 8) { serve in
            let owner = try await serve.owner()
            let version = try #require(
                try await serve.get("/api/views/all", as: owner).json["version"] as? Int
            )
            let photos = TestPhotos.all(serve.library)
            // A photo that came meanwhile is not meant.
            try TestPhotos.add(9, to: serve.library)
            let on: [String: Any] = [
                "view": "all", "version": version, "ranges": [[0, 2], [5, 1]],
            ]
            let done = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "favorite", "on": on]
            )
            #expect(done.json["count"] as? Int == 3, "\(done.text)")
            let favorites = Set(
                TestPhotos.all(serve.library).filter(\.isFavorite).map(\.localIdentifier)
            )
            #expect(favorites == Set([photos[7], photos[6], photos[2]].map(\.localIdentifier)))
            let all: [String: Any] = [
                "view": "all", "version": version, "all": true, "except": [[0, 1]],
            ]
            let hidden = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "favorite", "on": all]
            )
            #expect(hidden.json["count"] as? Int == 7, "\(hidden.text)")
            for ranges in [[[0, 9]], [[-1, 2]], [[0]], [[0, Int.max]], [[Int.max, 1]]] {
                let on: [String: Any] = ["view": "all", "version": version, "ranges": ranges]
                let answer = try await serve.send(
                    "POST",
                    "/api/actions",
                    as: owner,
                    json: ["do": "favorite", "on": on]
                )
                #expect(answer.status == 400, "\(ranges)")
            }
            let gone: [String: Any] = ["view": "all", "version": 1 << 31, "ranges": [[0, 1]]]
            let answer = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "favorite", "on": gone]
            )
            #expect(answer.status == 410)
        }
    }

    @Test func photosAreTurnedAndCroppedAndReverted() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)
            func size() -> [Int] {
                let now = TestPhotos.all(serve.library)[0]
                return [now.pixelWidth, now.pixelHeight]
            }
            #expect(size() == [30, 20])
            let turned = try await Self.act(serve, owner, "rotate", photo, ["degrees": 90])
            #expect(turned.status == 200, "\(turned.text)")
            #expect(size() == [20, 30])
            let tag = PreviewTag.of(TestPhotos.all(serve.library)[0])
            #expect(tag != "1.1")
            // The second edit goes on from the first one's recipe, so that it begins with the original again.
            let area: [String: Any] = ["x": 0, "y": 0.5, "width": 0.5, "height": 0.5]
            let cropped = try await Self.act(serve, owner, "crop", photo, area)
            #expect(cropped.status == 200, "\(cropped.text)")
            #expect(size() == [10, 15])
            let resources = serve.library.withCurrent {
                PHAssetResource.assetResources(for: TestPhotos.all(serve.library)[0])
            }
            #expect(!resources.contains { $0.type == .adjustmentBasePhoto })
            #expect(try await Self.act(serve, owner, "revert", photo).status == 200)
            #expect(size() == [30, 20])
            let again = try await Self.act(serve, owner, "rotate", photo, ["degrees": 180])
            #expect(try await Self.undo(serve, owner, again).status == 200)
            #expect(TestPhotos.all(serve.library)[0].hasAdjustments == false)
            for more in [["degrees": 45], [:]] as [[String: Any]] {
                #expect(try await Self.act(serve, owner, "rotate", photo, more).status == 400)
            }
            let outside: [String: Any] = ["x": 0.5, "y": 0, "width": 0.6, "height": 1]
            #expect(try await Self.act(serve, owner, "crop", photo, outside).status == 422)
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"do": "explode", "on": {"ids": ["ID"]}}"#, #"{"do": "favorite"}"#,
        #"{"do": "favorite", "on": {}}"#, #"{"do": "favorite", "on": {"ids": []}}"#,
        #"{"do": "favorite", "on": {"ids": ["x"]}}"#, #"{"do": "favorite", "on": {"view": "all"}}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "rating": 9}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "zone": 99999}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "place": {"latitude": 91, "longitude": 0}}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "date": "yesterday"}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "shiftSeconds": 1e300}"#,
        #"{"do": "set", "on": {"ids": ["ID"]}, "keywords": {"add": [""]}}"#,
        #"{"do": "addToAlbum", "on": {"ids": ["ID"]}}"#,
        #"{"do": "moveInAlbum", "on": {"ids": ["ID"]}, "album": "x"}"#,
    ])
    func malformedActionsAreRefused(_ json: String) async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let data = Data(json.replacing("\"ID\"", with: "\"\(id)\"").utf8)
            var headers = try await serve.owner().headers
            headers["Content-Type"] = "application/json"
            let before = serve.library.currentChangeToken.stringValue
            let answer = try await serve.send("POST", "/api/actions", headers: headers, body: data)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(serve.library.currentChangeToken.stringValue == before)
        }
    }
}
