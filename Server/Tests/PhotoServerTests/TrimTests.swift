import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Videos that are trimmed in the page.
@Suite(.permit) struct TrimTests {
    /// Runs a test with one video of two seconds.
    private static func run(
        _ test: @escaping @Sendable (ServeFixture, TestClient) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let picture = try #require(
                UIImage(data: PaintedPicture.png(width: 32, height: 24, seed: 9))?
                    .jpegData(compressionQuality: 0.9)
            )
            let movie = TestMovie.frames(picture, size: (32, 24), count: 20)
            let library = serve.library
            try await offThread {
                try library.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .video, data: movie, options: nil)
                }
            }
            try await test(serve, serve.owner())
        }
    }

    private static func seconds(_ serve: ServeFixture) -> Double {
        (TestPhotos.all(serve.library)[0].duration * 100).rounded() / 100
    }

    private static func act(
        _ verb: String,
        _ more: [String: Any] = [:],
        _ serve: ServeFixture,
        _ owner: TestClient
    ) async throws -> Answer {
        let video = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
        let json: [String: Any] = ["do": verb, "on": ["ids": [video]]]
        return try await serve.send(
            "POST",
            "/api/actions",
            as: owner,
            json: json.merging(more) { $1 }
        )
    }

    private static func reverse(
        _ word: String,
        _ answer: Answer,
        _ serve: ServeFixture,
        _ owner: TestClient
    ) async throws -> Answer {
        try await serve.send(
            "POST",
            "/api/\(word)",
            as: owner,
            json: [word: answer.json[word] ?? "missing"]
        )
    }

    @Test func aVideoIsTrimmedTwiceAndTheStepsAreUndone() async throws {
        try await Self.run { serve, owner in
            #expect(Self.seconds(serve) == 2)
            let first = try await Self.act("trim", ["start": 0.5, "end": 1.5], serve, owner)
            #expect(first.status == 200, "\(first.text)")
            #expect(Self.seconds(serve) == 1)
            // The second one counts from what is shown.
            let second = try await Self.act("trim", ["start": 0.25], serve, owner)
            #expect(second.status == 200, "\(second.text)")
            #expect(Self.seconds(serve) == 0.75)
            let reverted = try await Self.act("revert", [:], serve, owner)
            #expect(Self.seconds(serve) == 2)
            var redo: [Answer] = []
            for (step, expected) in [(reverted, 0.75), (second, 1), (first, 2)] {
                let undone = try await Self.reverse("undo", step, serve, owner)
                #expect(undone.status == 200, "\(undone.text)")
                #expect(Self.seconds(serve) == expected)
                redo.append(undone)
            }
            let again = try await Self.reverse("redo", try #require(redo.last), serve, owner)
            #expect(again.status == 200, "\(again.text)")
            #expect(Self.seconds(serve) == 1)
        }
    }

    @Test func whatLeavesNothingIsRefused() async throws {
        try await Self.run { serve, owner in
            for more in [["start": 2, "end": 1], ["start": -1], [:]] as [[String: Any]] {
                let answer = try await Self.act("trim", more, serve, owner)
                #expect(answer.status == 400, "\(answer.text)")
            }
            let late = try await Self.act("trim", ["start": 5], serve, owner)
            #expect(late.status == 422, "\(late.text)")
            #expect(Self.seconds(serve) == 2)
        }
    }

    @Test func photosAreNotTrimmed() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let answer = try await Self.act("trim", ["start": 1], serve, owner)
            #expect(answer.status == 409 && answer.json["error"] != nil, "\(answer.text)")
        }
    }
}
