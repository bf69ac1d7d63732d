import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// A server that still runs when a newer version opens its library.
@Suite(.permit) struct MigratedLibraryTests {
    @Test func aLibraryThatANewerVersionHasMigratedIsShownAndNotChanged() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photo = try #require(TestPhotos.all(serve.library).first)
            try serve.library.access.set(.authorized, of: "frame")
            // What a newer version writes before it changes the tables.
            let sentinel = serve.folder.appendingPathComponent("Test.photolib/LIBRARY")
            let text = try String(contentsOf: sentinel, encoding: .utf8)
            let later = text.replacing(/"(minimumWriter|format)" : [0-9]+/) {
                "\"\($0.1)\" : 99"
            }
            try Data(later.utf8).write(to: sentinel, options: .atomic)
            let refused = try await serve.send(
                "POST",
                "/api/actions",
                as: owner,
                json: ["do": "favorite", "on": ["ids": [TestPhotos.uuid(photo)]]]
            )
            #expect(refused.status == 403, "\(refused.text)")
            #expect(refused.json["error"] as? String == "read-only")
            let message = refused.json["message"] as? String ?? ""
            #expect(message.contains("start the newer version"), "\(message)")
            let shown = try await serve.get("/api/photos/\(TestPhotos.uuid(photo))", as: owner)
            #expect(shown.status == 200, "\(shown.text)")
            // Somebody who comes later sees photos, too.
            let frame = try serve.device(application: "frame")
            let list = try await serve.get("/api/views/all", as: frame)
            #expect(list.status == 200, "\(list.text)")
            func favorite() async throws -> Answer {
                try await serve.send(
                    "POST",
                    "/api/actions",
                    as: frame,
                    json: ["do": "favorite", "on": ["ids": [TestPhotos.uuid(photo)]]]
                )
            }
            let also = try await favorite()
            #expect(also.status == 403, "\(also.text)")
            let reason = also.json["message"] as? String ?? ""
            #expect(reason.contains("needs a newer OpenPhotoKit to write"), "\(reason)")
            #expect(TestPhotos.all(serve.library).allSatisfy { !$0.isFavorite })
            // If the migration fails before its first step, the earlier file comes back.
            try Data(text.utf8).write(to: sentinel, options: .atomic)
            let done = try await favorite()
            #expect(done.status == 200, "\(done.text)")
        }
    }
}
