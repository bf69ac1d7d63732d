import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// The timeline, and what happened to one photo.
@Suite(.permit) struct HistoryTests {
    @Test func theTimelineIsReadInPages() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[0]).caption = "x"
            }
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([photos[1]])
            }
            let first = try await serve.get("/api/activity?count=2", as: owner)
            let entries = try #require(first.json["entries"] as? [[String: Any]])
            #expect(
                entries.map { ($0["counts"] as? [String: Int])?.keys.first } == [
                    "trashed", "updated",
                ]
            )
            #expect(entries[1]["author"] as? String == "Photos")
            let next = try #require(first.json["next"] as? String)
            let second = try await serve.get("/api/activity?count=2&before=\(next)", as: owner)
            let rest = try #require(second.json["entries"] as? [[String: Any]])
            #expect((rest[0]["counts"] as? [String: Int])?["inserted"] == 3)
            #expect((rest[0]["samples"] as? [Any])?.count == 2)
            // New changes come to the front.
            try TestPhotos.add(1, to: serve.library)
            let newest = try await serve.get("/api/activity?count=1", as: owner)
            let counts =
                (newest.json["entries"] as? [[String: Any]])?.first?["counts"] as? [String: Int]
            #expect(counts == ["inserted": 1])
            #expect(try await serve.get("/api/activity?before=x", as: owner).status == 410)
            #expect(try await serve.get("/api/activity?count=0", as: owner).status == 400)
        }
    }

    /// The newest entries of the timeline: what each change did, how often, and the title.
    private static func events(_ serve: ServeFixture, count: Int) async throws -> [[String]] {
        let owner = try await serve.owner()
        let answer = try await serve.get("/api/activity?count=\(count)", as: owner)
        let entries = try #require(answer.json["entries"] as? [[String: Any]])
        return entries.map { entry in
            (entry["events"] as? [[String: Any]] ?? []).map { event in
                let words = [
                    event["what"] as? String, (event["count"] as? Int).map(String.init),
                    (event["videos"] as? Int).map { "\($0) videos" }, event["title"] as? String,
                ]
                return words.compactMap(\.self).joined(separator: " ")
            }
        }
    }

    @Test func theTimelineSaysWhatEachChangeDid() async throws {
        try await ServeFixture.run { serve in
            let photos = TestPhotos.all(serve.library)
            let album = try TestPhotos.album("Trip", [photos[0]], in: serve.library)
            try serve.library.performChangesAndWait {
                for photo in photos { PHAssetChangeRequest(for: photo).isFavorite = true }
            }
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([photos[1]] as NSArray)
            }
            try serve.library.performChangesAndWait {
                let found = ViewFetch.album(album)
                let request = found.flatMap { PHAssetCollectionChangeRequest(for: $0) }
                request?.title = "Journey"
            }
            #expect(
                try await Self.events(serve, count: 5) == [
                    ["renamed Trip"], ["deleted 1 0 videos"], ["favorite 3 0 videos"],
                    ["madeAlbum Journey", "addedToAlbum 1 Journey"], ["added 3 0 videos"],
                ]
            )
        }
    }

    @Test func aPhotoTellsWhatHappenedToIt() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            for caption in ["one", "two"] {
                try serve.library.performChangesAndWait {
                    PHAssetChangeRequest(for: photo).caption = caption
                }
            }
            let album = try TestPhotos.album("Trip", [photo], in: serve.library)
            try serve.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([photo]) }
            let answer = try await serve.get(
                "/api/photos/\(TestPhotos.uuid(photo))/history",
                as: owner
            )
            let entries = try #require(answer.json["entries"] as? [[String: Any]])
            #expect(answer.json["complete"] as? Bool == true)
            #expect(
                entries.map { $0["kind"] as? String }
                    == ["trashed", "enteredAlbum", "updated", "updated", "inserted"]
            )
            #expect(entries[1]["album"] as? String == album)
            let change = try #require((entries[3]["changes"] as? [[String: Any]])?.first)
            #expect(change["property"] as? String == "caption")
            #expect(change["before"] is NSNull && change["after"] as? String == "one")
            #expect(try await serve.get("/api/photos/\(UUID())/history", as: owner).status == 404)
        }
    }

    @Test func aPhotoTellsItsDetails() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let album = try TestPhotos.album("Trip", [photo], in: serve.library)
            let answer = try await serve.get("/api/photos/\(TestPhotos.uuid(photo))", as: owner)
            #expect(answer.status == 200, "\(answer.text)")
            let file = try #require((answer.json["files"] as? [[String: Any]])?.first)
            #expect(
                file["name"] as? String == "Secret name 0.png" && file["type"] as? String == "photo"
            )
            #expect(file["pixels"] as? [Int] == [30, 20])
            #expect((answer.json["albums"] as? [[String: Any]])?.first?["id"] as? String == album)
            #expect((answer.json["item"] as? [String: Any])?["w"] as? Int == 30)
            let facts = try #require(answer.json["facts"] as? [[String: Any]])
            #expect(
                facts.contains {
                    $0["name"] as? String == "pixelWidth" && $0["value"] as? Int == 30
                }
            )
            // The file has no date of its own, and its copy in the library is as old as the import.
            #expect(!facts.contains { $0["name"] as? String == "creationDate" })
        }
    }
}
