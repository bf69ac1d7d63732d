import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The effect of picks on the program that asked.
@Suite(.permit) struct PickClientTests: PickModeTests {
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

    @Test func copiesOfLivePhotosAreAPictureAndAMovie() async throws {
        let copies = FileManager.default.temporaryDirectory
            .appendingPathComponent("live-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copies) }
        try await Self.run(photos: 0, Self.request { $0.copies = copies.path }) { serve in
            let picture = PaintedPicture.png(width: 30, height: 20, seed: 1)
            let movie = TestMovie.mp4(video: "avc1")
            try serve.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (type, data, name) in [
                    (PHAssetResourceType.photo, picture, "IMG_1.png"),
                    (.pairedVideo, movie, "IMG_1.mp4"),
                ] {
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    request.addResource(with: type, data: data, options: options)
                }
            }
            let person = try await serve.owner()
            let ids = Self.names(serve)
            let played = try await serve.get("/photos/\(ids[0])/movie?live=1", as: person)
            #expect(played.status == 200 && played.body == movie)
            let answer = try await serve.send("POST", "/api/pick", as: person, json: ["ids": ids])
            #expect(answer.status == 204, "\(answer.text)")
            guard case .picked(let picks, _) = try await Self.outcome(serve) else {
                Issue.record("Nothing was picked.")
                return
            }
            let files = try #require(picks.first?.files)
            #expect(files.map { ($0 as NSString).lastPathComponent } == ["IMG_1.png", "IMG_1.mp4"])
            #expect(files.map { FileManager.default.contents(atPath: $0) } == [picture, movie])
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
}
