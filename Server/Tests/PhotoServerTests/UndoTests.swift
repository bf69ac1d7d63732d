import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Undo of deleted albums and of edits, and after a restart.
@Suite(.permit) struct UndoTests {
    private static func act(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ verb: String,
        _ more: [String: Any] = [:]
    ) async throws -> Answer {
        let photo = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
        let json: [String: Any] = ["do": verb, "on": ["ids": [photo]]]
        let answer = try await serve.send(
            "POST",
            "/api/actions",
            as: client,
            json: json.merging(more) { $1 }
        )
        #expect(answer.status == 200, "\(verb) \(answer.text)")
        return answer
    }

    private static func reverse(
        _ word: String,
        _ serve: ServeFixture,
        _ client: TestClient,
        _ answer: Answer
    ) async throws -> Answer {
        try await serve.send(
            "POST",
            "/api/\(word)",
            as: client,
            json: [word: answer.json[word] ?? "missing"]
        )
    }

    // MARK: Albums

    /// The identifiers of all photos of an album, also of hidden ones, in their order.
    private static func members(of album: PHAssetCollection) -> [String] {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        let found = PHAsset.fetchAssets(in: album, options: options)
        return found.objects(at: IndexSet(0..<found.count)).map(\.localIdentifier)
    }

    /// All albums and folders with their photos, as text.
    private static func tree(_ serve: ServeFixture) -> String {
        let photos = TestPhotos.all(serve.library)
        func text(_ collection: PHCollection) -> String {
            let title = collection.localizedTitle ?? ""
            if let list = collection as? PHCollectionList {
                return "\(title)(\(AlbumTree.children(of: list).map(text).joined(separator: " ")))"
            }
            guard let album = collection as? PHAssetCollection else { return "" }
            let numbers = members(of: album).map { member in
                photos.firstIndex { $0.localIdentifier == member } ?? -1
            }
            return "\(title)\(numbers)"
        }
        return serve.library.withCurrent {
            AlbumTree.children(of: nil).map(text).joined(separator: " ")
        }
    }

    private static func delete(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ id: String
    ) async throws -> Answer {
        try await serve.send("DELETE", "/api/albums/\(id)", headers: client.headers)
    }

    private static func make(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ title: String,
        _ kind: String,
        _ parent: String? = nil
    ) async throws -> String {
        var json = ["title": title, "kind": kind]
        json["parent"] = parent
        let made = try await serve.send("POST", "/api/albums", as: client, json: json)
        return try #require(made.json["id"] as? String, "\(made.text)")
    }

    private static func fill(_ serve: ServeFixture, _ album: String, _ numbers: [Int]) throws {
        let photos = TestPhotos.all(serve.library)
        try serve.library.withCurrent {
            let collection = try #require(ViewFetch.album(album))
            try serve.library.performChangesAndWait {
                PHAssetCollectionChangeRequest(for: collection)?
                    .addAssets(numbers.map { photos[$0] })
            }
        }
    }

    @Test func deletedAlbumsComeBackWithPhotosAndPlace() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let owner = try await serve.owner()
            let folder = try await Self.make(serve, owner, "F", "folder")
            _ = try await Self.make(serve, owner, "A", "album", folder)
            let second = try await Self.make(serve, owner, "B", "album", folder)
            _ = try await Self.make(serve, owner, "C", "album", folder)
            try Self.fill(serve, second, [3, 1, 4])
            let renamed = try await serve.send(
                "PATCH",
                "/api/albums/\(second)",
                as: owner,
                json: ["title": "B2"]
            )
            let before = "F(A[] B2[3, 1, 4] C[])"
            #expect(Self.tree(serve) == before)
            let done = try await Self.delete(serve, owner, second)
            #expect(done.status == 200 && done.json["undo"] != nil, "\(done.text)")
            #expect(Self.tree(serve) == "F(A[] C[])")
            let undone = try await Self.reverse("undo", serve, owner, done)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(Self.tree(serve) == before)
            let redone = try await Self.reverse("redo", serve, owner, undone)
            #expect(redone.status == 200, "\(redone.text)")
            #expect(Self.tree(serve) == "F(A[] C[])")
            #expect(try await Self.reverse("undo", serve, owner, redone).status == 200)
            #expect(Self.tree(serve) == before)
            // The album has another identifier now, and earlier steps still find it.
            let older = try await Self.reverse("undo", serve, owner, renamed)
            #expect(older.status == 200, "\(older.text)")
            #expect(Self.tree(serve) == "F(A[] B[3, 1, 4] C[])")
        }
    }

    @Test func deletedAlbumsComeBackWithTheirHiddenPhotos() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let owner = try await serve.owner()
            let album = try await Self.make(serve, owner, "A", "album")
            try Self.fill(serve, album, [3, 1, 4, 0])
            let photos = TestPhotos.all(serve.library)
            let hide = { (isHidden: Bool) in
                try serve.library.performChangesAndWait {
                    for number in [3, 4] {
                        PHAssetChangeRequest(for: photos[number]).isHidden = isHidden
                    }
                }
            }
            try hide(true)
            // A photo comes back to its place, which counts the hidden ones.
            let collection = try #require(serve.library.withCurrent { ViewFetch.album(album) })
            let removed = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: [
                    "do": "removeFromAlbum", "album": album,
                    "on": ["ids": [TestPhotos.uuid(photos[1])]],
                ]
            )
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await Self.reverse("undo", serve, owner, removed).status == 200)
            let order = { (collection: PHAssetCollection) in
                serve.library.withCurrent { Self.members(of: collection) }
            }
            let before = [3, 1, 4, 0].map { photos[$0].localIdentifier }
            #expect(order(collection) == before)
            let done = try await Self.delete(serve, owner, album)
            #expect(try await Self.reverse("undo", serve, owner, done).status == 200)
            try hide(false)
            #expect(Self.tree(serve) == "A[3, 1, 4, 0]")
        }
    }

    @Test func whatOthersPutIntoAnAlbumSinceIsNotTakenAway() async throws {
        try await ServeFixture.run(photos: 3) { serve in
            let owner = try await serve.owner()
            let made = try await serve.send(
                "POST",
                "/api/albums",
                as: owner,
                json: ["title": "A", "kind": "album"]
            )
            let album = try #require(made.json["id"] as? String)
            try Self.fill(serve, album, [2, 1])
            let refused = try await Self.reverse("undo", serve, owner, made)
            #expect(refused.status == 409, "\(refused.text)")
            #expect(Self.tree(serve) == "A[2, 1]")
        }
    }

    @Test func deletedFoldersComeBackWithTheirContent() async throws {
        try await ServeFixture.run(photos: 4) { serve in
            let owner = try await serve.owner()
            let outer = try await Self.make(serve, owner, "F", "folder")
            let inner = try await Self.make(serve, owner, "G", "folder", outer)
            let album = try await Self.make(serve, owner, "A", "album", inner)
            _ = try await Self.make(serve, owner, "B", "album", outer)
            _ = try await Self.make(serve, owner, "Z", "album")
            try Self.fill(serve, album, [2, 0])
            let before = "F(G(A[2, 0]) B[]) Z[]"
            #expect(Self.tree(serve) == before)
            let done = try await Self.delete(serve, owner, outer)
            #expect(Self.tree(serve) == "Z[]")
            let undone = try await Self.reverse("undo", serve, owner, done)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(Self.tree(serve) == before)
            let redone = try await Self.reverse("redo", serve, owner, undone)
            #expect(Self.tree(serve) == "Z[]")
            #expect(try await Self.reverse("undo", serve, owner, redone).status == 200)
            #expect(Self.tree(serve) == before)
        }
    }

    // MARK: Edits

    private static func look(_ serve: ServeFixture) -> [Int] {
        let photo = TestPhotos.all(serve.library)[0]
        return [photo.pixelWidth, photo.pixelHeight, photo.hasAdjustments ? 1 : 0]
    }

    @Test func editsAreUndoneOneAfterTheOther() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let area: [String: Any] = ["x": 0, "y": 0.5, "width": 0.5, "height": 0.5]
            #expect(Self.look(serve) == [30, 20, 0])
            let turned = try await Self.act(serve, owner, "rotate", ["degrees": 90])
            #expect(Self.look(serve) == [20, 30, 1])
            let cropped = try await Self.act(serve, owner, "crop", area)
            #expect(Self.look(serve) == [10, 15, 1])
            let reverted = try await Self.act(serve, owner, "revert")
            #expect(Self.look(serve) == [30, 20, 0])
            var redo: [Answer] = []
            for (step, expected) in [
                (reverted, [10, 15, 1]), (cropped, [20, 30, 1]), (turned, [30, 20, 0]),
            ] {
                let undone = try await Self.reverse("undo", serve, owner, step)
                #expect(undone.status == 200, "\(undone.text)")
                #expect(Self.look(serve) == expected)
                redo.append(undone)
            }
            for (step, expected) in zip(
                redo.reversed(),
                [[20, 30, 1], [10, 15, 1], [30, 20, 0]]
            ) {
                let redone = try await Self.reverse("redo", serve, owner, step)
                #expect(redone.status == 200, "\(redone.text)")
                #expect(Self.look(serve) == expected)
            }
        }
    }

    /// Edits the photo as another program does.
    private static func editElsewhere(_ serve: ServeFixture) async throws {
        let photo = TestPhotos.all(serve.library)[0]
        let picture = try #require(
            UIImage(data: PaintedPicture.png(width: 8, height: 6, seed: 9))?
                .jpegData(compressionQuality: 0.9)
        )
        let library = serve.library
        try await offThread {
            let done = DispatchSemaphore(value: 0)
            let failure = Box<String?>(nil)
            photo.requestContentEditingInput(with: nil) { input, _ in
                defer { done.signal() }
                guard let input else { return failure.set("There is no input.") }
                let output = PHContentEditingOutput(contentEditingInput: input)
                output.adjustmentData = PHAdjustmentData(
                    formatIdentifier: "org.example.other",
                    formatVersion: "1",
                    data: Data("x".utf8)
                )
                do {
                    try picture.write(to: output.renderedContentURL)
                    try library.performChangesAndWait {
                        PHAssetChangeRequest(for: photo).contentEditingOutput = output
                    }
                } catch { failure.set("\(error)") }
            }
            done.wait()
            #expect(failure.value == nil)
        }
    }

    @Test func anEditOfAnotherProgramComesBackWhileItsFilesAreThere() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            try await Self.editElsewhere(serve)
            #expect(Self.look(serve) == [8, 6, 1])
            let turned = try await Self.act(serve, owner, "rotate", ["degrees": 90])
            #expect(Self.look(serve) == [6, 8, 1])
            let undone = try await Self.reverse("undo", serve, owner, turned)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(Self.look(serve) == [8, 6, 1])
            // A revert removes the files of both edits, so it stays.
            let reverted = try await Self.act(serve, owner, "revert")
            #expect(Self.look(serve) == [30, 20, 0])
            let refused = try await Self.reverse("undo", serve, owner, reverted)
            #expect(refused.status == 409)
            #expect((refused.json["message"] as? String)?.contains("files") == true)
            #expect(Self.look(serve) == [30, 20, 0])
        }
    }

    // MARK: Restart

    @Test func stepsSurviveARestart() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("undo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        let (url, state) = (options.library, folder.appendingPathComponent("state"))
        try await offThread {
            let made = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            try TestPhotos.add(3, to: made)
            made.close()
        }
        let final = options
        let memory = Box<(TestClient, [Answer])?>(nil)
        try await FewAtOnce.run {
            try await ServeFixture.run(final, folder) { serve in
                let owner = try await serve.owner()
                let turned = try await Self.act(serve, owner, "rotate", ["degrees": 90])
                let first = try await Self.act(serve, owner, "set", ["caption": "Secret one"])
                let second = try await Self.act(serve, owner, "set", ["caption": "Secret two"])
                #expect(try await Self.reverse("undo", serve, owner, second).status == 200)
                let album = try await Self.make(serve, owner, "Secret album", "album")
                try Self.fill(serve, album, [2, 1])
                let removed = try await Self.delete(serve, owner, album)
                memory.set((owner, [removed, first, turned]))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
            #expect(names.filter { $0.hasPrefix("undo-") }.count > 3)
            for name in names {
                let path = state.appendingPathComponent(name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                let text = String(
                    decoding: FileManager.default.contents(atPath: path) ?? Data(),
                    as: UTF8.self
                )
                #expect(!text.contains("Secret"), "\(name)")
            }
            try await ServeFixture.run(final, folder) { serve in
                let (before, steps) = try #require(memory.value)
                var owner = before
                owner.headers["Origin"] = serve.origin
                for step in steps {
                    let undone = try await Self.reverse("undo", serve, owner, step)
                    #expect(undone.status == 200, "\(undone.text)")
                }
                #expect(Self.tree(serve) == "Secret album[2, 1]")
                #expect(Self.look(serve) == [30, 20, 0])
                #expect(TestPhotos.all(serve.library)[0].extendedMetadata.caption == nil)
                // Another session cannot use the steps, and the end of the session removes them.
                let other = try await serve.owner()
                let stranger = try await Self.act(serve, owner, "favorite")
                #expect(try await Self.reverse("undo", serve, other, stranger).status == 409)
                #expect(
                    try await serve.send("DELETE", "/api/session", headers: owner.headers).status
                        == 204
                )
                let left = try FileManager.default.contentsOfDirectory(atPath: state.path)
                #expect(left.filter { $0.hasPrefix("undo-") } == [])
            }
        }
    }
}
