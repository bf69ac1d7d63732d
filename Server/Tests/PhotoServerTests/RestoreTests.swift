import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Restoring from Recently Deleted photos whose files came in again as other photos.
@Suite(.permit) struct RestoreTests {
    private static func send(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ path: String,
        _ json: [String: Any]
    ) async throws -> Answer {
        try await serve.send("POST", "/api/\(path)", as: client, json: json)
    }

    /// Adds a folder with a picture as a source, and returns its photo.
    private static func addSource(_ serve: ServeFixture) async throws -> PHAsset {
        let folder = serve.folder.appendingPathComponent("photos")
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try PaintedPicture.png(width: 40, height: 30, seed: 77)
                .write(to: folder.appendingPathComponent("a.png"))
        }
        let source = try serve.library.addSource(folder)
        _ = try await serve.library.sweep(
            source,
            allowsMissingFacts: true,
            makesPreviews: false
        )
        return try #require(TestPhotos.all(serve.library).first)
    }

    @Test(arguments: [false, true])
    func aRestoredPhotoHasItsFileAndSoHasTheOtherAfterUndo(_ isOtherChanged: Bool) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let library = serve.library
            let first = try await Self.addSource(serve)
            let source = try #require(try library.sources().first)
            try library.forgetSource(source, assets: .delete)
            let other = try await Self.addSource(serve)
            #expect(other.localIdentifier != first.localIdentifier)
            if isOtherChanged {
                try library.performChangesAndWait {
                    PHAssetChangeRequest(for: other).caption = "Boats"
                }
            }
            let (name, otherName) = (first.localIdentifier, other.localIdentifier)
            let restored = isOtherChanged ? [name, otherName] : [name]
            func expectPresent(_ names: [String], _ step: Comment) {
                let present = TestPhotos.all(library)
                #expect(Set(present.map(\.localIdentifier)) == Set(names), step)
                #expect(present.allSatisfy { !$0.isOffline }, step)
            }

            let done = try await Self.send(
                serve,
                owner,
                "actions",
                ["do": "restore", "on": ["ids": [TestPhotos.uuid(first)]]]
            )
            #expect(done.status == 200)
            expectPresent(restored, "restored")
            let undone = try await Self.send(
                serve,
                owner,
                "undo",
                ["undo": done.json["undo"] ?? ""]
            )
            #expect(undone.status == 200)
            expectPresent([otherName], "undone")
            let redone = try await Self.send(
                serve,
                owner,
                "redo",
                ["redo": undone.json["redo"] ?? ""]
            )
            #expect(redone.status == 200)
            expectPresent(restored, "redone")
            let report = try await library.check(readingBytes: true)
            #expect(report.findings.isEmpty && report.forgottenFiles.isEmpty)
        }
    }
}
