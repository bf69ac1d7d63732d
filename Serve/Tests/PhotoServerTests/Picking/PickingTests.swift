import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Testing

@testable import PhotoServer

/// A server in pick mode, asked over HTTP.
struct PickingTests {
    private static let frame = "org.example.frame"

    private static func run(
        photos: Int = 4,
        _ request: PickRequest = PickRequest(),
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: photos, prepare: { $0.pick = request }, test)
    }

    private static func request(_ change: (inout PickRequest) -> Void) -> PickRequest {
        var request = PickRequest()
        change(&request)
        return request
    }

    private static func names(_ serve: ServeFixture) -> [String] {
        TestPhotos.all(serve.library).map(TestPhotos.uuid)
    }

    private static func status(_ serve: ServeFixture) throws -> PHAuthorizationStatus? {
        try serve.library.access.decisions().first { $0.application == frame }?.readWrite
    }

    private static func outcome(_ serve: ServeFixture) async throws -> PickOutcome {
        let session = try #require(serve.server.pick)
        try await eventually { session.isOver }
        // Without this, a question that nobody answered would hold up the test for ever.
        try #require(session.isOver)
        return await session.outcome()
    }

    // MARK: Rights of the session

    @Test func theSessionLooksAndPicksAndNothingElse() async throws {
        try await Self.run { serve in
            let person = try await serve.owner()
            let id = Self.names(serve)[0]
            let (_, routes) = Routes.make(serve.server)
            for route in routes where !PickSession.routes.contains("\(route.method) \(route.path)")
            {
                let path = route.path.replacing("{id}", with: id).replacing("{view}", with: "all")
                    .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
                let answer = try await serve.send(
                    route.method,
                    path,
                    as: person,
                    json: ["do": "delete", "on": ["ids": [id]], "confirm": true]
                )
                #expect(answer.status == 404, "\(route)")
            }
            #expect(TestPhotos.all(serve.library).count == 4)
            let session = try await serve.get("/api/session", as: person).json
            #expect(session["isPicker"] as? Bool == true && session["readOnly"] as? Bool == true)
            #expect(session["canDownloadOriginals"] as? Bool == false)
            #expect(try await serve.get("/api/views/all", as: person).json["count"] as? Int == 4)
        }
    }

    @Test func thePageOfTheLibraryHasNoQuestion() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            for name in PickSession.ownRoutes {
                let parts = name.split(separator: " ").map(String.init)
                let answer = try await serve.send(parts[0], parts[1], as: owner, json: [:])
                #expect(answer.status == 404, "\(name)")
            }
        }
    }

    @Test func hiddenAndDeletedPhotosAreNotShown() async throws {
        try await Self.run { serve in
            let all = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: all[0]).isHidden = true
                PHAssetChangeRequest.deleteAssets([all[1]] as NSArray)
            }
            let person = try await serve.owner()
            let names = all.map(TestPhotos.uuid)
            for view in ["hidden", "trash"] {
                #expect(try await serve.get("/api/views/\(view)", as: person).status == 404)
            }
            for name in names[..<2] {
                for path in ["/preview/1.1/\(name)/grid.jpg", "/photos/\(name)/picture"] {
                    #expect(try await serve.get(path, as: person).status == 404)
                }
                let answer = try await serve.send(
                    "POST",
                    "/api/pick",
                    as: person,
                    json: ["ids": [name]]
                )
                #expect(answer.status == 409, "\(answer.text)")
            }
            let shown = try await serve.get("/preview/1.1/\(names[2])/grid.jpg", as: person)
            #expect(shown.status == 200)
        }
    }

    @Test func theCookieIsNotThatOfTheLibrarysPage() async throws {
        try await Self.run { serve in
            let cookie = try #require(try await serve.owner().headers["Cookie"])
            #expect(cookie.hasPrefix("photokit-pick-"))
        }
    }

    // MARK: The question

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

    // MARK: Clients

    @Test func aLimitedClientsSelectionGrows() async throws {
        try await Self.run(Self.request { $0.application = Self.frame }) { serve in
            let names = Self.names(serve)
            try serve.library.access.set(.limited, of: Self.frame)
            try serve.library.access.select([names[0] + "/L0/001"], for: Self.frame)
            let person = try await serve.owner()
            let answer = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [names[2]]]
            )
            #expect(answer.status == 204)
            let selection = try serve.library.access.selection(of: Self.frame)
            #expect(Set(selection) == [names[0] + "/L0/001", names[2] + "/L0/001"])
            #expect(try Self.status(serve) == .limited)
        }
    }

    @Test func anUndecidedClientBecomesLimited() async throws {
        try await Self.run(Self.request { $0.application = Self.frame }) { serve in
            try serve.library.access.setPolicy(.notDetermined)
            let names = Self.names(serve)
            let person = try await serve.owner()
            // A refused answer decides nothing.
            _ = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [UUID().uuidString]]
            )
            #expect(try Self.status(serve) == nil)
            let answer = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [names[1]]]
            )
            #expect(answer.status == 204)
            #expect(try Self.status(serve) == .limited)
            #expect(try serve.library.access.selection(of: Self.frame) == [names[1] + "/L0/001"])
        }
    }

    @Test func aFullClientKeepsItsAccess() async throws {
        try await Self.run(Self.request { $0.application = Self.frame }) { serve in
            try serve.library.access.set(.authorized, of: Self.frame)
            let person = try await serve.owner()
            let name = Self.names(serve)[1]
            #expect(
                try await serve.get("/api/pick", as: person).json["effect"] as? String
                    == "identifiers"
            )
            _ = try await serve.send("POST", "/api/pick", as: person, json: ["ids": [name]])
            #expect(try Self.status(serve) == .authorized)
            guard case .picked(let picks, _) = try await Self.outcome(serve) else {
                Issue.record("Nothing was picked.")
                return
            }
            #expect(picks.map(\.id) == [name + "/L0/001"])
        }
    }

    @Test func aDeniedClientGetsCopiesAndNothingElse() async throws {
        let copies = FileManager.default.temporaryDirectory
            .appendingPathComponent("copies-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copies) }
        let application = Self.frame
        try await Self.run(
            Self.request {
                $0.application = application
                $0.limit = 0
                $0.copies = copies.path
            }
        ) { serve in
            try serve.library.access.set(.denied, of: Self.frame)
            try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
            let taken = copies.appendingPathComponent("Secret name 1.png")
            try Data("mine".utf8).write(to: taken)
            let names = Self.names(serve)
            let person = try await serve.owner()
            let answer = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [names[3], names[1]]]
            )
            #expect(answer.status == 204, "\(answer.text)")
            guard case .picked(let picks, let folder) = try await Self.outcome(serve) else {
                Issue.record("Nothing was picked.")
                return
            }
            #expect(picks.allSatisfy { $0.id == nil })
            #expect(folder.map { URL(fileURLWithPath: $0).path } == copies.path)
            #expect(
                picks.flatMap(\.files).map { ($0 as NSString).lastPathComponent }
                    == ["Secret name 3.png", "Secret name 1 (2).png"]
            )
            #expect(try Data(contentsOf: taken) == Data("mine".utf8))
            let painted = PaintedPicture.png(width: 31, height: 20, seed: 1)
            #expect(FileManager.default.contents(atPath: picks[1].files[0]) == painted)
            #expect(try Self.status(serve) == .denied)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: copies.path).count == 3
            )
        }
    }

    @Test func copiesShowTheEditUnderTheOriginalName() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("edited-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        let url = options.library
        try await offThread {
            let made = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            try TestPhotos.add(1, to: made)
            made.close()
        }
        try await ServeFixture.run(options, folder) { serve in
            let answer = try await serve.send(
                "POST",
                "/api/actions",
                as: try await serve.owner(),
                json: ["do": "rotate", "on": ["ids": Self.names(serve)], "degrees": 90]
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        options.pick = PickRequest()
        options.pick?.copies = folder.appendingPathComponent("copies").path
        try await ServeFixture.run(options, folder) { serve in
            let person = try await serve.owner()
            let ids = Self.names(serve)
            let answer = try await serve.send("POST", "/api/pick", as: person, json: ["ids": ids])
            #expect(answer.status == 204, "\(answer.text)")
            guard case .picked(let picks, _) = try await Self.outcome(serve) else {
                Issue.record("Nothing was picked.")
                return
            }
            let path = try #require(picks.first?.files.first)
            #expect(picks[0].files.count == 1 && picks[0].id == ids[0] + "/L0/001")
            #expect((path as NSString).lastPathComponent == "Secret name 0.jpeg")
            // A JPEG, and not the PNG of the original.
            #expect(FileManager.default.contents(atPath: path)?.prefix(2) == Data([0xFF, 0xD8]))
        }
    }

    @Test func copiesStayOutsideOfLibraries() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("inside-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        options.pick = PickRequest()
        options.pick?.copies = options.library.path + "/originals"
        let url = options.library
        try await offThread {
            let made = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            try TestPhotos.add(1, to: made)
            made.close()
        }
        try await ServeFixture.run(options, folder) { serve in
            let person = try await serve.owner()
            let answer = try await serve.send(
                "POST",
                "/api/pick",
                as: person,
                json: ["ids": [Self.names(serve)[0]]]
            )
            #expect(answer.status == 409 && answer.json["error"] as? String == "inside-library")
            #expect(!(try #require(serve.server.pick).isOver))
        }
    }

    // MARK: Ends

    @Test func thePersonCancels() async throws {
        try await Self.run(Self.request { $0.application = Self.frame }) { serve in
            try serve.library.access.setPolicy(.notDetermined)
            let person = try await serve.owner()
            #expect(
                try await serve.send("DELETE", "/api/pick", as: person, json: [:]).status == 204
            )
            guard case .cancelled(.person) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
            #expect(try Self.status(serve) == nil)
        }
    }

    @Test func nobodyOpensThePage() async throws {
        try await Self.run(Self.request { $0.wait = 300 }) { serve in
            serve.clock.advance(299)
            let session = try #require(serve.server.pick)
            session.pulse(isFollowing: false, at: serve.clock.clock.seconds)
            #expect(!session.isOver)
            serve.clock.advance(1)
            guard case .cancelled(.nobodyCame) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
        }
    }

    @Test func thePageIsClosed() async throws {
        try await Self.run { serve in
            let person = try await serve.owner()
            _ = try await serve.get("/api/pick", as: person)
            let session = try #require(serve.server.pick)
            let left = try await serve.send("POST", "/api/pick/leave", as: person, json: [:])
            #expect(left.status == 204)
            // A reload asks again.
            serve.clock.advance(4)
            _ = try await serve.get("/api/pick", as: person)
            serve.clock.advance(4)
            session.pulse(isFollowing: false, at: serve.clock.clock.seconds)
            #expect(!session.isOver)
            _ = try await serve.send("POST", "/api/pick/leave", as: person, json: [:])
            serve.clock.advance(5)
            guard case .cancelled(.pageClosed) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
        }
    }
}
