import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// What the page shows of uploads in the background.
@Suite(.permit) struct OutgoingUploadsTests {
    @Test func `the owner sees what waits, and nothing of a request`() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let none = try await serve.get("/api/activity/uploads", as: owner)
            #expect(none.status == 200)
            #expect((none.json["programs"] as? [Any])?.isEmpty == true)
            #expect((none.json["failures"] as? [Any])?.isEmpty == true)
            let photo = try #require(TestPhotos.all(serve.library).first)
            let resource = try #require(PHAssetResource.assetResources(for: photo).first)
            let address = try #require(URL(string: "https://server.example/hidden?key=hidden"))
            try serve.library.performChangesAndWait {
                _ = PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                    destination: URLRequest(url: address),
                    resource: resource
                )
            }
            let some = try await serve.get("/api/activity/uploads", as: owner)
            let programs = try #require(some.json["programs"] as? [[String: Any]])
            #expect(programs.count == 1 && programs[0]["waiting"] as? Int == 1)
            #expect(programs[0]["failed"] as? Int == 0 && programs[0]["isPaused"] as? Bool == true)
            #expect(!String(decoding: some.body, as: UTF8.self).contains("hidden"))
        }
    }

    @Test func `reasons of failures are the words that the interface states`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/PhotoServer/openapi.yaml")
        let words = LibraryUploads.FailureReason.allCases.map(\.rawValue).joined(separator: ", ")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("enum: [\(words)]"))
    }
}
