import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The question, its filter and its limit.
@Suite(.permit) struct PickQuestionTests: PickModeTests {
    @Test func theFilterCountsInEveryView() async throws {
        try await Self.run(
            Self.request {
                $0.filter = .not(.kind(.images))
            }
        ) { serve in
            let person = try await serve.owner()
            let album = try TestPhotos.album(
                "Trip",
                TestPhotos.all(serve.library),
                in: serve.library
            )
            for view in ["all", "favorites", "album:\(album)", "search:Secret", "recent"] {
                let answer = try await serve.get("/api/views/\(view)", as: person)
                #expect(answer.json["count"] as? Int == 0, "\(view): \(answer.text)")
            }
            let tree = try await serve.get("/api/albums", as: person)
            #expect(!tree.text.contains("\"cover\"") && tree.text.contains("\"count\":0"))
            let refused = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [Self.names(serve)[0]]]
            )
            #expect(refused.status == 409)
        }
        try await Self.run(
            Self.request { $0.filter = .all([.kind(.images), .not(.kind(.screenshots))]) }
        ) {
            serve in
            let person = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let album = try TestPhotos.album("Trip", [photos[2], photos[0]], in: serve.library)
            let answer = try await serve.get("/api/views/album:\(album)", as: person)
            #expect(
                answer.json["count"] as? Int == 2 && answer.json["order"] as? String == "manual"
            )
            let version = try #require(answer.json["version"] as? Int)
            let items = try await serve.get(
                "/api/views/album:\(album)/items?version=\(version)&from=0&count=5",
                as: person
            )
            let shown = (items.json["items"] as? [[String: Any]])?.compactMap {
                $0["id"] as? String
            }
            #expect(shown == [TestPhotos.uuid(photos[2]), TestPhotos.uuid(photos[0])])
            for view in ["all", "search:Secret", "recent"] {
                let answer = try await serve.get("/api/views/\(view)", as: person)
                #expect(answer.json["count"] as? Int == 4, "\(view)")
            }
        }
    }

    @Test func theQuestionStatesWhatIsAsked() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("picking-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        let url = options.library
        let names = try await offThread {
            let made = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            defer { made.close() }
            try TestPhotos.add(3, to: made)
            return TestPhotos.all(made).map(\.localIdentifier)
        }
        var request = PickRequest()
        request.application = Self.frame
        request.name = "Frame"
        request.prompt = "For the living room"
        request.limit = 2
        request.isOrdered = true
        request.search = "is:photo"
        request.preselected = ["no identifier", names[2], names[0], names[1]]
        options.pick = request
        try await ServeFixture.run(options, folder) { serve in
            try serve.library.access.set(.limited, of: Self.frame)
            let person = try await serve.owner()
            let question = try await serve.get("/api/pick", as: person).json
            #expect(question["kind"] as? String == "pick")
            #expect(question["name"] as? String == "Frame")
            #expect(question["prompt"] as? String == "For the living room")
            #expect(question["limit"] as? Int == 2 && question["ordered"] as? Bool == true)
            #expect(question["search"] as? String == "is:photo")
            #expect(question["effect"] as? String == "selection")
            #expect(
                question["preselected"] as? [String]
                    == [names[2], names[0]].map { String($0.prefix(36)) }
            )
        }
    }

    @Test func theServerEnforcesTheLimit() async throws {
        try await Self.run(Self.request { $0.limit = 2 }) { serve in
            let person = try await serve.owner()
            let names = Self.names(serve)
            let unknown = UUID().uuidString
            for (ids, status) in [
                ([], 400), (Array(names[..<3]), 409), ([names[0], names[0]], 400),
                ([names[0], unknown], 409), (["x"], 400),
            ] as [([String], Int)] {
                let answer = try await serve.send(
                    "POST",
                    "/api/pick",
                    as: person,
                    json: ["ids": ids]
                )
                #expect(answer.status == status, "\(ids) \(answer.text)")
            }
            let done = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [names[3], names[1]]]
            )
            #expect(done.status == 204)
            guard case .picked(let picks, let folder) = try await Self.outcome(serve) else {
                Issue.record("Nothing was picked.")
                return
            }
            #expect(picks.map(\.id) == [names[3] + "/L0/001", names[1] + "/L0/001"])
            #expect(folder == nil && picks.allSatisfy(\.files.isEmpty))
            let again = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [names[0]]]
            )
            #expect(again.status == 409 && again.json["error"] as? String == "over")
            #expect(try await serve.get("/api/pick", as: person).status == 409)
        }
    }
}
