import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Duplicates on the page.
@Suite(.permit) struct DuplicateTests {
    /// Runs a test with three photos and a copy of the first one, with words of its own in an album.
    private static func run(
        _ test: @escaping @Sendable (ServeFixture, TestClient) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: 3) { serve in
            try serve.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "copy.png"
                let picture = PaintedPicture.png(width: 30, height: 20, seed: 0)
                request.addResource(with: .photo, data: picture, options: options)
                request.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
                request.caption = "From the other card"
                request.addKeyword("lake")
            }
            let copy = try #require(TestPhotos.all(serve.library).last)
            _ = try TestPhotos.album("Lakes", [copy], in: serve.library)
            try await test(serve, try await serve.owner())
        }
    }

    private static func search(_ serve: ServeFixture, _ owner: TestClient) async throws -> Answer {
        let begun = try await serve.send(
            "POST",
            "/api/duplicates",
            as: owner,
            json: ["kind": "bytes"]
        )
        #expect(begun.status == 204, "\(begun.text)")
        try await eventually {
            try await serve.get("/api/duplicates", as: owner).json["phase"] as? String == "done"
        }
        return try await serve.get("/api/duplicates", as: owner)
    }

    private static func groups(_ answer: Answer) -> [[String: Any]] {
        answer.json["groups"] as? [[String: Any]] ?? []
    }

    @Test func groupsAreFoundMergedAndTakenBack() async throws {
        try await Self.run { serve, owner in
            let before = try await serve.get("/api/duplicates", as: owner)
            #expect(before.json["phase"] as? String == "none" && Self.groups(before).isEmpty)
            let found = try await Self.search(serve, owner)
            #expect(found.json["compared"] as? Int == 4 && found.json["count"] as? Int == 1)
            let group = try #require(Self.groups(found).first)
            let members = try #require(group["members"] as? [[String: Any]])
            let photos = TestPhotos.all(serve.library)
            let (kept, copy) = (photos[0], photos[3])
            let ids = members.map { ($0["item"] as? [String: Any])?["id"] as? String }
            #expect(ids == [TestPhotos.uuid(kept), TestPhotos.uuid(copy)])
            #expect(members[0]["kind"] == nil && members[1]["kind"] as? String == "bytes")
            #expect(members[1]["reason"] as? String == "addedEarlier")
            #expect(members[1]["keywords"] as? [String] == ["lake"])
            #expect(members[1]["albums"] as? [String] == ["Lakes"])
            let gets = try #require(group["gets"] as? [String: Any])
            #expect(gets["caption"] as? String == "From the other card")
            #expect(gets["albums"] as? [String] == ["Lakes"] && gets["removed"] as? Int == 1)

            let merged = try await serve.send(
                "POST",
                "/api/duplicates/merge",
                as: owner,
                json: ["group": TestPhotos.uuid(kept)]
            )
            #expect(merged.status == 200 && merged.json["count"] as? Int == 1, "\(merged.text)")
            let all = TestPhotos.all(serve.library)
            #expect(all.map(TestPhotos.uuid) == photos[0..<3].map(TestPhotos.uuid))
            #expect(all[0].extendedMetadata.caption == "From the other card")
            #expect(all[0].extendedMetadata.keywords == ["lake"])
            let after = try await serve.get("/api/duplicates", as: owner)
            #expect(after.json["count"] as? Int == 0 && Self.groups(after).isEmpty)

            // Taken back, everything is as it was, and the group is there again.
            let undo = try #require(merged.json["undo"] as? String)
            let back = try await serve.send("POST", "/api/undo", as: owner, json: ["undo": undo])
            #expect(back.status == 200, "\(back.text)")
            let again = TestPhotos.all(serve.library)
            #expect(again.map(TestPhotos.uuid) == photos.map(TestPhotos.uuid))
            #expect(again[0].extendedMetadata.caption == nil)
            #expect(again[0].extendedMetadata.keywords == [])
            let shown = try await serve.get("/api/duplicates", as: owner)
            #expect(shown.json["count"] as? Int == 1)
            let second = try await serve.send(
                "POST",
                "/api/duplicates/merge",
                as: owner,
                json: ["group": TestPhotos.uuid(kept)]
            )
            #expect(second.status == 200, "\(second.text)")
        }
    }

    @Test func whatHasChangedSinceIsNotMerged() async throws {
        try await Self.run { serve, owner in
            _ = try await Self.search(serve, owner)
            let photos = TestPhotos.all(serve.library)
            func merge(_ group: String) async throws -> Answer {
                try await serve.send(
                    "POST",
                    "/api/duplicates/merge",
                    as: owner,
                    json: ["group": group]
                )
            }
            #expect(try await merge(TestPhotos.uuid(photos[1])).status == 404)
            #expect(try await merge("x").status == 400)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[3]).isHidden = true
            }
            // A hidden photo is in no group with a visible one.
            let shown = try await serve.get("/api/duplicates", as: owner)
            #expect(Self.groups(shown).isEmpty)
            let refused = try await merge(TestPhotos.uuid(photos[0]))
            #expect(refused.status == 409, "\(refused.text)")
            #expect(TestPhotos.all(serve.library).count == 3)
        }
    }

    private static func post(
        _ path: String,
        _ json: [String: any Sendable],
        _ serve: ServeFixture,
        as owner: TestClient
    ) async throws -> Answer {
        try await serve.send("POST", "/api/duplicates/\(path)", as: owner, json: json)
    }

    private static func memberNames(_ group: [String: Any]) -> [String?] {
        (group["members"] as? [[String: Any]] ?? []).map {
            ($0["item"] as? [String: Any])?["id"] as? String
        }
    }

    @Test func aPersonChoosesThePhotoThatStays() async throws {
        try await Self.run { serve, owner in
            _ = try await Self.search(serve, owner)
            let photos = TestPhotos.all(serve.library)
            let (best, copy) = (TestPhotos.uuid(photos[0]), TestPhotos.uuid(photos[3]))
            let chosen = try await Self.post(
                "keeper",
                ["group": best, "photo": copy],
                serve,
                as: owner
            )
            #expect(chosen.status == 204, "\(chosen.text)")
            let shown = try await serve.get("/api/duplicates", as: owner)
            let group = try #require(Self.groups(shown).first)
            // The group keeps its name.
            #expect(group["id"] as? String == best)
            #expect(Self.memberNames(group) == [copy, best])
            // What the copy has already it does not get.
            let gets = try #require(group["gets"] as? [String: Any])
            #expect(gets["caption"] == nil && gets["albums"] as? [String] == [])
            #expect(gets["removed"] as? Int == 1)
            for (photo, status) in [(TestPhotos.uuid(photos[1]), 404), ("x", 400)] {
                let json = ["group": best, "photo": photo]
                #expect(try await Self.post("keeper", json, serve, as: owner).status == status)
            }
            let json = ["group": copy, "photo": best]
            #expect(try await Self.post("keeper", json, serve, as: owner).status == 404)
            let merged = try await Self.post("merge", ["group": best], serve, as: owner)
            #expect(merged.status == 200, "\(merged.text)")
            let left = TestPhotos.all(serve.library).map(TestPhotos.uuid)
            #expect(Set(left) == Set(photos[1...3].map(TestPhotos.uuid)))
        }
    }

    @Test func whatAPersonCallsDifferentIsNoGroupAnyMore() async throws {
        try await Self.run { serve, owner in
            _ = try await Self.search(serve, owner)
            let best = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let said = try await Self.post("different", ["group": best], serve, as: owner)
            #expect(said.status == 200 && said.json["count"] as? Int == 2, "\(said.text)")
            #expect(Self.groups(try await serve.get("/api/duplicates", as: owner)).isEmpty)
            #expect(try serve.library.differentAssets().count == 1)
            #expect(Self.groups(try await Self.search(serve, owner)).isEmpty)
            // A search that knows the pair has nothing to take back.
            let json: [String: any Sendable] = ["group": best, "isDifferent": false]
            #expect(try await Self.post("different", json, serve, as: owner).status == 404)
        }
    }

    @Test func whatAPersonCalledDifferentIsTakenBack() async throws {
        try await Self.run { serve, owner in
            _ = try await Self.search(serve, owner)
            let best = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            _ = try await Self.post("different", ["group": best], serve, as: owner)
            let json: [String: any Sendable] = ["group": best, "isDifferent": false]
            #expect(try await Self.post("different", json, serve, as: owner).status == 200)
            #expect(try serve.library.differentAssets().isEmpty)
            #expect(Self.groups(try await serve.get("/api/duplicates", as: owner)).count == 1)
            let merged = try await Self.post("merge", ["group": best], serve, as: owner)
            #expect(merged.status == 200, "\(merged.text)")
        }
    }

    @Test func allGroupsOfAKindAreOneChange() async throws {
        try await Self.run { serve, owner in
            for seed in 1...2 {
                try serve.library.performChangesAndWait {
                    let picture = PaintedPicture.png(
                        width: 30 + seed,
                        height: 20,
                        seed: UInt8(seed)
                    )
                    PHAssetCreationRequest.forAsset()
                        .addResource(with: .photo, data: picture, options: nil)
                }
            }
            let before = TestPhotos.all(serve.library).map(TestPhotos.uuid)
            let found = try await Self.search(serve, owner)
            let kinds = try #require(found.json["kinds"] as? [[String: Any]])
            #expect(kinds.map { $0["kind"] as? String } == ["bytes"])
            #expect(kinds[0]["groups"] as? Int == 3 && kinds[0]["others"] as? Int == 3)
            let both = ["kind": "bytes", "group": before[0]]
            for json in [["kind": "pixels"], ["kind": "other"], [:], both] {
                let answer = try await Self.post("merge", json, serve, as: owner)
                #expect([400, 404].contains(answer.status), "\(json)")
            }
            let merged = try await Self.post("merge", ["kind": "bytes"], serve, as: owner)
            #expect(merged.status == 200, "\(merged.text)")
            #expect(merged.json["groups"] as? Int == 3 && merged.json["count"] as? Int == 3)
            #expect(merged.json["left"] as? Int == 0)
            #expect(TestPhotos.all(serve.library).count == 3)
            let undo = try #require(merged.json["undo"] as? String)
            let back = try await serve.send("POST", "/api/undo", as: owner, json: ["undo": undo])
            #expect(back.status == 200, "\(back.text)")
            #expect(TestPhotos.all(serve.library).map(TestPhotos.uuid) == before)
        }
    }

    @Test func groupsThatDoNotFitIntoOneChangeStay() async throws {
        try await Self.run { serve, _ in
            // A second pair beside that of `run`.
            try serve.library.performChangesAndWait {
                let picture = PaintedPicture.png(width: 31, height: 20, seed: 1)
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: picture, options: nil)
            }
            let library = serve.library
            let assets = library.withCurrent { PHAsset.fetchAssets(with: nil) }
            let groups = try await library.duplicateGroups(.bytes, among: assets).groups
            #expect(groups.count == 2)
            try library.withCurrent {
                let all = try DuplicateMerging(of: groups, in: library)
                #expect(all.merges.count == 2 && all.left == 0 && all.problem == nil)
                let some = try DuplicateMerging(of: groups, in: library, mostObjects: 3)
                #expect(some.merges.map(\.kept) == [groups[0].first] && some.left == 1)
                #expect(some.problem?.code == Problem.manyGroups.code)
                // A single group always fits.
                let one = try DuplicateMerging(of: groups, in: library, mostObjects: 1)
                #expect(one.merges.count == 1 && one.left == 1)
            }
        }
    }

    @Test func deletedPhotosOfAGroupAreNotCalledDifferent() async throws {
        try await Self.run { serve, owner in
            try serve.library.performChangesAndWait {
                let picture = PaintedPicture.png(width: 30, height: 20, seed: 0)
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, data: picture, options: nil)
            }
            let photos = TestPhotos.all(serve.library)
            _ = try await Self.search(serve, owner)
            let gone = try #require(
                photos.first { $0.creationDate == Date(timeIntervalSince1970: 1_700_000_000) }
            )
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([gone] as NSArray)
            }
            let shown = try await serve.get("/api/duplicates", as: owner)
            let group = try #require(Self.groups(shown).first?["id"] as? String)
            let said = try await Self.post("different", ["group": group], serve, as: owner)
            #expect(said.status == 200 && said.json["count"] as? Int == 2, "\(said.text)")
            #expect(try serve.library.differentAssets().count == 1)
        }
    }

    @Test func wrongQuestionsAreRefused() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let kind = ["kind": "other"]
            let answer = try await serve.send("POST", "/api/duplicates", as: owner, json: kind)
            #expect(answer.status == 400)
            for query in ["count=0", "count=51", "from=-1", "from=x"] {
                #expect(try await serve.get("/api/duplicates?\(query)", as: owner).status == 400)
            }
            let end = try await serve.send("DELETE", "/api/duplicates", headers: owner.headers)
            #expect(end.status == 204)
        }
    }
}
