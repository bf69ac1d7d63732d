import Foundation
import OpenPhotoKit
import Photos
import Synchronization
import TestPermits
import Testing

@testable import PhotoServer

/// Uploads.
@Suite(.permit) struct TransferTests {
    @Test func filesAreUploadedAndImported() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let known = PaintedPicture.png(width: 30, height: 20, seed: 0)
            let files = [
                ("trip/new%20one.png", PaintedPicture.png(width: 9, height: 9, seed: 200)),
                ("known.png", known), ("notes.txt", Data("no photo".utf8)),
            ]
            let (id, done) = try await Self.upload(files, serve, owner)
            #expect(done["imported"] as? Int == 1 && done["known"] as? Int == 1, "\(done)")
            let refused = try #require(done["refused"] as? [[String: Any]])
            #expect(refused.map { $0["path"] as? String } == ["notes.txt"])
            #expect(TestPhotos.all(serve.library).count == 2)
            let again = try await serve.send(
                "POST",
                "/api/uploads/\(id)/import",
                headers: owner.headers
            )
            #expect(again.status == 404)
            let left = try FileManager.default.subpathsOfDirectory(
                atPath: serve.server.folder.url.appendingPathComponent("uploads").path
            )
            #expect(left.isEmpty)
            let undone = try await serve.send(
                "POST",
                "/api/undo",
                as: owner,
                json: ["undo": done["undo"] ?? ""]
            )
            #expect(undone.json["did"] as? String == "upload", "\(undone.text)")
            #expect(undone.json["count"] as? Int == 1)
            #expect(TestPhotos.all(serve.library).count == 1)
            let redone = try await serve.send("POST", "/api/redo", as: owner, json: [:])
            #expect(redone.status == 200, "\(redone.text)")
            #expect(TestPhotos.all(serve.library).count == 2)
        }
    }

    @Test func eachEventOfAnImportHasItsList() throws {
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        _ = lines
        let folder = URL(fileURLWithPath: "/tmp/upload")
        let progress = ImportProgressLines(folder: folder, feed: feed)
        let file = folder.appendingPathComponent("a.jpg")
        progress.recordEvent(.incomplete(file, reason: "It ends in the middle."))
        progress.recordEvent(.changed(file, reason: "It was edited."))
        progress.recordEvent(.refused(file, reason: "It is empty."))
        progress.recordEvent(.other(file))
        let remarks = progress.remarks.withLock { $0 }
        #expect(remarks.damaged.map(\.message) == ["It ends in the middle."])
        #expect(remarks.remarked.map(\.message) == ["It was edited."])
        #expect(
            remarks.refused.map(\.message) == ["It is empty.", "This is no photo and no video."]
        )
        #expect(remarks.refused.map(\.path) == ["a.jpg", "a.jpg"])
    }

    /// Uploads files and imports them.
    ///
    /// - Returns: The identifier of the upload, and the last line of the answer.
    private static func upload(
        _ files: [(String, Data)],
        _ serve: ServeFixture,
        _ client: TestClient
    ) async throws -> (id: String, done: [String: Any]) {
        let begun = try await serve.send("POST", "/api/uploads", headers: client.headers)
        #expect(begun.status == 201)
        let id = try #require(begun.json["id"] as? String)
        for (path, data) in files {
            let answer = try await serve.send(
                "PUT",
                "/api/uploads/\(id)/files?path=\(path)",
                headers: client.headers,
                body: data
            )
            #expect(answer.status == 204, "\(answer.text)")
        }
        let answer = try await serve.send(
            "POST",
            "/api/uploads/\(id)/import",
            headers: client.headers
        )
        let last = try #require(answer.text.split(separator: "\n").last)
        let done = try #require(
            try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
        )
        return (id, done)
    }

    @Test func anUploadedEditStaysWithItsPhoto() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let picture = PaintedPicture.png(width: 9, height: 9, seed: 200)
            let edited = PaintedPicture.png(width: 9, height: 9, seed: 201)
            _ = try await Self.upload([("a.png", picture)], serve, owner)
            let files = [("a.png", picture), ("a-edited.png", edited)]
            let done = try await Self.upload(files, serve, owner).done
            func isEdited() -> [Bool] { TestPhotos.all(serve.library).map(\.hasAdjustments) }
            try #require(isEdited() == [true], "\(done)")
            let refused = try await serve.send(
                "POST",
                "/api/undo",
                as: owner,
                json: ["undo": done["undo"] ?? ""]
            )
            #expect(refused.status == 409, "\(refused.text)")
            // A revert would delete the file at once.
            let message = try #require(refused.json["message"] as? String, "\(refused.text)")
            #expect(message.contains("Files that came stay"), "\(message)")
            #expect(!message.contains("Revert"), "\(message)")
            #expect(isEdited() == [true])
        }
    }

    @Test func uploadsStayInTheirFolder() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let begun = try await serve.send("POST", "/api/uploads", headers: owner.headers)
            let id = try #require(begun.json["id"] as? String)
            for path in [
                "../x.png", "..%2Fx.png", "a/../../x.png", "/etc/x.png", "a//b.png", ".", "..", "",
                "a%00b.png", "x.png&path=y.png",
                String(repeating: "a", count: 256),
                Array(repeating: "a", count: 40).joined(separator: "/"),
            ] {
                let answer = try await serve.send(
                    "PUT",
                    "/api/uploads/\(id)/files?path=\(path)",
                    headers: owner.headers,
                    body: Data("x".utf8)
                )
                #expect(answer.status == 400, "\(path)")
            }
            let other = try await serve.owner()
            let (target, path) = ("/api/uploads/\(id)/files?path=x.png", "/api/uploads/\(id)")
            func put(_ client: TestClient) async throws -> Int {
                try await serve.send("PUT", target, headers: client.headers, body: Data("x".utf8))
                    .status
            }
            #expect(try await put(other) == 404)
            #expect(try await serve.send("DELETE", path, headers: other.headers).status == 204)
            // Another session's word removes nothing.
            #expect(try await put(owner) == 204)
            #expect(try await serve.send("DELETE", path, headers: owner.headers).status == 204)
            #expect(try await put(owner) == 404)
        }
    }

    @Test func halfUploadsAreNotImported() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let begun = try await serve.send("POST", "/api/uploads", headers: owner.headers)
            let id = try #require(begun.json["id"] as? String)
            let picture = PaintedPicture.png(width: 40, height: 40, seed: 3)
            let head = owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            try await offThread {
                let connection = try RawConnection(port: serve.port)
                connection.write(
                    "PUT /api/uploads/\(id)/files?path=half.png HTTP/1.1\r\nHost: \(serve.host)\r\nContent-Length: \(picture.count)\r\n\(head)\r\n"
                )
                connection.write(picture.prefix(picture.count / 2))
            }
            let folder = serve.server.folder.url.appendingPathComponent("uploads/\(id)")
            try await eventually {
                try FileManager.default.subpathsOfDirectory(atPath: folder.path).isEmpty
            }
            let done = try await serve.send(
                "POST",
                "/api/uploads/\(id)/import",
                headers: owner.headers
            )
            #expect(done.text.contains("\"imported\":0"))
        }
    }
}
